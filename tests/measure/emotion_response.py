"""What one unit of each control does to each measured feature: makes `synthesis/emotions/data/response.json` anew.

    python -m tests.measure.emotion_response            # prints the table; --write stores it, then run derive

Every control is moved up and down about zero in sentences of the English engine, in its own voice and pitched 6
semitones down; half the difference, divided by the step, is the response. Entries whose sign changes from case to
case, or that lie below a fifth of the spread of a neutral reader, are zero.
"""

import json
import sys
from dataclasses import asdict, fields

import numpy as np

from synthesis.emotions.controls import CONTROLS, Emotion
from synthesis.emotions.measure import Measurement, measure
from synthesis.emotions.response import DATA, SPREAD, USUAL, read_data
from synthesis.engines.registry import get_engine
from tests.synthesis.emotion_speech import say
from tests.synthesis.english_words import CALL, FOX, SHELLS, spoken

FEATURES = [f.name for f in fields(Measurement)]
STEADY_SHARE = 0.8
CASES = [(phrase, pitch) for phrase in (CALL, FOX, SHELLS) for pitch in (0.0, -6.0)]


def one_case(phones, pitch):
    """(n_features, n_controls) change per unit."""
    engine, words = get_engine("english"), spoken(phones)
    ground = Emotion.from_controls({"pitch": pitch})
    columns = []
    for name in read_data("response")["controls"]:
        control = next(c for c in CONTROLS if c.name == name)
        down = 0.0 if control.low == 0 or name == "breath" else -1.0
        step = Emotion.from_controls({name: USUAL[name]})
        up, low = (measure(say(engine, words, ground + sign * step)) for sign in (1.0, down))
        columns.append(np.array(list(asdict(up).values())) - np.array(list(asdict(low).values())))
        columns[-1] /= USUAL[name] * (1.0 - down)
    return np.stack(columns, axis=1)


def steady(cases):
    """Medians of the entries that keep their sign and matter."""
    names = read_data("response")["controls"]
    median = np.median(cases, axis=0)
    same = (np.sign(cases) == np.sign(median)).mean(0) >= STEADY_SHARE
    usual = np.array([USUAL[name] for name in names])
    spread = np.array([SPREAD[name] for name in FEATURES])
    return np.where(same & (np.abs(median) * usual > 0.2 * spread[:, None]), median, 0.0)


def keep_set(rows):
    """Entries that are set from how a control is built, not measured, stay as stored."""
    stored = read_data("response")
    for entry in stored["set"]:
        feature, control = entry.split(" by ")
        at = stored["controls"].index(control)
        rows[feature][at] = stored["matrix"][stored["features"].index(feature)][at]


def main(arguments):
    table = steady(np.stack([one_case(*case) for case in CASES]))
    shown = read_data("response")["features"]
    rows = {name: table[FEATURES.index(name)] for name in shown}
    keep_set(rows)
    print(" " * 16, *(f"{name[:7]:>8}" for name in read_data("response")["controls"]))
    for name, row in rows.items():
        print(f"{name:16}", *(f"{value:8.3f}" for value in row))
    if arguments == ["--write"]:
        matrix = [[round(float(value), 3) for value in row] for row in rows.values()]
        (DATA / "response.json").write_text(json.dumps({**read_data("response"), "matrix": matrix}, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
