"""Which template a page is of: features, signatures, the match."""
