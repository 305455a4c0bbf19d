"""The demonstration: a customer-care passage in a voice cloned from real clips (CREDITS.md)."""
