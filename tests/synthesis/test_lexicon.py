"""Lexicons: what they change, and the faults they are refused for."""

from pathlib import Path

import pytest

from synthesis.errors import TextError
from synthesis.text.frontend import read_text
from synthesis.text.ipa import english_phones
from synthesis.text.lexicon import Lexicon, read_lexicon
from synthesis.text.spoken import SpokenWord

PAIRS = (("Nguyen", "/wɪn/"), ("单田芳", "shan4 tian2 fang1"), ("SQL", "sequel"), ("data set", "dayta set"))


def words_of(text: str, lexicon: Lexicon) -> list[SpokenWord]:
    return [word for sentence in read_text(text, lexicon=lexicon) for word in sentence.words]


def test_an_entry_sets_the_phones_of_its_word_in_any_case() -> None:
    words = words_of("Mr. NGUYEN, Nguyen's friend", Lexicon.from_pairs(PAIRS))
    assert ["".join(w.phones) for w in words if w.text == "NGUYEN"] == ["wɪn"]
    assert words[1].source == (4, 10)
    assert words[1].guess is None


def test_a_chinese_entry_sets_each_syllable() -> None:
    words = words_of("听单田芳说", Lexicon.from_pairs(PAIRS))
    assert [w.phones for w in words[1:4]] == [("sh", "an4"), ("t", "ian2"), ("f", "ang1")]
    assert [w.source for w in words[1:4]] == [(1, 2), (2, 3), (3, 4)]


def test_a_respelling_is_read_in_place_of_the_word() -> None:
    words = words_of("The SQL data set", Lexicon.from_pairs(PAIRS))
    assert [w.text for w in words] == ["The", "sequel", "dayta", "set"]
    assert words[1].source == (4, 7)


def test_the_longest_entry_wins_and_its_very_case_before_another() -> None:
    lexicon = Lexicon.from_pairs((("New York", "gotham"), ("New", "old"), ("us", "them"), ("US", "the states")))
    assert [w.text for w in words_of("New York is new, us or US.", lexicon)] == [
        *("gotham", "is", "old", "them", "or", "the", "states"),
    ]


def test_no_entry_applies_inside_a_longer_word() -> None:
    assert [w.text for w in words_of("MySQLish", Lexicon.from_pairs(PAIRS))] == ["MySQLish"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "word,pronunciation\nNguyen,/wɪn/\nSQL,sequel\n"),
        ("a.tsv", "Nguyen\t/wɪn/\nSQL\tsequel\n"),
        ("a.json", '{"Nguyen": "/wɪn/", "SQL": "sequel"}'),
        ("a.json", '[["Nguyen", "/wɪn/"], {"word": "SQL", "pronunciation": "sequel"}]'),
    ],
)
def test_every_format_gives_the_same_lexicon(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert read_lexicon(path) == Lexicon.from_pairs((("Nguyen", "/wɪn/"), ("SQL", "sequel")))


@pytest.mark.parametrize(
    ("content", "row"),
    [
        ("a,/wɪn/\nb,\n", 2),
        ("a,/wɪn/\nb,/w☃n/\n", 2),
        ("单田芳,shan4 tian2\n", 1),
    ],
)
def test_a_fault_is_refused_by_its_row(tmp_path: Path, content: str, row: int) -> None:
    path = tmp_path / "lexicon.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(TextError, match=f"Row {row}") as caught:
        read_lexicon(path)
    assert caught.value.params["row"] == row


def test_a_file_that_is_missing_or_no_json_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TextError, match="cannot be read"):
        read_lexicon(tmp_path / "none.csv")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(TextError, match="no valid JSON"):
        read_lexicon(tmp_path / "bad.json")


@pytest.mark.parametrize(
    ("ipa", "phones"),
    [
        ("/təˈmeɪtoʊ/", "təmˈAtO"),
        ("/ˈtʃiːz/", "ʧˈiz"),
        ("/bɜːd/", "bɜɹd"),
        ("/ˈbɒt.əl/", "bˈɑtəl"),
        ("/raɪt/", "ɹIt"),
        ("/ˈdʒɔɪ/", "ʤˈY"),
    ],
)
def test_standard_ipa_becomes_the_models_alphabet(ipa: str, phones: str) -> None:
    assert "".join(english_phones(ipa)[0]) == phones
