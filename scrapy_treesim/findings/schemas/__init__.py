"""Schemas of one's own, filled with what a page holds: a class's fields, and columns that fit."""
