"""Fields found without examples, as labels that one click accepts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy_treesim.inspector.labels.taking import Reader
from scrapy_treesim.templates.labels.proposed import proposed_labels
from scrapy_treesim.templates.rules.example import squeezed

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.template import Template


@dataclass(frozen=True, slots=True)
class Proposal:
    """A label that a page of a template might be given."""

    field: str
    node: int
    take: str
    """``text`` or an attribute."""
    value: str
    part: str | None
    """The value, where it is only a part of what is taken."""
    pages: int
    """On how many pages the field stands there."""
    looked: int
    """How many pages were looked at."""
    score: float

    def to_json(self) -> dict[str, Any]:
        """As the browser is told: all that a label is saved by, and what there is to show."""
        return {
            "field": self.field, "node": self.node, "take": self.take, "part": self.part,
            "value": self.value, "pages": self.pages, "looked": self.looked,
            "score": round(self.score, 4),
        }  # fmt: skip


def proposals(template: Template, page: Page, others: Sequence[Page]) -> list[Proposal]:
    """The fields proposed for a template that one of its pages has, by this page and others."""
    reader = Reader(page)
    found = []
    for one in proposed_labels(template, [page, *others]):
        here = one.on(0)
        if here is not None:
            is_whole = squeezed(reader.read(here.node, here.take)) == squeezed(here.value)
            part = None if is_whole else here.value
            found.append(
                Proposal(
                    one.field, here.node, here.take, here.value, part, len(one.values), one.pages,
                    one.score,
                )
            )  # fmt: skip
    return found
