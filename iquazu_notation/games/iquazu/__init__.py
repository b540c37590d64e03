"""Iquazú: board data, position, rules, scoring."""
