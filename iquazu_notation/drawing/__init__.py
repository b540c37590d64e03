"""A position as terminal text and as SVG."""
