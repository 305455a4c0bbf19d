"""Multi-band MelGAN (Yang et al. 2020, in the form of TensorFlowTTS) rebuilt in torch, synthesis filters included."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from synthesis.runtime.builds.mandarin_tflite import Weights

UPSAMPLING = (3, 5, 5)
BLOCKS = 4
BANDS = 4
SLOPE = 0.2


def _parameter(values: np.ndarray) -> nn.Parameter:
    return nn.Parameter(torch.tensor(np.array(values, np.float32)), requires_grad=False)


class ReflectedConvolution(nn.Module):
    """(batch, in, 1, time) -> (batch, out, 1, time), mirrored at the edges.

    Optimization: a picture one point high, as in `mandarin_fastspeech2.Convolution` (79 against 94 ms).
    """

    def __init__(self, weights: Weights, name: str, *, dilation: int = 1, bias_name: str = "") -> None:
        super().__init__()
        kernel = weights.kernel(name)
        self.kernel, self.bias = _parameter(kernel), _parameter(weights.bias(bias_name or name))
        self.dilation = dilation
        self.pad = dilation * (kernel.shape[2] // 2)

    def forward(self, x: Tensor) -> Tensor:
        if self.pad:
            x = functional.pad(x, (self.pad, self.pad, 0, 0), mode="reflect")
        return functional.conv2d(x, self.kernel[:, :, None], self.bias, dilation=(1, self.dilation))


class Upsampling(nn.Module):
    """Transposed convolution, kernel twice the stride, cut to stride * time samples."""

    def __init__(self, weights: Weights, name: str, stride: int) -> None:
        super().__init__()
        kernel = weights.get(name, "/conv2d_transpose")  # (out, width, 1, in)
        self.kernel = _parameter(kernel[:, :, 0].transpose(2, 0, 1))
        self.bias = _parameter(weights.bias(name))
        self.stride = stride

    def forward(self, x: Tensor) -> Tensor:
        y = functional.conv_transpose2d(x, self.kernel[:, :, None], self.bias, stride=(1, self.stride))
        before = self.stride // 2
        return y[:, :, :, before : before + x.shape[3] * self.stride]


class Residual(nn.Module):
    def __init__(self, weights: Weights, name: str, first: int, *, dilation: int) -> None:
        super().__init__()
        self.wide = ReflectedConvolution(weights, f"{name}/conv1d_{first}", dilation=dilation)
        point = f"{name}/conv1d_{first + 1}"
        # TFLite stores equal tensors once: where the two biases that are summed agree, only the shortcut's is there.
        bias_name = point if weights.has_bias(point) else f"{name}/shortcut"
        self.point = ReflectedConvolution(weights, point, bias_name=bias_name)
        self.shortcut = ReflectedConvolution(weights, f"{name}/shortcut")

    def forward(self, x: Tensor) -> Tensor:
        inner = self.wide(functional.leaky_relu(x, SLOPE))
        out: Tensor = self.shortcut(x) + self.point(functional.leaky_relu(inner, SLOPE))
        return out


class MelGan(nn.Module):
    """mel (batch, frames, 80) -> waveform (batch, frames * 300)."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        top = "sequential_4"
        self.first = ReflectedConvolution(weights, f"{top}/conv1d")
        self.stages = nn.ModuleList()
        for stage, stride in enumerate(UPSAMPLING):
            suffix = f"_{stage}" if stage else ""
            self.stages.append(Upsampling(weights, f"{top}/conv_transpose_._{stage}/conv2d_transpose{suffix}", stride))
            for block in range(BLOCKS):
                name = f"{top}/residual_stack_._{stage}._._{block}"
                self.stages.append(Residual(weights, name, 1 + 2 * (stage * BLOCKS + block), dilation=3**block))
        self.last = ReflectedConvolution(weights, f"{top}/conv1d_25")
        self.filters = _parameter(weights.get("PartitionedCall/conv1d1")[:, 0].transpose(0, 2, 1))  # (1, 4, 63)

    def forward(self, mel: Tensor) -> Tensor:
        x = self.first(mel.transpose(1, 2)[:, :, None])
        for stage in self.stages:
            x = stage(functional.leaky_relu(x, SLOPE)) if isinstance(stage, Upsampling) else stage(x)
        bands = torch.tanh(self.last(functional.leaky_relu(x, SLOPE)))[:, :, 0]  # (batch, 4, frames * 75)
        spread = functional.conv_transpose1d(bands, self.comb(), stride=BANDS)
        return functional.conv1d(spread, self.filters, padding=self.filters.shape[2] // 2)[:, 0]

    def comb(self) -> Tensor:
        """Each band's sample, times the number of bands, and zeros between. (4, 4, 4)"""
        comb = torch.zeros(BANDS, BANDS, BANDS)
        comb[range(BANDS), range(BANDS), 0] = float(BANDS)
        return comb
