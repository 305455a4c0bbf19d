"""English: hibari's model of three graphs, prosody open to edits before the spectrum is made."""
