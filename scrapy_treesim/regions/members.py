"""The members of a candidate: which of its records, and of the siblings beside them, are records.

A header row, a pager, an advertisement among the records lacks what the others have; a record that
another class kept out has it.
"""

from __future__ import annotations

from typing import Final

_MARKS = ("link", "image", "heading", "price", "date", "digit")

MEMBER: Final = (
    "always", "unlike", "lacks_essential", "named_unlike", "other_name", "longer", "length",
    "texts", *(f"lacks_{mark}" for mark in _MARKS), *(f"extra_{mark}" for mark in _MARKS),
    "at_end", "left_out", "single_text", "one_in",
)  # fmt: skip
"""The numbers that compare one record with all, in their order."""

DOUBTS: Final = ("doubt", "worst", "odd", "missed", "missing")
"""The numbers that sum up a candidate's members, in their order."""
