"""Instruments: scripts that speak real material and print what judges measure. Not tests; see README, Figures."""
