"""The kind of a page as plain values: the probability of each kind, and what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.views.marks import rounded
from scrapy_treesim.kind.page_kind import page_kind
from scrapy_treesim.network.weights import KINDS

if TYPE_CHECKING:
    from scrapy_treesim.kind.page_kind import PageKind
    from scrapy_treesim.page import Page

MAX_EFFECTS: Final = 10
"""Features that are shown, those that do most first."""


def page_kind_view(page: Page) -> dict[str, Any]:
    """The kind of a page, asked by itself."""
    found = page_kind(page)
    return {
        "kind": found.kind,
        "probabilities": [
            {"kind": kind, "probability": rounded(found.probabilities[kind])} for kind in KINDS
        ],
        "effects": [
            {"phrase": effect.phrase, "change": round(effect.change, 2)}
            for effect in found.effects[:MAX_EFFECTS]
        ],
    }


def note_of_less(kind: PageKind, found: float, asked: float, enough: float) -> list[str]:
    """The note where less confidence than was asked for is enough, by the kind of the page."""
    if not enough <= found < asked:
        return []
    return [
        f"Less sure than {asked:.2f} is enough here, because the page is of the kind {kind.kind}: "
        f"{enough:.2f}."
    ]
