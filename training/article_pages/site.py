"""A site with articles: what it is about, its language, its design."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from training.article_pages.reporter import reporting
from training.article_pages.tongues import LANGUAGES, tongue_of
from training.comment_pages.comment import Talk
from training.comment_pages.naming import SiteDesign
from training.page_kinds.site import Site, new_site
from training.record_pages.design import NAMINGS, Design
from training.record_pages.markup import new_hand

TRADES: Final = {
    "news": ("article",) * 14 + ("list",),
    "blog": ("article",) * 10 + ("list",),
    "magazine": ("article",) * 12 + ("list",),
    "manual": ("article",),
    "encyclopedia": ("article",),
    "firm": ("article",) * 6 + ("list",),
    "forum": ("thread",) * 12 + ("list",),
    "questions": ("thread",),
    "shop": ("detail",) * 6 + ("article", "list"),
}
"""Kinds of sites, and the kinds of their pages as often as they come up."""
OLD: Final = 0.15
"""The share of sites laid out in tables besides those that are anyway."""
SILENT: Final = 0.15
"""The share of sites whose names of classes say nothing, besides those that are so anyway."""
SHARES: Final = (
    *("news",) * 34,
    *("blog",) * 17,
    *("magazine",) * 12,
    *("manual",) * 8,
    *("encyclopedia",) * 4,
    *("firm",) * 10,
    *("forum",) * 6,
    *("questions",) * 3,
    *("shop",) * 6,
)


@dataclass(frozen=True)
class Press:
    """A site, and what only sites with articles decide."""

    site: Site
    trade: str
    brand: str
    """The site's name, as it calls itself."""

    def talk(self, number: int) -> Talk:
        """What the builders of a page share."""
        writer = self.site.speaker(f"page {number}")
        return Talk(self.site.design, writer, title_of(self, writer.title(), writer.draw))

    def said(self, talk: Talk, key: str, **known: str) -> str:
        """The site's phrase for ``key``."""
        return talk.writer.say(talk.design.at("press"), key, s=self.brand, y=self.year, **known)

    @property
    def year(self) -> str:
        """The year in the copyright line."""
        return str(self.site.design.number("year", 2004, 2026))


def title_of(press: Press, title: str, draw: Random) -> str:
    """A headline: some are longer, some are a quote or a question."""
    writer = press.site.speaker(f"title {draw.random()}")
    form = draw.random()
    if form < 0.35:
        title = writer.sentence().rstrip(".。।, ")
    elif form < 0.45:
        title = f"{writer.words(1, 3)}: {writer.sentence().rstrip('.。।, ')}"
    return f"“{title}”" if form > 0.96 else title


def _designed(design: SiteDesign, draw: Design) -> SiteDesign:
    """The design; on some sites an old one, on some one without telling names."""
    if draw.chance("old", OLD) and design.custom is None:
        era = draw.pick("era", ("tables", "early"))
        return replace(design, era=era, naming=draw.pick("old naming", NAMINGS[era]))
    if draw.chance("silent", SILENT):
        return replace(design, naming=draw.pick("naming", ("none", "none", "hashed", "terse")))
    return design


def new_press(name: str) -> Press:
    """A site drawn by its name."""
    draw = Design(name, "", "none", "/press")
    trade = draw.pick("trade", SHARES)
    site = new_site(name, "news" if trade == "magazine" else trade)
    language = draw.pick("language", LANGUAGES)
    tongue = tongue_of("en" if draw.chance("english interface", 0.06) else language.code)
    design = _designed(site.design, draw)
    hand = new_hand(name, old=design.old)
    site = replace(site, design=design, hand=hand, language=language, tongue=tongue)
    site = reporting(site)
    return Press(site, trade, site.speaker("brand").words(1, 3))


def pages_of(name: str) -> int:
    """How many pages of a site there are."""
    return Random(f"{name} pages").randint(1, 3)
