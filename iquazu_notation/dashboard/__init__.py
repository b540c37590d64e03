"""The page to share, made of the figures."""
