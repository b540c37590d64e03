"""The store: validated games in a DuckDB file that can be thrown away and made again."""
