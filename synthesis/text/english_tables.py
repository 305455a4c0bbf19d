"""hibari's word tables. (The package hides the module of this name behind a function of the same name.)"""

from hibari.g2p.normalize import ABBREV, MONTHS, ROMAN_CARDINAL, ROMAN_ORDINAL, TITLES, UNITS

UNITS_WITH_STOPS = frozenset({"min.", "sec.", "in.", "ft.", "oz.", "hr."})
"""Abbreviations that are units behind a number."""

__all__ = ["ABBREV", "MONTHS", "ROMAN_CARDINAL", "ROMAN_ORDINAL", "TITLES", "UNITS", "UNITS_WITH_STOPS"]
