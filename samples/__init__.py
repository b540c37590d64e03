"""Records and board files to open, load and learn from."""
