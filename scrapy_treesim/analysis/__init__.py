"""The analysis of a page: what every finder asks of its nodes, computed once."""
