"""From the pairs of a page to the further facts of its thing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scrapy_treesim.detail.attributes.pair import Pair

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
