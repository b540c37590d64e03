"""Plotly figures of the statistics, each from one query."""
