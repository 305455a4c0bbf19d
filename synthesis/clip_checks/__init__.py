"""Measurements on a recording: where speech is, how the sound is, whether one person speaks."""
