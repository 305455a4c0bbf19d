"""English word error rate and naturalness: python -m tests.measure.english [plain|numbers] [VOICE.json] [LIMIT]"""

import sys
from pathlib import Path

from synthesis import Segment, Timeline, deliver, load_voice
from synthesis.text.frontend import read_text
from tests.measure.judges import errors, judge, plain_words

HERE = Path(__file__).parent
OUT = Path("var/measure")


def spoken(text: str) -> list[str]:
    """Whisper writes figures; the front end reads them out so that both sides are words."""
    return plain_words(" ".join(word.text for sentence in read_text(text, language="en") for word in sentence.words))


def main() -> None:
    kind = sys.argv[1] if len(sys.argv) > 1 else "plain"
    voices = {"it": load_voice(Path(sys.argv[2]))} if len(sys.argv) > 2 and sys.argv[2] != "-" else {}
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    file = HERE / ("english_plain.txt" if kind == "plain" else "english_numbers.tsv")
    pairs = [(line + "\t" + line).split("\t")[:2] for line in file.read_text("utf-8").splitlines()[:limit]]
    OUT.mkdir(parents=True, exist_ok=True)
    arguments: list[str] = []
    for i, (text, _) in enumerate(pairs):
        path = OUT / f"{kind}-{i:02}.wav"
        deliver(Timeline((Segment("s", text),), voice="it" if voices else ""), path, voices=voices)
        arguments += [str(path), text]
    wrong = total = 0
    for (text, reference), row in zip(pairs, judge("wer", *arguments), strict=True):
        want, got = (
            [word for word in words if word != "and"] for words in (plain_words(reference), spoken(str(row["heard"])))
        )
        n = errors(want, got)
        wrong, total = wrong + n, total + len(want)
        if n:
            print(f"{n} of {len(want)}: {text!r} heard as {row['heard']!r}")
    moses = [float(str(row["p808_mos"])) for row in judge("mos", *arguments[::2])]
    print(f"{kind}: WER {100 * wrong / total:.2f} % over {total} words; P.808 mean {sum(moses) / len(moses):.2f}")


if __name__ == "__main__":
    main()
