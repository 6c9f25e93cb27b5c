"""Data regions with no example: all that repeats, and what of it is data."""
