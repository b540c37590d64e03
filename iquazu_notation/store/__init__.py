"""The store: validated games in a DuckDB file, with tables made from them for questions."""
