"""The kind of a page as plain values: the probability of each kind, and what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.views.marks import rounded
from scrapy_treesim.kind.feature import KINDS
from scrapy_treesim.kind.page_kind import page_kind

if TYPE_CHECKING:
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
