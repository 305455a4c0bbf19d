"""Both languages in one text, markup, pauses, offsets, splitting, and text that is none."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from synthesis.errors import TextError
from synthesis.text.frontend import read_text
from synthesis.text.ipa import vocabulary
from synthesis.text.lengths import load
from synthesis.text.pinyin import FINALS, INITIALS
from synthesis.text.spoken import SpokenSentence, SpokenWord
from synthesis.timeline.annotated import AnnotatedText, Annotation

NOTHING = ("", "   ", "\n\n", "...", "！？。", "\u200b\ufeff", "“”", "- -", "\ud800", "\x00", "()")
ODD = [
    *(
        "a\u0301\u0302\u0303 zalgo",
        "１２３ ＡＢＣ",
        "𝐇𝐞𝐥𝐥𝐨",
        "ﬁne",
        "ß",
        "½ ② ⅷ",
        "★",
        "😀😀😀",
        "🇨🇳 👨\u200d👩\u200d👧",
        "C++ & C#",
    ),
    *("مرحبا بالعالم", "नमस्ते", "สวัสดีครับ", "龘靐", "\U0002b745", "々", "𒀀", "Ὀδυσσεύς"),
    *("a" * 5000, "7" * 3000, "1-" * 300, "/a" * 300, "a@" * 300, "**" * 500 + "x", "([{<" * 500 + "x", "I" * 900),
]


def words_of(text: AnnotatedText | str, **options: object) -> list[SpokenWord]:
    return [word for sentence in read_text(text, **options) for word in sentence.words]  # type: ignore[arg-type]


def check(text: str, sentences: tuple[SpokenSentence, ...]) -> None:
    assert sentences
    for sentence in sentences:
        assert sentence.words
        assert sum(load(word) for word in sentence.words) <= 1.0 or len(sentence.words) == 1
        for word in sentence.words:
            assert word.text
            assert word.phones
            assert 0 <= word.source[0] < word.source[1] <= len(text)
            if word.language == "en":
                assert set(word.phones) <= vocabulary()
                assert set(word.separator) <= vocabulary()
            else:
                assert word.phones[0] in (*INITIALS, "^")
                assert word.phones[1][:-1] in FINALS
                assert word.separator in ("", "#0", "#1", "#2", "#3")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我买了3台iPhone 15。", "zh"),
        ("我用 GitHub Copilot 和 VS Code 写 Python", "zh"),
        ("He said 你好 to all of us.", "en"),
        ("The city of Xi'an (西安) is old.", "en"),
        ("12345", "en"),
    ],
)
def test_a_sentence_has_the_language_of_its_sense(text: str, language: str) -> None:
    assert read_text(text)[0].language == language


def test_every_sentence_has_its_own_language() -> None:
    assert [s.language for s in read_text("我很好。 How are you? 再见。")] == ["zh", "en", "zh"]


def test_digits_beside_an_english_name_are_read_in_the_language_of_the_sentence() -> None:
    assert [w.text for w in words_of("我买了3台iPhone 15。")] == ["我", "买", "了", "三", "台", "iPhone", "十", "五"]
    assert [w.text for w in words_of("I own 3 copies of 三国.")] == ["I", "own", "three", "copies", "of", "三", "国"]


def test_an_english_name_in_a_chinese_sentence_neither_falls_nor_pauses() -> None:
    words = words_of("我在用Visual Studio写代码，Python很好。")
    assert [(w.text, w.separator) for w in words if w.language == "en"] == [
        ("Visual", " "),
        ("Studio", ""),
        ("Python", ""),
    ]


def test_emoji_are_named_in_the_language_of_the_sentence() -> None:
    assert [w.text for w in words_of("I love 🍕")] == ["I", "love", "pizza"]
    assert "".join(w.text for w in words_of("我爱🍕")) == "我爱披萨"


def test_offsets_count_in_the_original_text() -> None:
    text = "１２ **bold** [link](https://x.com) 𝐀  don't\u200b stop"
    words = words_of(text)
    assert [text[slice(*w.source)] for w in words] == ["１２", "bold", "link", "𝐀", "don't", "stop"]


def test_abbreviations_end_no_sentence() -> None:
    assert len(read_text("Dr. Smith met Mr. J. K. Jones at 3.5 p.m. on Jan. 5. They left.")) == 2


def test_paragraphs_breathe_longer_than_sentences_and_the_last_not_at_all() -> None:
    breaths = [s.breath_after_s for s in read_text("One. Two.\n\nThree.")]
    assert breaths[1] > breaths[0] > breaths[2] == 0.0


def test_a_long_sentence_is_split_at_clauses_within_the_engines_limits() -> None:
    text = "When the rain had stopped at last, the children ran out, laughing and shouting, " * 6 + "and it was good."
    sentences = read_text(text)
    check(text, sentences)
    assert len(sentences) > 1
    assert all(s.words[-1].separator in (",", ".") for s in sentences)


def test_the_first_clause_can_be_had_early() -> None:
    text = "As soon as the door opened, the whole family came in and sat down around the table."
    assert len(read_text(text)) == 1
    assert [s.words[-1].text for s in read_text(text, first_clause=True)] == ["opened", "table"]


def test_pauses_go_after_the_word_before_them() -> None:
    text = AnnotatedText("Wait here.", (Annotation("pause", 5, 5, pause_s=0.5), Annotation("pause", 0, 0, pause_s=1.0)))
    (sentence,) = read_text(text)
    assert sentence.pause_before_s == 1.0
    assert [w.pause_after_s for w in sentence.words] == [0.5, 0.0]


def test_a_text_that_is_only_a_pause() -> None:
    (sentence,) = read_text(AnnotatedText(" ", (Annotation("pause", 0, 0, pause_s=2.0),)))
    assert (sentence.words, sentence.pause_before_s) == ((), 2.0)


def test_given_phones_are_spoken_in_both_languages() -> None:
    text = AnnotatedText("Say tomato.", (Annotation("phones", 4, 10, "/təˈmɑːtoʊ/"),))
    assert ["".join(w.phones) for w in words_of(text)][1] == "təmˈɑtO"
    text = AnnotatedText("他行了", (Annotation("phones", 1, 2, "hang2"),))
    assert [w.phones for w in words_of(text)][1] == ("h", "ang2")


def test_given_phones_that_are_none_are_refused_by_offset() -> None:
    with pytest.raises(TextError, match="offset 4") as caught:
        read_text(AnnotatedText("Say tomato.", (Annotation("phones", 4, 10, "tomahto"),)))
    assert caught.value.params["offset"] == 4


def test_a_substitute_is_said_in_place_of_its_span() -> None:
    text = AnnotatedText("The W3C met.", (Annotation("sub", 4, 7, "World Wide Web Consortium"),))
    words = words_of(text)
    assert [w.text for w in words] == ["The", "World", "Wide", "Web", "Consortium", "met"]
    assert {w.source for w in words[1:5]} == {(4, 7)}


def test_prosody_rests_on_the_words_of_its_span() -> None:
    span = Annotation("prosody", 4, 8, rate=1.2, pitch_semitones=2.0, volume_db=-3.0)
    words = words_of(AnnotatedText("One two six.", (span,)))
    assert [(w.rate, w.pitch_semitones, w.volume_db) for w in words] == [(1, 0, 0), (1.2, 2.0, -3.0), (1, 0, 0)]


@pytest.mark.parametrize("text", NOTHING)
def test_text_without_anything_to_say_is_refused_by_offset(text: str) -> None:
    with pytest.raises(TextError) as caught:
        read_text(text)
    assert isinstance(caught.value.params["offset"], int)


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("language", ["auto", "en", "zh"])
def test_odd_text_is_spoken(text: str, language: str) -> None:
    check(text, read_text(text, language=language))  # type: ignore[arg-type]


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=60), st.sampled_from(["auto", "en", "zh"]))
def test_any_text_gives_speech_or_a_refusal_with_its_offset(text: str, language: str) -> None:
    try:
        sentences = read_text(text, language=language)  # type: ignore[arg-type]
    except TextError as error:
        assert "offset" in error.params
        return
    check(text, sentences)
