"""Measures of quality and speed; see README.md."""
