import json
import re
from itertools import pairwise

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synthesis.captions import MARKS_SCHEMA, make_cues, marks_json, write_srt, write_vtt
from synthesis.captions.tokens import display_width
from synthesis.marks import SpokenSegment, TimedMark
from synthesis.visemes import VISEMES, visemes_of

ENGLISH = (
    "Good morning, and thank you for calling. I am sorry that your parcel & the <invoice> have not arrived yet; "
    "let me have a look at what happened, and I promise that we will find it together. Yes. No!"
)
CHINESE = "您好，感谢您的来电。非常抱歉，您的包裹还没有送到，请允许我为您查询一下，我们会尽快给您一个满意的答复。"
MIXED = "我们的 iPhone 15 Pro 支持 5G 网络，https://example.com/a/a/very/long/path/that/fits/no/line?x=1 请看👍。"


def spoken(text, start_s=0.0, id="a"):
    marks, now = [], start_s
    for word in re.finditer(r"[一-鿿]|[A-Za-z0-9'’-]+", text):
        length = 0.2 if word.group() >= "一" else 0.07 * len(word.group()) + 0.05
        marks.append(TimedMark("word", word.group(), now, now + length, word.span()))
        now += length + (0.4 if text[word.end() : word.end() + 1] in (".", "。") else 0.0)
    return SpokenSegment(id, text, start_s, max(now, start_s + 0.1), tuple(marks))


def letters(text):
    return "".join(text.split())


@pytest.mark.parametrize("text", [ENGLISH, CHINESE, MIXED, "Hi."])
def test_no_character_is_lost_or_repeated_and_lines_fit(text):
    cues = make_cues([spoken(text)])
    assert letters("".join(line for cue in cues for line in cue.lines)) == letters(text)
    for cue in cues:
        assert 1 <= len(cue.lines) <= 2
        assert all(display_width(line) <= 42.0 for line in cue.lines)
        assert 0.0 < cue.end_s - cue.start_s <= 7.5


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=120), max_size=4))
def test_any_text_keeps_its_characters_and_order(texts):
    segments, now = [], 0.0
    for i, text in enumerate(texts):
        segments.append(spoken(text, now, str(i)))
        now = segments[-1].end_s + 0.3
    cues = make_cues(segments)
    assert letters("".join(line for cue in cues for line in cue.lines)) == letters("".join(texts))
    for cue, after in pairwise(cues):
        assert cue.end_s <= after.start_s + 0.0011


def test_breaks_fall_at_the_ends_of_sentences_and_clauses():
    ends = [cue.lines[-1][-1] for cue in make_cues([spoken(ENGLISH)])]
    assert set(ends) <= set(".;!,")
    assert len(make_cues([spoken(CHINESE)])) <= 3


def test_srt_and_vtt_have_their_forms():
    srt, vtt = write_srt([spoken(ENGLISH)]), write_vtt([spoken(ENGLISH)])
    assert srt.startswith("1\n00:00:00,000 --> ")
    assert "<invoice>" in srt
    assert vtt.startswith("WEBVTT\n\n00:00:00.000 --> ")
    assert "&amp;" in vtt
    assert "&lt;invoice&gt;" in vtt
    assert (write_srt([]), write_vtt([])) == ("", "WEBVTT\n")


def test_words_start_when_they_are_heard():
    segment = spoken(ENGLISH, 5.0)
    cues = make_cues([segment])
    starts = {round(mark.start_s, 6) for mark in segment.marks}
    assert all(round(cue.start_s, 6) in starts for cue in cues)


def test_marks_follow_their_schema_and_visemes_have_no_holes():
    phones = (TimedMark("phone", "h", 0.1, 0.2, (0, 2), "en"), TimedMark("phone", "ang3", 0.3, 0.6, (2, 3), "zh"))
    words = (TimedMark("word", "Hi", 0.1, 0.2, (0, 2), "en"), TimedMark("word", "好", 0.3, 0.6, (2, 3), "zh"))
    document = json.loads(marks_json([SpokenSegment("a", "Hi好", 0.0, 1.0, words + phones)]))
    jsonschema.validate(document, MARKS_SCHEMA)
    visemes = document["segments"][0]["visemes"]
    assert [v["viseme"] for v in visemes] == ["sil", "kk", "sil", "aa", "kk", "sil"]
    assert visemes[0]["start"] == 0.0
    assert visemes[-1]["end"] == 1.0
    assert all(a["end"] == b["start"] for a, b in pairwise(visemes))


def test_every_sound_of_both_languages_has_a_mouth_shape():
    for phone in "bdfhijklmnpstuvwzðŋɑɔəɛɜɡɪɹʃʊʌʒʤʧθᵊAIOWYæɾᵻT":
        assert set(visemes_of(phone, language="en")) <= set(VISEMES)
        assert visemes_of(phone, language="en"), phone
    for phone in ("zh", "iong2", "ve4", "iii1", "uen3", "er2", "van1", "q"):
        assert visemes_of(phone, language="zh"), phone
    assert visemes_of("ˈ", language="en") == ()
    assert visemes_of("#2", language="zh") == ("sil",)
