"""Amounts of money and ratings of a thing as a page shows them, with the evidence."""
