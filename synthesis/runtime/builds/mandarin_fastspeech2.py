"""FastSpeech 2 (Ren et al. 2020, in the form of TensorFlowTTS) rebuilt in torch and cut into prosody and decoder.

Both halves mask padding after every layer that would let it in, so a sentence gives the same in a batch as alone.
"""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from synthesis.runtime.builds.mandarin_tflite import Weights

HIDDEN = 256
HEADS = 2
LAYERS = 3
NORM_EPSILON = 1e-5


def _parameter(values: np.ndarray) -> nn.Parameter:
    return nn.Parameter(torch.tensor(np.array(values, np.float32)), requires_grad=False)


class Convolution(nn.Module):
    """Over time, zero-padded to the same length. (batch, time, in) -> (batch, time, out)

    Optimization: onnxruntime has blocked kernels for pictures only, so time is a picture one point high (67 against
    76 ms for 3.8 s of speech).
    """

    def __init__(self, kernel: np.ndarray, bias: np.ndarray) -> None:
        super().__init__()
        self.kernel, self.bias = _parameter(kernel), _parameter(bias)
        self.pad = kernel.shape[2] // 2

    def forward(self, x: Tensor) -> Tensor:
        picture = x.transpose(1, 2)[:, :, None]  # (batch, in, 1, time)
        out = functional.conv2d(picture, self.kernel[:, :, None], self.bias, padding=(0, self.pad))
        return out[:, :, 0].transpose(1, 2)


class Linear(nn.Module):
    def __init__(self, weights: Weights, name: str) -> None:
        super().__init__()
        self.weight = _parameter(weights.get(name, "/Tensordot/MatMul"))
        self.bias = _parameter(weights.bias(name))

    def forward(self, x: Tensor) -> Tensor:
        return functional.linear(x, self.weight, self.bias)


class Norm(nn.Module):
    def __init__(self, weights: Weights, name: str) -> None:
        super().__init__()
        self.gain = _parameter(weights.get(name, "/batchnorm/mul/ReadVariableOp/resource"))
        self.bias = _parameter(weights.get(name, "/batchnorm/ReadVariableOp/resource"))

    def forward(self, x: Tensor) -> Tensor:
        return functional.layer_norm(x, (HIDDEN,), self.gain, self.bias, NORM_EPSILON)


