"""English spoken forms: a corpus of what people write, and the pronunciations that go with it."""

import pytest

from synthesis.text.frontend import explain, read_text
from synthesis.text.spoken import SpokenWord

CORPUS = (
    ("It costs $5.20.", "It costs five dollars and twenty cents"),
    ("£3 or €9.99", "three pounds or nine euros and ninety-nine cents"),
    ("$0.99 each", "ninety-nine cents each"),
    ("$1,200 and $1", "one thousand two hundred dollars and one dollar"),
    ("$3.5 million", "three point five million dollars"),
    ("a $5M deal", "a five million dollars deal"),
    ("at 3:45 pm", "at three forty-five PM"),
    ("at 10:05.", "at ten oh five"),
    ("at 9:00", "at nine o'clock"),
    ("by 7am", "by seven AM"),
    ("from 18:00", "from eighteen hundred"),
    ("555-123-4567", "five five five one two three four five six seven"),
    ("1-800-555-0199", "one eight hundred five five five zero one nine nine"),
    ("In 1984 and 2024", "In nineteen eighty-four and twenty twenty-four"),
    ("in 2005 and 1905", "in two thousand five and nineteen oh five"),
    ("1234 files", "one thousand two hundred thirty-four files"),
    ("2024-05-17", "May seventeenth twenty twenty-four"),
    ("5/17/2024", "May seventeenth twenty twenty-four"),
    ("May 17, 2024", "May seventeenth twenty twenty-four"),
    ("on 17 May", "on the seventeenth of May"),
    ("the 1990s", "the nineteen nineties"),
    ("1939-1945", "nineteen thirty-nine to nineteen forty-five"),
    ("1/2 cup", "one half cup"),
    ("2 1/2 cups", "two and a half cups"),
    ("3/4 of it", "three quarters of it"),
    ("12 km/h", "twelve kilometers per hour"),
    ("1 kg and 5kg", "one kilogram and five kilograms"),
    ("-3 °C", "minus three degrees Celsius"),
    ("50% off, 10-20%", "fifty percent off ten to twenty percent"),
    ("6'2\" tall", "six feet two inches tall"),
    ("No. 5", "number five"),
    ("the 2nd and 21st", "the second and twenty-first"),
    ("Henry VIII", "Henry the eighth"),
    ("World War II", "World War two"),
    ("Chapter IV", "Chapter four"),
    ("1,234,567", "one million two hundred thirty-four thousand five hundred sixty-seven"),
    ("v2.5.1", "version two point five point one"),
    ("192.168.0.1", "one nine two dot one six eight dot zero dot one"),
    ("3.14 and .5", "three point one four and point five"),
    ("agent 007", "agent zero zero seven"),
    ("Room 305", "Room three oh five"),
    ("order 48213", "order four eight two one three"),
    ("3 x 5 = 15", "three by five equals fifteen"),
    ("john.doe@example.com", "john dot doe at example dot com"),
    ("Dr. Smith on Main St.", "Dr Smith on Main Street"),
    ("cats & dogs, etc.", "cats and dogs et cetera"),
    ("The score was 3-2.", "The score was three to two"),
    ("B2B and MP3", "B to B and MP three"),
    ("COVID-19", "COVID nineteen"),
    ("Boeing 747", "Boeing seven forty-seven"),
    ("open Mon.-Fri., 9am-5pm", "open Monday to Friday nine AM to five PM"),
    ("He scored 9/10.", "He scored nine out of ten"),
    ("a 16:9 screen", "a sixteen to nine screen"),
    ("ISBN 978-3-16-148410-0", "ISBN nine seven eight three one six one four eight four one zero zero"),
    ("On the 4th of July, 1776", "On the fourth of July seventeen seventy-six"),
    ("in the year 1066", "in the year ten sixty-six"),
    ("Washington, D.C. 20500", "Washington DC two zero five zero zero"),
    ("6 / 2 = 3", "six divided by two equals three"),
    ('"Why?" she asked.', "Why she asked"),
)


def spoken(text: str, **options: str) -> str:
    return " ".join(word.text for word in every_word(text, **options))


def every_word(text: str, **options: str) -> list[SpokenWord]:
    return [word for sentence in read_text(text, **options) for word in sentence.words]  # type: ignore[arg-type]


@pytest.mark.parametrize(("written", "said"), CORPUS)
def test_it_reads_the_way_people_write(written: str, said: str) -> None:
    got = spoken(written, language="en").replace(".", "").replace("M P", "MP")
    assert got.lower() == said.lower()


def test_words_of_a_number_stand_for_its_signs() -> None:
    text = "It costs $5.20 now."
    assert [text[slice(*word.source)] for word in every_word(text)] == ["It", "costs", *["$5.20"] * 5, "now"]


def test_stress_and_articles_follow_the_context() -> None:
    phones = {word.text: "".join(word.phones) for word in every_word("The apple fell on the table.")}
    assert phones["The"] == "ði"
    assert phones["the"] == "ðə"


def test_a_letter_a_is_no_article() -> None:
    words = every_word("Take vitamin A and a plan.")
    assert ["".join(w.phones) for w in words if w.text in "Aa"] == ["ˈA", "ɐ"]


def test_stops_are_what_the_model_reads_between_words() -> None:
    words = every_word("Yes, I know; do you?")
    assert [word.separator for word in words] == [", ", " ", "; ", " ", "?"]


def test_a_sentence_without_a_stop_gets_one() -> None:
    assert every_word("Hello there")[-1].separator == "."


def test_guesses_are_marked_with_their_reason() -> None:
    marks = {word.original: word.guess for word in explain("The XQZT brimplet is good.")}
    assert marks == {"The": None, "XQZT": "spelled_out", "brimplet": "unknown_word", "is": None, "good": None}
    assert all(word.reason for word in explain("brimplet") if word.guess)


def test_known_initials_are_spelled_and_no_guess() -> None:
    word = every_word("The US and the UN agree.")[1]
    assert (word.text, word.guess) == ("US", None)
    assert "".join(word.phones) == "jˌuˈɛs"


def test_decoration_of_markdown_is_not_read() -> None:
    text = "# Title\n\n- **bold** and _thin_ `code`\n- [a link](https://example.com/x)"
    assert spoken(text) == "Title bold and thin code a link"


def test_other_scripts_are_transliterated() -> None:
    words = every_word("Привет мир")
    assert [word.text for word in words] == ["Privet", "mir"]
    assert [word.source for word in words] == [(0, 6), (7, 10)]
