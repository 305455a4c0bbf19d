"""English words -> phones of the English model, with hibari's G2P (misaki's rules, ported) over the whole stretch."""

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from synthesis.text.aligned import AlignedText
from synthesis.text.fixed import SIGNS, FixedWords
from synthesis.text.ipa import vocabulary
from synthesis.text.spoken import GuessReason, SpokenWord
from synthesis.text.word_lists import word_set

KNOWN_RATING = 3
"""G2P ratings: 5 given, 4 and 3 found in a lexicon, 2 and below guessed by the letter network."""
_SIGN = re.compile(f"[{SIGNS}]")
_STOPS = frozenset(';:,.!?—…"()“”')
_LONG_LETTERS = re.compile(r"([A-Za-z']{24})(?=[A-Za-z'])")
_DIGITS_ONLY = re.compile(r"(?:(?:zero|one|two|three|four|five|six|seven|eight|nine) ?)+")
_MANY_DIGITS = 400
_QUOTE = re.compile(r"[\"“”]|(?<!\w)'(?!(?:em|til|cause|tis|twas|bout|n)\b)|(?<![\w.])'|(?<=[^s\W])'(?!\w)")
"""Quotation marks: hibari's G2P takes a word with one beside it for an unknown word wherever its tagger errs."""
_SPACE_BEFORE_STOP = re.compile(r"\s+([,.;:!?)])|(?<=\()\s+")
_CHAIN = re.compile(r"[^\s]{48,}")
"""hibari's G2P takes time in proportion to the cube of the pieces that hang together without a space."""
_REPEATED = re.compile(r"([^\s])\1+")
_NOT_LETTER = re.compile(r"[^A-Za-z]")
_DOTTED = re.compile(r"(?:[A-Z]\.)+[A-Z]\b\.?")
_CAPITALS = re.compile(r"[A-Z]{2,}s?")
_SHOUTED = 0.7
"""Share of capitals above which capitals are a way of writing, not initials."""
_INITIALS = word_set(
    "US IT UN EU UK AI TV PC ID IP HR PR WHO IOS API CEO CFO CTO USA FBI CIA NBA NFL GPS ATM DNA FAQ DIY VIP USB PDF "
    "URL SQL CSS XML CPU GPU RAM SSD LED LCD HDMI IBM BBC CNN ABC NBC CBS HBO MIT UCLA NYC LA DC SMS ASAP"
)


@dataclass(slots=True)
class _Piece:
    """A spoken word while its tokens are gathered: text[start:end], phones so far, and what follows it."""

    start: int
    end: int
    phones: str
    guess: GuessReason | None
    after: str = ""
    fixed: str = ""


@functools.cache
def _g2p() -> Any:
    """hibari's G2P with its letter network in a session of ours. Loads in about 0.4 s."""
    from hibari.g2p import ASSETS, G2P
    from hibari.g2p.oov import OOV

    from synthesis.runtime.sessions import make_session

    path = Path(ASSETS) / "oov.onnx"
    loaded: list[OOV] = []

    @functools.lru_cache(maxsize=8192)
    def read_letters(word: str) -> str | None:
        if not loaded:
            loaded.append(OOV(str(path), session=make_session(path)))
        phones: str | None = loaded[0](word)
        return phones

    return G2P(oov=read_letters)


def warm() -> None:
    """Load the lexicon and the tagger, so that the next call costs only its own work."""
    _g2p()


def speak_english(text: AlignedText, fixed: FixedWords, *, is_guest: bool, is_last: bool) -> list[SpokenWord]:
    """Words of a stretch of English words and stops (no digits). A guest in a Chinese sentence takes commas for all
    its stops, and nothing at its end, so that it neither falls nor pauses there."""
    if len(text) > _MANY_DIGITS and _DIGITS_ONLY.fullmatch(text.text):
        return _digits(text)
    text = _readable(text)
    pieces = _pieces(text, fixed, is_guest=is_guest)
    out: list[SpokenWord] = []
    for i, piece in enumerate(pieces):
        separator = _separator(piece.after, is_guest=is_guest)
        if i == len(pieces) - 1:
            separator = _last_separator(separator, is_guest=is_guest, is_last=is_last)
        out.extend(_spoken(text, piece, fixed, separator))
    return out


def _digits(text: AlignedText) -> list[SpokenWord]:
    """Optimization: an endless number is digit names without a context worth the tagger's time."""
    return [
        SpokenWord(m[0], text.source(*m.span()), "en", _digit_phones(m[0]), " ")
        for m in re.finditer(r"[a-z]+", text.text)
    ]


@functools.cache
def _digit_phones(word: str) -> tuple[str, ...]:
    return tuple("".join(token.phonemes for token in _g2p().phonemize_tokens(_g2p().tokenize(word))))


def _readable(text: AlignedText) -> AlignedText:
    """Chains of letters no word is made of are cut, and shouted words taken down, before the lexicon sees them."""
    text = text.sub(_LONG_LETTERS, lambda m: f"{m[1]} ")
    text = text.sub(_QUOTE, " ").sub(_SPACE_BEFORE_STOP, r"\1") if _QUOTE.search(text.text) else text
    text = text.sub(_CHAIN, lambda m: _NOT_LETTER.sub(" ", m[0]))
    letters = [c for c in text.text if c.isalpha()]
    shouted = len(letters) > 12 and sum(c.isupper() for c in letters) > _SHOUTED * len(letters)
    return text.sub(_CAPITALS, lambda m: _capitals(m[0], shouted=shouted))


