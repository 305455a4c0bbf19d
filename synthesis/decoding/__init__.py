"""Sound in: any container people send, into a Clip."""

from synthesis.decoding.reading import decode_sound, read_clip
from synthesis.decoding.stream import ClipLimits

__all__ = ["ClipLimits", "decode_sound", "read_clip"]
