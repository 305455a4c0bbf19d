"""Mandarin: FastSpeech 2 proposes prosody and a mel spectrum; frames are made from the mel."""
