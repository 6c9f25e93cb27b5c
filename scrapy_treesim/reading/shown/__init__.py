"""Amounts of money and ratings that a page shows of a thing, with the evidence for them."""
