"""The speaker encoder again, in torch: the copy that gradients flow through. Loaded by a fit, never by a render."""

from functools import lru_cache
from typing import Any

import numpy as np
import torch

from synthesis.runtime.weights import artifact_path
from synthesis.voices.embedding import EMBEDDING_SIZE, ENCODER_BANDS


class TorchEncoder(torch.nn.Module):
    """(batch, frames, 40) mel power -> (batch, 256) unit rows. 16 ms forward and backward per window of 1.6 s."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = torch.nn.LSTM(ENCODER_BANDS, EMBEDDING_SIZE, 3, batch_first=True)
        self.linear = torch.nn.Linear(EMBEDDING_SIZE, EMBEDDING_SIZE)
        with np.load(artifact_path("speaker/encoder.npz")) as arrays:
            self.load_state_dict({name: torch.from_numpy(arrays[name]) for name in arrays.files})
        self.requires_grad_(requires_grad=False)

    def forward(self, mel: torch.Tensor) -> torch.Tensor:
        hidden: Any = self.lstm(mel)[1][0][-1]
        raw: torch.Tensor = torch.relu(self.linear(hidden))
        unit: torch.Tensor = raw / raw.norm(dim=1, keepdim=True).clamp_min(1e-6)
        return unit


@lru_cache(maxsize=1)
def torch_encoder() -> TorchEncoder:
    return TorchEncoder().train(mode=False)
