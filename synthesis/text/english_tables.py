"""hibari's word tables. (The package hides the module of this name behind a function of the same name.)"""

from hibari.g2p.normalize import ABBREV, MONTHS, ROMAN_CARDINAL, ROMAN_ORDINAL, TITLES, UNITS

__all__ = ["ABBREV", "MONTHS", "ROMAN_CARDINAL", "ROMAN_ORDINAL", "TITLES", "UNITS"]
