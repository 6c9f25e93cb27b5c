"""A label and the value beside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """A label and the value beside it, as the page shows them."""

    label: str
    """White space collapsed, without its colon."""
    value: str
    """White space collapsed, at most 1,000 characters."""
    node: int
    """The node that holds the value, an element or a text."""
    label_node: int
    """The node that holds the label; the value's own, of a text ``Label: value``."""
    form: str
    """``row`` of a table, ``definition`` of a list, ``line`` with a colon, ``columns`` of
    elements."""
    score: float
    """How plainly it is a fact of the page's thing, in [0, 1]."""
