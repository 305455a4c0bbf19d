import hashlib
import io

import numpy as np
import pytest
import soundfile

from synthesis.decoding import ClipLimits, read_clip
from synthesis.decoding.downmix import downmix
from synthesis.errors import ClipError
from tests.synthesis.recordings import ANNA, BEN_AGAIN, MEI


def wav(samples, rate=24_000, format="WAV", subtype="PCM_16"):
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format=format, subtype=subtype)
    return file.getvalue()


def refusal(source, **limits):
    with pytest.raises(ClipError) as caught:
        read_clip(source, name="it.bin", limits=ClipLimits(**limits))
    return caught.value.code


def test_a_clip_is_mono_at_24_khz_with_its_hash_and_name():
    clip = read_clip(ANNA)
    assert clip.sample_rate == 24_000
    assert clip.samples.dtype == np.float32
    assert clip.seconds == pytest.approx(soundfile.info(ANNA).duration, abs=0.001)
    assert clip.sha256 == hashlib.sha256(ANNA.read_bytes()).hexdigest()
    assert clip.name == ANNA.name


def test_bytes_and_file_give_the_same_sound():
    assert np.array_equal(read_clip(MEI).samples, read_clip(MEI.read_bytes()).samples)


def test_a_sine_keeps_its_level_and_pitch_through_resampling():
    tone = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(44_100) / 44_100)
    clip = read_clip(wav(tone, 44_100))
    spectrum = np.abs(np.fft.rfft(clip.samples))
    assert np.argmax(spectrum) == 1000
    assert np.sqrt(np.mean(clip.samples**2)) == pytest.approx(0.5 / np.sqrt(2), rel=0.01)


def test_a_name_with_any_letters_and_a_wrong_extension_is_read(tmp_path):
    path = tmp_path / "声音 é.mp3"
    path.write_bytes(MEI.read_bytes())
    assert read_clip(path).name == "声音 é.mp3"


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a_broken_off_file_is_read_as_far_as_it_goes(share):
    data = ANNA.read_bytes()
    clip = read_clip(data[: int(len(data) * share)])
    assert 0.1 < clip.seconds / read_clip(ANNA).seconds < 1.0


def test_refusals_name_their_reason(tmp_path):
    assert refusal(b"") == "clip.no_bytes"
    assert refusal(b"hello, this is no sound") == "clip.unreadable"
    assert refusal(wav(np.zeros(0))) == "clip.no_samples"
    assert refusal(ANNA, max_bytes=1000) == "clip.too_many_bytes"
    assert refusal(ANNA, max_seconds=2.0) == "clip.too_long"
    assert refusal(ANNA, max_rate_hz=8000) == "clip.rate_out_of_range"
    assert refusal(wav(np.zeros((100, 9)))) == "clip.too_many_channels"
    assert refusal(tmp_path / "nothing.wav") == "clip.not_found"
    assert refusal(tmp_path) == "clip.not_found"


def test_a_small_file_that_decodes_to_hours_is_stopped_while_decoding():
    file = io.BytesIO()
    with soundfile.SoundFile(file, "w", 8000, 1, format="FLAC", subtype="PCM_16") as flac:
        for _ in range(30):
            flac.write(np.zeros(8000 * 60, np.int16))
    assert len(file.getvalue()) < 1_000_000
    assert refusal(file.getvalue()) == "clip.too_long"


def test_values_that_are_not_numbers_do_not_get_through():
    tone = np.sin(np.arange(24_000) / 10).astype(np.float32)
    tone[100:110] = np.nan
    assert np.isfinite(read_clip(wav(tone, subtype="FLOAT")).samples).all()


def test_opposite_channels_do_not_cancel():
    voice = read_clip(ANNA).samples
    mono, notes = downmix(np.stack([voice, -voice]))
    assert notes == ("channel_inverted",)
    assert np.abs(mono) == pytest.approx(np.abs(voice), abs=1e-6)


def test_an_empty_channel_takes_no_level_away():
    voice = read_clip(ANNA).samples
    mono, notes = downmix(np.stack([voice, np.zeros_like(voice)]))
    assert notes == ()
    assert np.allclose(mono, voice)


def test_two_people_on_two_channels_are_noted():
    voice, other = read_clip(ANNA).samples, read_clip(BEN_AGAIN).samples
    turns = np.zeros((2, len(voice) + len(other)), np.float32)
    turns[0, : len(voice)], turns[1, len(voice) :] = voice, other
    assert "channels_apart" in downmix(turns)[1]
