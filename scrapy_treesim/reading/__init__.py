"""Reading of a page: a table of its elements and a table of its blocks."""
