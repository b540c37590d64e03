"""Text to records and back. Knows words, not rules."""
