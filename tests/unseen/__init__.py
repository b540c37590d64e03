"""Unseen cards and tiles, worked out by listing everything that could have been."""
