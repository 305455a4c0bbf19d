"""Emotions as judges hear them: recognition by three judges, likeness lost at 0.6, P.808 lost at 1, monotonicity.

    python -m tests.measure.emotions VOICE.json=REFERENCE.wav[,REFERENCE.wav...] [...]

Voices are given with clips of the person. Recognition is the share of sentences whose first answer is the emotion; the
judges that have no word for an emotion (surprised, calm) are left out for it.
"""

import sys
import tempfile
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import numpy as np
import soundfile

from synthesis.clip import Clip
from synthesis.decoding import read_clip
from synthesis.emotions.measure import Measurement, measure
from synthesis.pipeline import render
from synthesis.timeline.model import Segment, Timeline
from synthesis.voices.embedding import embed_clip, embed_clips
from synthesis.voices.store import load_voice
from synthesis.voices.voice import Voice
from tests.measure.judges import judge
from tests.measure.second_judges import ACTED, BandJudge, features, nearest_row

EMOTIONS = ("happy", "angry", "sad", "fearful", "disgusted", "surprised", "calm")
SENTENCES = (
    "Somebody left the window open during the whole night.",
    "The doctor said that the results will be ready on Thursday.",
    "You can find the keys in the drawer next to the front door.",
    "When the bus finally came, every seat was already taken.",
)
Row = dict[str, object]
STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)
RISING = {"pitch": "f0_mean_st", "range": "f0_range_st", "tilt": "tilt_db", "rate": "rate_per_s"}
SLACK = {"pitch": 0.15, "range": 0.4, "tilt": 0.3, "rate": 0.15}
"""Steps back by less than this are the measurement's own noise."""


def say(text: str, voice: Voice, emotion: str = "neutral", weight: float = 0.0) -> np.ndarray:
    base = ((emotion, weight),) if weight else ()
    timeline = Timeline((Segment("s", text=text, voice="v", base=base),))
    return np.concatenate([sentence.samples for sentence in render(timeline, voices={"v": voice})])


def stored(samples: np.ndarray, path: Path) -> Path:
    soundfile.write(path, samples / np.abs(samples).max() * 0.5, 24_000)
    return path


def one_sentence(text: str, voice: Voice, person: np.ndarray, second: BandJudge, folder: Path) -> list[Row]:
    plain = say(text, voice)
    clip = Clip(plain)
    spectrum, numbers, alike = features(clip), measure(clip), float(person @ embed_clip(clip))
    files = [stored(plain, folder / "neutral.wav")]
    rows = []
    for emotion in EMOTIONS:
        acted = Clip(say(text, voice, emotion, 1.0))
        files.append(stored(acted.samples, folder / f"{emotion}.wav"))
        mild = Clip(say(text, voice, emotion, 0.6))
        rows.append(
            {
                "emotion": emotion,
                "lost": alike - float(person @ embed_clip(mild)),
                "bands": second(features(acted) - spectrum),
                "rows": nearest_row(measure(acted).minus(numbers)),
            }
        )
    natural = [float(str(answer["p808_mos"])) for answer in judge("mos", *files)]
    for row, heard, p808 in zip(rows, judge("emotion", *files), natural[1:], strict=True):
        sounds = heard["sounds"]
        assert isinstance(sounds, dict)
        row |= {"emodb": max(sounds, key=sounds.__getitem__), "p808": natural[0] - p808}
    return rows


def steps_back(text: str, voice: Voice, emotion: str) -> list[str]:
    """Measures that turn round on the way from 0 to 1."""
    taken: list[Measurement] = [measure(Clip(say(text, voice, emotion, weight))) for weight in STEPS]
    turned = []
    for name, feature in RISING.items():
        values = np.array([asdict(one)[feature] for one in taken])
        moves = np.diff(values) * np.sign(values[-1] - values[0])
        if moves.min() < -SLACK[name]:
            turned.append(name)
    return turned


def report(rows: list[Row]) -> None:
    for emotion in EMOTIONS:
        mine = [row for row in rows if row["emotion"] == emotion]
        shares = []
        for name in ("emodb", "bands", "rows"):
            if name == "rows" or emotion in ACTED.values():
                heard = Counter(str(row[name]) for row in mine)
                shares.append(f"{name} {heard[emotion] / len(mine):.2f} {dict(heard.most_common(3))}")
        lost, p808 = (np.array([row[name] for row in mine], np.float64) for name in ("lost", "p808"))
        print(
            f"{emotion:10} likeness lost {lost.mean():.3f} worst {lost.max():.3f}, "
            f"P.808 lost {p808.mean():.2f} worst {p808.max():.2f};",
            "; ".join(shares),
            flush=True,
        )


def main(arguments: list[str]) -> None:
    second = BandJudge()
    print(f"bands: unweighted recall on unheard actors {second.recall:.2f}")
    rows = []
    for argument in arguments:
        file, references = argument.split("=")
        voice = load_voice(Path(file))
        person = embed_clips([read_clip(Path(path)) for path in references.split(",")])
        with tempfile.TemporaryDirectory() as folder:
            for text in SENTENCES:
                rows += one_sentence(text, voice, person, second, Path(folder))
        for emotion in EMOTIONS:
            turned = steps_back(SENTENCES[0], voice, emotion)
            print(f"{voice.name} {emotion}: {'monotonic' if not turned else 'turns round in ' + ', '.join(turned)}")
    report(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