class Attention(nn.Module):
    def __init__(self, weights: Weights, name: str) -> None:
        super().__init__()
        self.query, self.key, self.value = (
            Linear(weights, f"{name}/self/{part}") for part in ("query", "key", "value")
        )
        self.dense = Linear(weights, f"{name}/output/dense")

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        batch, time = x.shape[0], x.shape[1]
        query, key, value = (
            part(x).reshape(batch, time, HEADS, -1).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        scores = query @ key.transpose(2, 3) / query.shape[3] ** 0.5
        shares = torch.softmax(scores + (1.0 - mask)[:, None, None, :] * -1e9, dim=-1)
        out: Tensor = self.dense((shares @ value).transpose(1, 2).reshape(batch, time, -1))  # (batch, time, HIDDEN)
        return out


class Block(nn.Module):
    def __init__(self, weights: Weights, name: str) -> None:
        super().__init__()
        self.attention = Attention(weights, f"{name}/attention")
        self.attention_norm = Norm(weights, f"{name}/attention/output/LayerNorm")
        self.widen, self.narrow = (
            Convolution(weights.kernel(f"{name}/intermediate/{part}"), weights.bias(f"{name}/intermediate/{part}"))
            for part in ("conv1d_1", "conv1d_2")
        )
        self.norm = Norm(weights, f"{name}/output/LayerNorm")

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        x = self.attention_norm(self.attention(x, mask) + x) * mask[:, :, None]
        inner = self.narrow(functional.mish(self.widen(x)) * mask[:, :, None])
        out: Tensor = self.norm(inner + x) * mask[:, :, None]
        return out


class Predictor(nn.Module):
    """One number per phone from the encoder's states."""

    def __init__(self, weights: Weights, name: str, *, sequence: str, dense: str) -> None:
        super().__init__()
        inner = f"{name}/{sequence}"
        self.convolutions = nn.ModuleList(
            Convolution(weights.kernel(f"{inner}/conv_._{i}"), weights.bias(f"{inner}/conv_._{i}")) for i in range(2)
        )
        self.norms = nn.ModuleList(Norm(weights, f"{inner}/LayerNorm_._{i}") for i in range(2))
        self.dense = Linear(weights, f"{name}/{dense}")

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = norm(torch.relu(convolution(x))) * mask[:, :, None]
        out: Tensor = self.dense(x)[:, :, 0] * mask
        return out


class Prosody(nn.Module):
    """ids (batch, phones) int64, 0 = padding -> states (batch, phones, HIDDEN), durations in frames before rounding,
    F0 and energy in the model's unit, each (batch, phones)."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.symbols = _parameter(weights.get("embeddings/Gather", "/resource"))
        self.positions = _parameter(weights.get("embeddings/position_embeddings/Gather", "/resource"))
        self.blocks = nn.ModuleList(Block(weights, f"encoder/layer_._{i}") for i in range(LAYERS))
        self.duration = Predictor(weights, "duration_predictor", sequence="sequential_8", dense="dense_7")
        self.f0 = Predictor(weights, "f0_predictor", sequence="sequential_6", dense="dense_5")
        self.energy = Predictor(weights, "energy_predictor", sequence="sequential_7", dense="dense_6")

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        mask = (ids > 0).to(torch.float32)
        x = (self.symbols[ids] + self.positions[1 : ids.shape[1] + 1]) * mask[:, :, None]
        for block in self.blocks:
            x = block(x, mask)
        durations = torch.relu(torch.exp(self.duration(x, mask)) - 1.0)
        return x, durations, self.f0(x, mask), self.energy(x, mask)


class Decoder(nn.Module):
    """states, F0 and energy per phone, and which row of the flattened (batch * phones) states each frame belongs to
    (batch, frames) int64, -1 = padding -> mel (batch, frames, 80)."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self.f0 = Convolution(weights.kernel("f0_embeddings"), weights.bias("f0_embeddings"))
        self.energy = Convolution(weights.kernel("energy_embeddings"), weights.bias("energy_embeddings"))
        self.positions = _parameter(weights.get("embeddings/position_embeddings/Gather", "/resource"))
        self.blocks = nn.ModuleList(Block(weights, f"decoder/layer_._{i}") for i in range(LAYERS))
        self.mel = Linear(weights, "mel_before")
        self.postnet = nn.ModuleList(_postnet_layer(weights, i) for i in range(5))

    def forward(self, states: Tensor, f0: Tensor, energy: Tensor, phone_of_frame: Tensor) -> Tensor:
        mask = (phone_of_frame >= 0).to(torch.float32)
        spoken = states + self.f0(f0[:, :, None]) + self.energy(energy[:, :, None])
        x = spoken.reshape(-1, HIDDEN)[phone_of_frame.clamp(min=0)]  # (batch, frames, HIDDEN)
        x = (x + self.positions[1 : phone_of_frame.shape[1] + 1]) * mask[:, :, None]
        for block in self.blocks:
            x = block(x, mask)
        rough = self.mel(x) * mask[:, :, None]  # (batch, frames, 80)
        detail = rough
        for index, layer in enumerate(self.postnet):
            detail = layer(detail)
            detail = (torch.tanh(detail) if index < 4 else detail) * mask[:, :, None]
        mel: Tensor = rough + detail
        return mel


def _postnet_layer(weights: Weights, index: int) -> Convolution:
    """Convolution with the batch normalisation that follows it folded in."""
    gain = weights.get(f"postnet/batch_norm_._{index}/batchnorm/mul")
    shift = weights.get(f"postnet/batch_norm_._{index}/batchnorm/sub")
    name = f"postnet/conv_._{index}"
    return Convolution(weights.kernel(name) * gain[:, None, None], weights.bias(name) * gain + shift)
