"""Pairs of a label and a value, and the facts of a thing among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


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


MIN_SCORE: Final = 0.5
"""Score from which a pair is a fact of the page's thing."""
LISTED: Final = ("row", "definition")
"""Forms in which one label may stand for several values."""
MAX_JOINED: Final = 20
"""Values of one label that are joined."""


def attributes_from(pairs: Iterable[Pair]) -> dict[str, str]:
    """The facts among the pairs, by their labels, in the page's order.

    Values of one label right after one another in a table or a list of terms are joined by commas;
    of others the first one stands.
    """
    found: dict[str, list[str]] = {}
    last = ""
    for pair in pairs:
        if pair.score < MIN_SCORE:
            continue
        values = found.setdefault(pair.label, [])
        if not values or (
            pair.label == last
            and pair.form in LISTED
            and pair.value not in values
            and len(values) < MAX_JOINED
        ):
            values.append(pair.value)
        last = pair.label
    return {label: ", ".join(values) for label, values in found.items()}
