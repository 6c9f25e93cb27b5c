"""Analysis of a page: features of its nodes, computed once for all finders."""
