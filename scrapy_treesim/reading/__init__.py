"""A page, read once: a table of its elements and a table of its blocks."""
