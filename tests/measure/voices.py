"""Clones against their people: python -m tests.measure.voices [quick|refined] [one] [SPEAKER...]

Two clips of each person are enrolled (`one`: 6 s of the first) and speak English and Mandarin. Their likeness to the
person's other clips, whether the right person comes first, whether a second judge (cepstrum and F0 statistics) agrees,
DNSMOS P.808, and what the fit cost.
"""

import csv
import sys
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
from scipy.fft import dct

from synthesis import Segment, Timeline, render
from synthesis.analysis import estimate_f0
from synthesis.clip import Clip
from synthesis.decoding import read_clip
from synthesis.enrolment import enrol
from synthesis.export import write_audio
from synthesis.units import Float64
from synthesis.voices.embedding import ENCODER_RATE, encoder_mel, speech_16k
from synthesis.voices.fit import Quality
from tests.measure.judges import SHARED, judge

OUT = Path("var/measure/voices")
TEXTS: dict[Literal["en", "zh"], tuple[str, ...]] = {
    "en": (
        "I would like to book a table for two this evening, please.",
        "The weather in the north was cold and windy for most of the week.",
        "Please hold the line while I check your order with our warehouse.",
        "Every morning the children walked along the river to the old school.",
    ),
    "zh": (
        "今天的会议改到下午三点，请大家准时参加。",
        "我们已经收到您的申请，三个工作日内回复。",
        "山路很窄，司机开得特别小心。",
    ),
}
FEWEST_CLIPS, MOST_HELD = 4, 8
ONE_CLIP_S = 6.0


def people(chosen: list[str]) -> dict[str, list[Path]]:
    """Neutral clips of everyone with enough of them, in the order of the index."""
    clips: dict[str, list[Path]] = defaultdict(list)
    with (SHARED / "clips/INDEX.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["emotion"].startswith("neutral"):
                clips[row["speaker_id"]].append(SHARED / "clips" / row["file"])
    enough = {name: paths for name, paths in clips.items() if len(paths) >= FEWEST_CLIPS}
    return {name: paths for name, paths in enough.items() if not chosen or name in chosen}


def enrolled(paths: list[Path], *, quality: Quality, one: bool) -> tuple[list[Clip], list[Path]]:
    """What is enrolled, and the clips that are held out."""
    if not one:
        return [read_clip(path) for path in paths[:2]], paths[2 : 2 + MOST_HELD]
    clip = read_clip(max(paths[:2], key=lambda path: read_clip(path).seconds))
    return [replace(clip, samples=clip.samples[: round(ONE_CLIP_S * clip.sample_rate)])], paths[2 : 2 + MOST_HELD]


def statistics(path: Path) -> Float64:
    """(49,) mean and spread of 23 cepstra, and of F0 in semitones."""
    samples = speech_16k(read_clip(path))
    mel = encoder_mel(samples)
    loud = mel.sum(axis=1) > mel.sum(axis=1).max() * 1e-3
    cepstrum = dct(np.log(mel[loud].astype(np.float64) + 1e-9), axis=1, norm="ortho")[:, 1:24]
    f0 = estimate_f0(samples, ENCODER_RATE)
    semitones = 12 * np.log2(f0[f0 > 0].astype(np.float64) / 100)
    low, high = np.percentile(semitones, [10, 90])
    return np.concatenate(
        [cepstrum.mean(axis=0), cepstrum.std(axis=0), [semitones.mean(), semitones.std(), high - low]]
    )


def second_first(files: dict[str, list[Path]], held: dict[str, list[Path]]) -> float:
    """Share of clones whose statistics lie nearest to their own person's."""
    known = {name: np.stack([statistics(path) for path in paths]) for name, paths in held.items()}
    pool = np.concatenate(list(known.values()))
    middle, spread = pool.mean(axis=0), pool.std(axis=0)
    centres = {name: ((rows - middle) / spread).mean(axis=0) for name, rows in known.items()}
    right = []
    for name, paths in files.items():
        own = np.mean([(statistics(path) - middle) / spread for path in paths], axis=0)
        right.append(min(centres, key=lambda other: float(np.linalg.norm(own - centres[other]))) == name)
    return float(np.mean(right))


def report(language: str, files: dict[str, list[Path]], held: dict[str, list[Path]]) -> None:
    flat = [path for paths in files.values() for path in paths]
    likeness = {}
    for name, paths in held.items():
        rows = judge("like", ",".join(map(str, paths)), *flat)
        values = iter(float(str(row["similarity"])) for row in rows)
        likeness[name] = {clone: float(np.mean([next(values) for _ in files[clone]])) for clone in files}
    moses = iter(float(str(row["p808_mos"])) for row in judge("mos", *flat))
    natural = {clone: float(np.mean([next(moses) for _ in files[clone]])) for clone in files}
    own = {clone: likeness[clone][clone] for clone in files}
    first = [max(held, key=lambda name: likeness[name][clone]) == clone for clone in files]
    for clone in files:
        print(f"{language} {clone:20} likeness {own[clone]:.3f}  P.808 {natural[clone]:.2f}")
    print(
        f"{language}: likeness {np.mean(list(own.values())):.3f}, lowest {min(own.values()):.3f}; right person first "
        f"{sum(first)} of {len(first)}; second judge {100 * second_first(files, held):.0f} %; "
        f"P.808 {np.mean(list(natural.values())):.2f}, lowest {min(natural.values()):.2f}",
        flush=True,
    )


def main(arguments: list[str]) -> None:
    quality: Quality = "quick" if "quick" in arguments else "refined"
    one = "one" in arguments
    OUT.mkdir(parents=True, exist_ok=True)
    files: dict[Literal["en", "zh"], dict[str, list[Path]]] = {"en": {}, "zh": {}}
    held = {}
    for name, paths in people([a for a in arguments if a not in ("quick", "refined", "one")]).items():
        clips, held[name] = enrolled(paths, quality=quality, one=one)
        wall, cpu = time.perf_counter(), time.process_time()
        voice, _ = enrol(clips, name=name, quality=quality)
        print(
            f"{name}: fitted in {time.perf_counter() - wall:.1f} s, CPU {time.process_time() - cpu:.1f} s", flush=True
        )
        for language, texts in TEXTS.items():
            files[language][name] = []
            for i, text in enumerate(texts):
                path = OUT / f"{quality}-{name}-{language}-{i}.wav"
                timeline = Timeline((Segment("s", text, language=language),), voice="it")
                samples = np.concatenate([piece.samples for piece in render(timeline, voices={"it": voice})])
                write_audio(path, [samples / np.abs(samples).max() * 0.7])
                files[language][name].append(path)
    for language, made in files.items():
        report(language, made, held)


if __name__ == "__main__":
    main(sys.argv[1:])
