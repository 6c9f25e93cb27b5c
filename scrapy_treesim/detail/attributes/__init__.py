"""Pairs of a label and a value that a page shows, in any form; facts are those of its thing."""
