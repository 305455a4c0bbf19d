"""Chinese sentences with English names: silence and steps of F0 and level at the seams, against those inside Mandarin.

python -m tests.measure.mixed [LIMIT] [VOICE.json]
"""

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from synthesis import Segment, Timeline, load_voice, render
from synthesis.analysis import estimate_f0
from synthesis.export import write_audio
from synthesis.marks import TimedMark
from synthesis.pipeline import RenderedSentence
from synthesis.units import SAMPLE_RATE, Float32, Float64
from tests.measure.judges import judge

HERE = Path(__file__).parent
STEP_S = 0.01
OUT = Path("var/measure")


def levels(samples: Float32) -> Float64:
    """dB per 10 ms, against the sentence's 95th percentile."""
    size = round(STEP_S * SAMPLE_RATE)
    blocks = samples[: len(samples) // size * size].reshape(-1, size)
    level = 10 * np.log10(np.mean(np.square(blocks), axis=1) + 1e-9)
    return np.asarray(level - np.percentile(level, 95), np.float64)


def seams(piece: RenderedSentence, *, inside: bool) -> Iterator[tuple[TimedMark, TimedMark]]:
    words = sorted((m for m in piece.marks if m.kind == "word"), key=lambda m: m.start_s)
    for a, b in pairwise(words):
        if (a.language != b.language) != inside and a.source != b.source and (not inside or a.language == "zh"):
            yield a, b


def at_seam(piece: RenderedSentence, a: TimedMark, b: TimedMark) -> tuple[float, float, float]:
    """Longest silence in ms, F0 step in st and level step in dB around the seam (nan where unvoiced)."""
    level = levels(piece.samples)
    low, high = round((a.end_s - 0.12) / STEP_S), round((b.start_s + 0.12) / STEP_S)
    run = best = 0
    for quiet in level[max(low, 0) : high] < -35:
        run = run + 1 if quiet else 0
        best = max(best, run)
    f0 = estimate_f0(piece.samples, SAMPLE_RATE)
    step = len(piece.samples) / SAMPLE_RATE / len(f0)

    def near(start_s: float, end_s: float) -> float:
        part = f0[max(0, round(start_s / step)) : round(end_s / step)]
        part = part[part > 0]
        return float(12 * np.log2(np.median(part))) if len(part) >= 2 else float("nan")

    def loud(start_s: float, end_s: float) -> float:
        return float(np.max(level[max(0, round(start_s / STEP_S)) : round(end_s / STEP_S) + 1]))

    f0_step = abs(near(a.end_s - 0.08, a.end_s) - near(b.start_s, b.start_s + 0.08))
    return best * 1000 * STEP_S, f0_step, abs(loud(a.end_s - 0.12, a.end_s) - loud(b.start_s, b.start_s + 0.12))


def table(pieces: Sequence[RenderedSentence], *, inside: bool) -> Float64:
    return np.array([at_seam(p, a, b) for p in pieces for a, b in seams(p, inside=inside)])


def english_words(lines: Sequence[str], pieces: Sequence[RenderedSentence]) -> None:
    """Whisper on the English stretches cut out of the sentences, against the same names said alone."""
    OUT.mkdir(parents=True, exist_ok=True)
    quiet = np.zeros(SAMPLE_RATE * 2 // 5, np.float32)
    wrong = {}
    for kind in ("inside", "alone"):
        arguments: list[str] = []
        for i, (line, piece) in enumerate(zip(lines, pieces, strict=True)):
            name = " ".join(re.findall("[A-Za-z]+", line))
            words = [m for m in piece.marks if m.kind == "word" and m.language == "en"]
            sound = piece.samples[round(words[0].start_s * SAMPLE_RATE) : round(words[-1].end_s * SAMPLE_RATE)]
            if kind == "alone":
                sound = next(iter(render(Timeline((Segment("s", name, language="en"),))))).samples
            path = OUT / f"{kind}-{i:02}.wav"
            write_audio(path, [quiet, sound / np.abs(sound).max() * 0.7, quiet])
            arguments += [str(path), name]
        wrong[kind] = [min(1.0, float(str(row["wer"]))) for row in judge("wer", *arguments)]
    print(" ".join(f"WER {kind} {100 * np.mean(rates):.1f} %" for kind, rates in wrong.items()))


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    voices = {"it": load_voice(Path(sys.argv[2]))} if len(sys.argv) > 2 else {}
    lines = (HERE / "mandarin_mixed.txt").read_text("utf-8").splitlines()[:limit]
    segments = tuple(Segment(f"s{i}", line) for i, line in enumerate(lines))
    pieces = list(render(Timeline(segments, voice="it" if voices else ""), voices=voices))
    mandarin, mixed = table(pieces, inside=True), table(pieces, inside=False)
    for name, column, unit in (("silence", 0, "ms"), ("F0 step", 1, "st"), ("level step", 2, "dB")):
        bar = 60.0 if column == 0 else float(np.nanpercentile(mandarin[:, column], 90))
        values = mixed[:, column]
        values = values[np.isfinite(values)]
        print(
            f"{name}: seams median {np.median(values):.1f}, 90 % {np.percentile(values, 90):.1f}, worst "
            f"{values.max():.1f} {unit}; bar {bar:.1f}; within it {100 * np.mean(values <= bar):.0f} % of {len(values)}"
        )
    english_words(lines, pieces)
    for piece in pieces:
        for a, b in seams(piece, inside=False):
            silence_ms, _, _ = at_seam(piece, a, b)
            if silence_ms > 60:
                print(f"  {silence_ms:.0f} ms between {a.text} and {b.text}: {piece.text}")


if __name__ == "__main__":
    main()