def _capitals(word: str, *, shouted: bool) -> str | None:
    lexicon = _g2p().lexicon
    bare = word.removesuffix("s")
    if bare in _INITIALS and not (shouted and bare in ("US", "IT", "WHO")):
        return f"{'.'.join(bare)}.{chr(39) + 's' if word != bare else ''}"
    return word.lower() if shouted and lexicon.golds.get(word.lower()) is not None else None


def _pieces(text: AlignedText, fixed: FixedWords, *, is_guest: bool) -> list[_Piece]:
    tokens, signs = _tokens(text.text, fixed)
    g2p = _g2p()
    pieces: list[_Piece] = []
    at = 0
    glued = False
    said_tokens = g2p.phonemize_tokens(tokens)
    _read_letter_a(said_tokens, starts_sentence=not is_guest)
    for token in said_tokens:
        found = text.text.find(token.text, at)
        start = found if found >= 0 else at
        at = start + len(token.text)
        phones = "".join(c for c in token.phonemes or "" if c in vocabulary())
        said = phones.strip("".join(_STOPS) + " ˈˌ")
        if said:
            guess = _guess(token)
            if glued and pieces and not pieces[-1].after and not pieces[-1].fixed and token.text not in signs:
                pieces[-1].phones += phones
                pieces[-1].end = at
                pieces[-1].guess = pieces[-1].guess or guess
            else:
                pieces.append(_Piece(start, at, phones, guess, fixed=token.text if token.text in signs else ""))
        elif pieces:
            pieces[-1].after += phones or ("" if not token.text.strip("-'") else " ")
        if token.whitespace and pieces:
            pieces[-1].after += " "
        glued = not token.whitespace
    return pieces


def _read_letter_a(tokens: list[Any], *, starts_sentence: bool) -> None:
    """A capital A inside a sentence is the letter ("plan A", "A three"), unless a title goes on after it."""
    for i, token in enumerate(tokens):
        if token.text == "A" and token.phonemes == "ɐ" and (i or not starts_sentence):
            after = tokens[i + 1].text if i + 1 < len(tokens) else ""
            if not (len(after) > 1 and after[0].isupper() and after[1:].islower()):
                token.phonemes = "ˈA"


def _tokens(text: str, fixed: FixedWords) -> tuple[list[Any], set[str]]:
    """Tokens with tags; a sign of given pronunciation is one token that brings its phones along."""
    from hibari.g2p.token import Tok

    g2p = _g2p()
    tokens: list[Any] = []
    signs: set[str] = set()
    last = 0
    for match in [*_SIGN.finditer(text), None]:
        stop = match.start() if match else len(text)
        tokens += g2p.tokenize(text[last:stop])
        if match is None:
            break
        sign = match.group()
        signs.add(sign)
        phones = " ".join("".join(word.phones) for word in fixed.words(sign))
        space = " " if text[match.end() : match.end() + 1].isspace() else ""
        if tokens and text[last:stop].endswith(" "):
            tokens[-1].whitespace = " "
        tokens.append(Tok(sign, "NN", space, phonemes=phones, rating=5))
        last = match.end()
    return tokens, signs


def _guess(token: Any) -> GuessReason | None:
    if token.rating is not None and token.rating < KNOWN_RATING:
        return "unknown_word"
    lexicon = _g2p().lexicon
    text = token.text.strip("'")
    if len(text) > 1 and text.isupper() and text.isalpha() and text not in lexicon.golds.d:
        spelled, _ = lexicon.get_NNP(text)
        return "spelled_out" if spelled == token.phonemes else None
    return None


def _separator(after: str, *, is_guest: bool) -> str:
    """What the model reads between two words; a guest's stops are at most commas."""
    after = _REPEATED.sub(r"\1", re.sub(r"\s+", " ", after))
    if is_guest:
        return ", " if any(c in after for c in ",.!?;:—…()") else " "
    stops = after.strip()
    if not stops:
        return " "
    if after.startswith(" ") and stops[0] in '“(—"':
        return after if after.endswith((" ", "“", "(")) else f"{after} "
    return f"{stops} " if not stops.endswith(("“", "(")) else after.lstrip()


def _last_separator(separator: str, *, is_guest: bool, is_last: bool) -> str:
    if is_guest:
        return ", " if "," in separator and not is_last else ""
    return separator


def _spoken(text: AlignedText, piece: _Piece, fixed: FixedWords, separator: str) -> list[SpokenWord]:
    source = text.source(piece.start, piece.end)
    if piece.fixed:
        given = fixed.words(piece.fixed)
        return [
            SpokenWord(w.text, w.source, w.language, w.phones, separator if i == len(given) - 1 else " ")
            for i, w in enumerate(given)
        ]
    said = piece.phones.split()
    written = _DOTTED.sub(lambda m: m[0].replace(".", ""), text.text[piece.start : piece.end])
    words = written.split()
    names = words if len(words) == len(said) else [written] * len(said)
    return [
        SpokenWord(name, source, "en", tuple(phones), separator if i == len(said) - 1 else " ", piece.guess)
        for i, (name, phones) in enumerate(zip(names, said, strict=True))
    ]
