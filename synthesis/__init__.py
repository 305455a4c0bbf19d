"""Voice engine: people's clips in, a script with an emotion curve in, finished audio in their voice out. Offline.

Importing the package loads neither torch nor onnxruntime; every name below is loaded on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from synthesis.clip import Clip as Clip
    from synthesis.clip_report import inspect_clip as inspect_clip
    from synthesis.decoding import read_clip as read_clip
    from synthesis.delivery import deliver as deliver
    from synthesis.emotions.controls import Emotion as Emotion
    from synthesis.emotions.encode import encode_emotion as encode_emotion
    from synthesis.emotions.presets import get_emotion as get_emotion
    from synthesis.enrolment import enrol as enrol
    from synthesis.errors import SynthesisError as SynthesisError
    from synthesis.pipeline import render as render
    from synthesis.synthesizer import Synthesizer as Synthesizer
    from synthesis.timeline.codec import timeline_from_json as timeline_from_json
    from synthesis.timeline.codec import timeline_to_json as timeline_to_json
    from synthesis.timeline.model import Keyframe as Keyframe
    from synthesis.timeline.model import Segment as Segment
    from synthesis.timeline.model import Timeline as Timeline
    from synthesis.voices.blend import blend_voices as blend_voices
    from synthesis.voices.embedding import similarity as similarity
    from synthesis.voices.store import load_voice as load_voice
    from synthesis.voices.store import save_voice as save_voice
    from synthesis.voices.voice import Voice as Voice

_HOMES = {
    "Clip": "clip",
    "Emotion": "emotions.controls",
    "Keyframe": "timeline.model",
    "Segment": "timeline.model",
    "SynthesisError": "errors",
    "Synthesizer": "synthesizer",
    "Timeline": "timeline.model",
    "Voice": "voices.voice",
    "blend_voices": "voices.blend",
    "deliver": "delivery",
    "encode_emotion": "emotions.encode",
    "enrol": "enrolment",
    "get_emotion": "emotions.presets",
    "inspect_clip": "clip_report",
    "load_voice": "voices.store",
    "read_clip": "decoding",
    "render": "pipeline",
    "save_voice": "voices.store",
    "similarity": "voices.embedding",
    "timeline_from_json": "timeline.codec",
    "timeline_to_json": "timeline.codec",
}
__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'synthesis' has no attribute {name!r}")
    return getattr(import_module(f"synthesis.{_HOMES[name]}"), name)
