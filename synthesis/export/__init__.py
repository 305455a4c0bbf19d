"""Sound out: files of every delivery format, written whole or not at all."""

from synthesis.export.ffmpeg_sink import Chapter
from synthesis.export.formats import FORMATS, AudioFormat, format_of
from synthesis.export.presets import PRESETS, DeliveryPreset, get_preset
from synthesis.export.shaping import ReadBlocks, Shaping, shape_for_delivery
from synthesis.export.writer import AudioWriter, write_audio

__all__ = [
    "FORMATS",
    "PRESETS",
    "AudioFormat",
    "AudioWriter",
    "Chapter",
    "DeliveryPreset",
    "ReadBlocks",
    "Shaping",
    "format_of",
    "get_preset",
    "shape_for_delivery",
    "write_audio",
]
