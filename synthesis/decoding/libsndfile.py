"""libsndfile: wav (all of them), aiff, au, caf, flac, ogg vorbis, opus, mp3, sphere ..."""

import io

import soundfile

from synthesis.decoding.stream import UNKNOWN_CODEC, UNKNOWN_FORMAT, BlockReader, Unreadable

BLOCK_SAMPLES = 65_536


def decode_with_libsndfile(data: bytes, reader: BlockReader) -> None:
    """Fill the reader. Raises Unreadable where libsndfile refuses, ClipError where a cap is exceeded."""
    try:
        file = soundfile.SoundFile(io.BytesIO(data))
    except (soundfile.LibsndfileError, TypeError, ValueError) as error:
        raise Unreadable("unreadable", UNKNOWN_FORMAT) from error
    with file:
        seconds = file.frames / file.samplerate if 0 < file.frames < 2**62 else 0.0
        reader.begin(rate_hz=file.samplerate, n_channels=file.channels, header_seconds=seconds, n_bytes=len(data))
        reader.truncated = _read_blocks(file, reader)
        if reader.truncated and not reader.n_samples:
            raise Unreadable("codec", UNKNOWN_CODEC)
    reader.end()


def _read_blocks(file: soundfile.SoundFile, reader: BlockReader) -> bool:
    """True where decoding stopped on an error."""
    while True:
        try:
            block = file.read(BLOCK_SAMPLES, dtype="float32", always_2d=True)
        except (soundfile.LibsndfileError, RuntimeError):
            return True
        if not len(block):
            return False
        reader.add(block)
