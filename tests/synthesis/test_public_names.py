"""The names people build on; a change here is a change for them."""

import inspect

import synthesis


def test_the_public_names_are_these() -> None:
    assert sorted(synthesis.__all__) == [
        "Clip", "Emotion", "Keyframe", "Segment", "SynthesisError", "Synthesizer", "Timeline", "Voice", "blend_voices",
        "deliver", "encode_emotion", "enrol", "get_emotion", "inspect_clip", "load_voice", "read_clip", "render",
        "save_voice", "similarity", "timeline_from_json", "timeline_to_json",
    ]  # fmt: skip


def test_the_synthesizer_speaks_the_articles_vocabulary() -> None:
    methods = {name for name, _ in inspect.getmembers(synthesis.Synthesizer, inspect.isfunction) if name[0] != "_"}
    assert methods == {"encode_speaker", "encode_emotion", "get_predefined_emotion", "tts", "synthesize", "save_wav"}
    assert list(inspect.signature(synthesis.Synthesizer.tts).parameters)[1:5] == [
        "text", "speaker_emb", "emotion_emb", "speed",
    ]  # fmt: skip
