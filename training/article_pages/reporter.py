"""A writer of articles: sentences with the commas of its language."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from training.comment_pages.speaker import Speaker
from training.page_kinds.site import Site

COMMAS: Final = {"ja": "、", "ar": "، "}
"""Commas of languages that have their own; with what stands after them."""


@dataclass
class Reporter(Speaker):
    """Draws the data of one page."""

    def sentence(self) -> str:
        """A sentence with its language's commas, none of them before its end."""
        text = super().sentence()
        stop = self.language.stop.rstrip()
        text = text.removesuffix(stop).rstrip(",，") if stop else text.rstrip(",，")
        comma = COMMAS.get(self.language.code)
        if comma:
            text = text.replace("，", comma).replace(", ", comma)
        return text + stop


@dataclass(frozen=True)
class ReportingSite(Site):
    """A site whose pages reporters write."""

    def speaker(self, key: str) -> Reporter:
        """A writer that draws by a key: the same key, the same words."""
        draw = Random(f"{self.name} {key}")
        reporter = Reporter(draw, self.language, "", tongue=self.tongue)
        reporter.query = reporter.word()
        return reporter


def reporting(site: Site) -> ReportingSite:
    """The site, written by reporters."""
    return ReportingSite(
        name=site.name,
        trade=site.trade,
        design=site.design,
        hand=site.hand,
        language=site.language,
        tongue=site.tongue,
        things=site.things,
        host=site.host,
    )
