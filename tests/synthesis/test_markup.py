"""Markup: what is read as a mark, what stays text, and what is refused with its offset."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synthesis.errors import EmotionError, SynthesisError, TextError
from synthesis.timeline.annotated import Annotation
from synthesis.timeline.markup import escape, parse_markup, plain_text
from synthesis.timeline.parts import write_markup


def spans(text: str) -> list[tuple[str, str, str, float]]:
    """(kind, the words it covers, value, pause) of every annotation."""
    annotated = parse_markup(text)
    return [(a.kind, annotated.plain[a.start : a.end], a.value, a.pause_s) for a in annotated.annotations]


@pytest.mark.parametrize(
    ("text", "pause_s"),
    [
        ("a [pause 500ms] b", 0.5),
        ("a [pause 0.5s] b", 0.5),
        ("a [pause 2 s] b", 2.0),
        ("a [pause] b", 0.5),
        ("a [PAUSE: 300ms] b", 0.3),
        ("好 [停顿 1秒] 吧", 1.0),
        ("a <break time='250ms'/> b", 0.25),
        ('a <break time="1.5s"/> b', 1.5),
        ('a <break time="0"/> b', 0.0),
        ('a <break strength="strong"/> b', 0.75),
        ("a <break/> b", 0.5),
        ("a <break></break> b", 0.5),
    ],
)
def test_pauses(text: str, pause_s: float) -> None:
    annotated = parse_markup(text)
    (pause,) = annotated.annotations
    assert (pause.kind, pause.pause_s, pause.start, pause.end) == ("pause", pause_s, 2, 2)
    assert annotated.plain == text[:2] + text[-2:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[word](/wɜːd/)", [("phones", "word", "/wɜːd/", 0.0)]),
        ("[two words](/tuː wɜːdz/) here", [("phones", "two words", "/tuː wɜːdz/", 0.0)]),
        ("银[行](hang2)", [("phones", "行", "hang2", 0.0)]),
        ("[银行](yin2hang2)", [("phones", "银行", "yin2 hang2", 0.0)]),
        ("[女儿](NÜ3 er2)", [("phones", "女儿", "nv3 er2", 0.0)]),
        ("[绿](lu:4)", [("phones", "绿", "lv4", 0.0)]),
        ("[calm](/kɑːm/)", [("phones", "calm", "/kɑːm/", 0.0)]),
        ('<phoneme alphabet="ipa" ph="kɑːm">calm</phoneme>', [("phones", "calm", "/kɑːm/", 0.0)]),
        ('<phoneme alphabet="x-pinyin" ph="hang2">行</phoneme>', [("phones", "行", "hang2", 0.0)]),
        ('<sub alias="World Wide Web">WWW</sub>!', [("sub", "WWW", "World Wide Web", 0.0)]),
        ("<sub alias='A &amp; B'>AB</sub>", [("sub", "AB", "A & B", 0.0)]),
    ],
)
def test_pronunciations(text: str, expected: list[tuple[str, str, str, float]]) -> None:
    assert spans(text) == expected


@pytest.mark.parametrize(
    ("attributes", "rate", "semitones", "db"),
    [
        ('rate="fast"', 1.2, 0.0, 0.0),
        ('rate="120%"', 1.2, 0.0, 0.0),
        ('rate="+20%"', 1.2, 0.0, 0.0),
        ('rate="-20%"', 0.8, 0.0, 0.0),
        ('rate="0.9"', 0.9, 0.0, 0.0),
        ('pitch="+2st"', 1.0, 2.0, 0.0),
        ('pitch="-50%"', 1.0, -12.0, 0.0),
        ('pitch="high"', 1.0, 2.5, 0.0),
        ('volume="+6dB"', 1.0, 0.0, 6.0),
        ("volume='soft' rate='slow' pitch='low'", 0.8, -2.5, -6.0),
    ],
)
def test_prosody(attributes: str, rate: float, semitones: float, db: float) -> None:
    (span,) = parse_markup(f"<prosody {attributes}>Hello</prosody> there").annotations
    assert (span.start, span.end) == (0, 5)
    assert (span.rate, span.pitch_semitones, span.volume_db) == pytest.approx((rate, semitones, db))


def test_nested_prosody_is_handed_over_as_stretches_that_do_not_overlap() -> None:
    annotated = parse_markup(
        "<speak><prosody rate='1.5'>a <prosody rate='2' pitch='+1st'>b</prosody> c</prosody> d</speak>"
    )
    assert annotated.plain == "a b c d"
    assert [(a.start, a.end, a.rate, a.pitch_semitones) for a in annotated.annotations] == [
        (0, 2, 1.5, 0.0),
        (2, 3, 3.0, 1.0),
        (3, 5, 1.5, 0.0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "as he wrote [sic] there",
        "[1] and [12], see [a, b] or [p. 3]",
        "[page 12] [50% off] [x + y] [...] [] [[]]",
        "[text](https://example.org/calm) and [calm](http://a.b)",
        "[label](notes.html) [x](#y)",
        "1 < 2 and a<b, x > y, AT&T & co, &nothing; <3",
        "<b>bold</b> <emphasis>so</emphasis> <speaker>",
        "back\\slash C:\\new and 5\\",
        "[pause for thought] [paused] [pause...] [pause 3 of 5]",
        "[行](zzz9) [行](hang) [see](fig1)",
        "a ] b ) c ( d [ e",
        "[+1] [> 5] [~] [*] [//] [>]",
        "[line\nbreak]",
    ],
)
def test_what_stays_text(text: str) -> None:
    annotated = parse_markup(text)
    assert (annotated.plain, annotated.stripped) == (text, text)
    assert (annotated.annotations, annotated.keyframes) == ((), ())


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\\[calm] \\<break/> \\\\ \\&amp;", "[calm] <break/> \\ &amp;"),
        ("&lt;b&gt; &amp;amp; &quot;x&quot; &#65;&#x4e2d;", '<b> &amp; "x" A中'),
        ('<?xml version="1.0"?><speak>a<!-- [sad 2] > b --> c</speak>', "a c"),
        ("<!-- <!-- a", "<!-- <!-- a"),
        ("a<!--> b --> c<!-->", "a c<!-->"),
        ("say [calm] this", "say this"),
        ("[calm] this", "this"),
        ("你好[calm]世界", "你好世界"),
        ("Hello[calm] there", "Hello there"),
        ("one [> sad] [pause] two", "one  two"),
    ],
)
def test_plain_text(text: str, plain: str) -> None:
    assert plain_text(text) == plain


REFUSED = [
    ("ab [chearful 0.5] c", EmotionError, "emotion.unknown", 3, "nearest is cheerful"),
    ("ab [> chearful] c", EmotionError, "emotion.unknown", 3, "nearest is cheerful"),
    ("[0.5*calm + 0.5*frendly] c", EmotionError, "emotion.unknown", 0, "nearest is friendly"),
    ("[高心 0.5] 好", EmotionError, "emotion.unknown", 0, "高"),
    ("[calm 1.5] c", EmotionError, "emotion.weight", 0, "0 to 1"),
    ("[calm -0.5] c", EmotionError, "emotion.weight", 0, "0 to 1"),
    ("[0.7*calm + 0.7*sad] c", EmotionError, "emotion.weights_sum", 0, "sum to 1.4"),
    ("[calm + sad] c", EmotionError, "emotion.weights_sum", 0, "sum to 2"),
    ("[> calm and friendly] c", EmotionError, "emotion.mark_form", 0, "cannot be read"),
    ("a [pause 5] b", TextError, "text.pause_form", 2, "500ms"),
    ("a [pause 1h] b", TextError, "text.pause_form", 2, "500ms"),
    ("a [pause 100s] b", TextError, "text.pause_long", 2, "60"),
    ("a <sub alias='b'>c", TextError, "text.ssml_unclosed", 2, "</sub>"),
    ("a <break time='1s'> c", TextError, "text.ssml_unclosed", 2, "</break>"),
    ("a </sub>", TextError, "text.ssml_crossed", 2, "nothing is open"),
    ("<prosody><sub alias='a'>b</prosody></sub>", TextError, "text.ssml_crossed", 25, "<sub>"),
    ("a <break time='1s'", TextError, "text.ssml_open", 2, "not ended"),
    ("a <break time=1s/>", TextError, "text.ssml_form", 2, "value"),
    ("a <break time='soon'/>", TextError, "text.ssml_value", 2, "500ms"),
    ("a <break strength='huge'/>", TextError, "text.ssml_value", 2, "x-strong"),
    ("a <break time='1s' time='2s'/>", TextError, "text.ssml_twice", 2, "time"),
    ("a <break volume='1'/>", TextError, "text.ssml_attribute", 2, "strength or time"),
    ("<prosody rate='900%'>a</prosody>", TextError, "text.ssml_value", 0, "400%"),
    ("<prosody pitch='200Hz'>a</prosody>", TextError, "text.ssml_value", 0, "+2st"),
    ("<prosody volume='-100%'>a</prosody>", TextError, "text.ssml_value", 0, "dB"),
    ("<phoneme ph=''>a</phoneme>", TextError, "text.ssml_missing", 0, "ph="),
    ("<phoneme alphabet='x-sampa' ph='a'>a</phoneme>", TextError, "text.ssml_value", 0, "ipa or pinyin"),
    ("<phoneme alphabet='pinyin' ph='qqq1'>a</phoneme>", TextError, "text.ssml_value", 0, "hang2"),
    ("<sub>a</sub>", TextError, "text.ssml_missing", 0, "alias"),
    ("<sub alias='a'> </sub>", TextError, "text.ssml_empty", 0, "no words"),
    ("<sub alias='a'><break/>b</sub>", TextError, "text.ssml_nested", 15, "<sub>"),
    ("<sub alias='a'>b [pause]</sub>", TextError, "text.ssml_nested", 17, "<sub>"),
    ("<sub alias='a'>[b](/b/)</sub>", TextError, "text.ssml_nested", 15, "<sub>"),
    ("ab\ud800", TextError, "text.surrogate", 2, "surrogate"),
    ("<prosody>" * 40, TextError, "text.ssml_deep", 288, "32"),
]


@pytest.mark.parametrize(("text", "kind", "code", "offset", "says"), REFUSED)
def test_misuse_is_refused_with_its_offset(
    text: str, kind: type[SynthesisError], code: str, offset: int, says: str
) -> None:
    with pytest.raises(kind) as refusal:
        parse_markup(text)
    assert (refusal.value.code, refusal.value.params["offset"]) == (code, offset)
    assert says in str(refusal.value)


def test_a_near_miss_is_text_with_a_warning() -> None:
    annotated = parse_markup("[clam] seas [sic] [1] [chearful] [行](zzz1) <emphasis>so</emphasis>")
    assert annotated.keyframes == ()
    assert annotated.warnings == (
        "[clam] at 0 is read as text; for the emotion write [calm].",
        "[chearful] at 22 is read as text; for the emotion write [cheerful].",
        "[行](zzz1) at 33 is no pinyin and read as text.",
        "<emphasis> at 43 is not supported and read as text.",
        "</emphasis> at 55 is not supported and read as text.",
    )


@pytest.mark.parametrize(
    "text", ["[[calm]pause] x", "[foo][calm](/fuː/)", "<bre[calm]ak/> x", "&am[calm]p; \\[calm][x]"]
)
def test_taking_a_mark_out_makes_no_new_markup(text: str) -> None:
    annotated = parse_markup(text)
    again = parse_markup(annotated.stripped)
    assert again.plain == annotated.plain
    assert again.annotations == annotated.annotations
    assert again.keyframes == ()


FRAGMENTS = st.sampled_from(
    ["[", "]", "(", ")", "/", "\\", "<", ">", "&", "&amp;", "[calm]", "[> sad 0.5]", "[/]", "[pause]", "[a](/b/)",
     "<break/>", "<prosody rate='fast'>", "</prosody>", "<sub alias='x'>", "</sub>", "calm", "行", "hang2", " ", "x",
     "[clam]", "0.5", "*", "+", "\n", "“"]
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(FRAGMENTS, max_size=14).map("".join)))
def test_any_string_is_read_or_refused_with_an_offset(text: str) -> None:
    try:
        annotated = parse_markup(text)
    except SynthesisError as refusal:
        assert 0 <= int(str(refusal.params["offset"])) <= len(text)
        return
    assert plain_text(annotated.stripped) == annotated.plain
    assert parse_markup(annotated.stripped).keyframes == ()
    assert all(0 <= keyframe.at <= len(annotated.plain) for keyframe in annotated.keyframes)
    assert all(0 <= a.start <= a.end <= len(annotated.plain) for a in annotated.annotations)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab行[]()<>&\\/\"' 1;#"), max_size=40))
def test_escaped_text_reads_back_as_itself(text: str) -> None:
    assert plain_text(escape(text)) == text


@settings(max_examples=300, deadline=None)
@given(st.lists(FRAGMENTS, max_size=14).map("".join))
def test_annotations_can_be_written_as_markup(text: str) -> None:
    try:
        annotated = parse_markup(text)
    except SynthesisError:
        return
    again = parse_markup(write_markup(annotated))
    assert again.plain == annotated.plain
    assert [a for a in again.annotations if a.kind != "pause"] == [
        a for a in annotated.annotations if a.kind != "pause"
    ]
    assert pauses_by_place(again.annotations) == pauses_by_place(annotated.annotations)


def pauses_by_place(annotations: tuple[Annotation, ...]) -> list[tuple[int, float]]:
    return [(a.start, a.pause_s) for a in annotations if a.kind == "pause"]


@pytest.mark.parametrize("piece", ["[", "[calm", "[a](/", "&", "\\x", "[[]", "<", "[pause (", "[clam", "<x '"])
def test_hostile_repetitions_are_read_to_the_end(piece: str) -> None:
    """A reader that looks back or ahead without bound would not come back from these."""
    text = piece * 20_000
    assert plain_text(text) == text


def test_random_unicode_never_crashes() -> None:
    random_source = random.Random(1)
    for _ in range(2_000):
        text = "".join(chr(random_source.choice((random_source.randrange(0x250), random_source.randrange(0xD800))))
                       for _ in range(random_source.randrange(40)))  # fmt: skip
        try:
            parse_markup(text)
        except SynthesisError as refusal:
            assert "offset" in refusal.params
