"""English words for tests of the engine, phones as the front end gives them (misaki's alphabet)."""

import re

from synthesis.text.spoken import SpokenWord

FOX = "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˈOvəɹ ðə lˈAzi dˈɔɡ."
CALL = "plˈiz kˈɔl mˌi bˈæk ˌɔn tˈuzdˌA, ɪf ju kˈæn, ænd bɹˈɪŋ ðə pˈApəɹz wɪð ju."
EASY = "dˈɪd ju ɹˈiᵊli θˈɪŋk ɪt wʊd bi ðˈæt ˈizi?"
SHELLS = "ʃi sˈɛlz sˈi ʃˈɛlz bI ðə sˈi ʃˈɔɹ ˈɛvɹi sˈʌməɹ."
NO = "nˈO!"
AZURE = "mˈIkɹOsˌɔft ˈæʒəɹ"
SENTENCES = (FOX, CALL, EASY, SHELLS, NO)


def spoken(phones: str) -> list[SpokenWord]:
    """One word per run of phones; a word's source is its place in `phones`."""
    return [
        SpokenWord(text=m[1], source=m.span(1), language="en", phones=tuple(m[1]), separator=m[2])
        for m in re.finditer(r"([^ ,.!?;]+)([ ,.!?;]*)", phones)
    ]
