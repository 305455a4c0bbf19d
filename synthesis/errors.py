"""Every refusal of the package: a code for programs, parameters, and one English sentence that says what to do.

The message is a template filled from the parameters, so that an interface can translate it by its code.
"""

from typing import ClassVar


class SynthesisError(Exception):
    """Base of all refusals. `code` is stable; `params` are JSON values (offset, path, name, limit ...)."""

    area: ClassVar[str] = "synthesis"

    def __init__(self, code: str, message: str, **params: object) -> None:
        self.code = f"{self.area}.{code}"
        self.template = message
        self.params = params
        super().__init__(message.format(**params))


class ClipError(SynthesisError):
    """A recording that cannot be read or used."""

    area = "clip"


class VoiceError(SynthesisError):
    """A voice that cannot be made, blended, loaded or used."""

    area = "voice"


class EmotionError(SynthesisError):
    """An emotion that does not exist or a weight out of range."""

    area = "emotion"


class TextError(SynthesisError):
    """Text that cannot be spoken; `offset` counts code points from the start of the text given."""

    area = "text"


class TimelineError(SynthesisError):
    """A timeline that breaks its schema or a rule; `path` is a JSON pointer."""

    area = "timeline"


class EngineError(SynthesisError):
    """An engine that is unknown, or cannot do what was asked."""

    area = "engine"


class WeightsError(SynthesisError):
    """Model files that are missing, changed or not built."""

    area = "weights"


class ExportError(SynthesisError):
    """A file format or delivery option that does not exist, or a file that cannot be written."""

    area = "export"


class BatchError(SynthesisError):
    """A table of lines with faults; `row` and `column` name the place."""

    area = "batch"
