"""Data regions without an example: repeated parts of a page, and those of data among them."""
