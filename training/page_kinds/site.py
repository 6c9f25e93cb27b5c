"""A site with pages of several kinds: what it is about, its language, its design."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from training.comment_pages.naming import SiteDesign, new_site_design
from training.comment_pages.speaker import Speaker
from training.comment_pages.tongue import Tongue
from training.detail_pages import Kind, full_tongue, site_kind
from training.page_kinds.tongues import LANGUAGES
from training.record_pages.design import NAMINGS, Design
from training.record_pages.languages import Language
from training.record_pages.markup import Hand, new_hand

TRADES: dict[str, tuple[str, str]] = {
    "shop": ("shop", "detail detail detail detail detail list list other other article"),
    "portal": ("none", "detail detail detail detail list list other article"),
    "reference": ("none", "detail detail detail list list article other"),
    "directory": ("none", "detail detail list list list other"),
    "news": ("news", "article article article article list list other"),
    "blog": ("blog", "article article article article list list list other"),
    "manual": ("none", "article article article list other"),
    "encyclopedia": ("none", "article article article list detail other"),
    "firm": ("none", "other other other other article article list detail"),
    "forum": ("forum", "thread thread thread thread thread list list other detail"),
    "questions": ("qa", "thread thread thread thread thread list other detail"),
    "network": ("sns", "thread thread thread list list detail other"),
    "society": ("none", "article list other other detail thread thread"),
}
"""Kinds of sites: how their discussions are built, and the kinds of their pages."""

SUBDOMAINS = {
    "shop": "shop.",
    "forum": "forum.",
    "blog": "blog.",
    "manual": "docs.",
    "encyclopedia": "wiki.",
    "portal": "jobs.",
}
"""What stands before the names of some sites."""

SHARES = (
    *("shop",) * 16,
    *("portal",) * 14,
    *("reference",) * 8,
    *("directory",) * 6,
    *("news",) * 9,
    *("blog",) * 9,
    *("manual",) * 6,
    *("encyclopedia",) * 4,
    *("firm",) * 10,
    *("forum",) * 12,
    *("questions",) * 7,
    *("network",) * 4,
    *("society",) * 5,
)


@dataclass(frozen=True)
class Site:
    """Everything that the pages of one site share."""

    name: str
    trade: str
    design: SiteDesign
    hand: Hand
    language: Language
    tongue: Tongue
    things: Kind
    host: str

    @property
    def kinds(self) -> list[str]:
        """The kinds of its pages, each as often as it comes up."""
        return TRADES[self.trade][1].split()

    def speaker(self, key: str) -> Speaker:
        """A writer that draws by a key: the same key, the same words."""
        draw = Random(f"{self.name} {key}")
        speaker = Speaker(draw, self.language, "", tongue=self.tongue)
        speaker.query = speaker.word()
        return speaker


ERAS = (
    "tables",
    *("early",) * 2,
    *("divs",) * 5,
    *("modern",) * 8,
    *("app",) * 4,
)
"""How pages were built, as often as they come up."""


OLD = {
    "news": 0.25,
    "blog": 0.2,
    "firm": 0.15,
    "manual": 0.25,
    "shop": 0.7,
    "portal": 0.9,
    "reference": 0.9,
}
"""Of the sites laid out in tables, the share that stays so; the others are drawn once more."""


TALKING = ("forum", "questions", "network")
"""Sites whose members have pages of their own."""
LONG_LIVED = ("shop", "portal", "reference", "directory")
"""Sites that are often as they were built long ago."""


def _of_its_time(design: SiteDesign, trade: str, draw: Design) -> SiteDesign:
    """The design with an era of its own, unless it follows a custom."""
    if design.custom is not None:
        return design
    eras = (*ERAS, *("tables", "early") * 3) if trade in LONG_LIVED else ERAS
    era = draw.pick("era", eras)
    return replace(design, era=era, naming=draw.pick("naming", NAMINGS[era]))


def new_site(name: str, trade: str = "") -> Site:
    """A site drawn by its name; of this trade, if one is given."""
    draw = Design(name, "", "none", "/page site")
    trade = trade or draw.pick("trade", SHARES)
    design = _of_its_time(new_site_design(name, TRADES[trade][0]), trade, draw)
    if design.old and not draw.chance("old", OLD.get(trade, 0.4)):
        design = _of_its_time(
            new_site_design(f"{name}n", TRADES[trade][0]), trade, draw.at("again")
        )
    language = draw.pick("language", LANGUAGES)
    tongue = full_tongue("en" if draw.chance("english interface", 0.06) else language.code)
    letters = Random(f"host {name}")
    words = "".join(letters.choices("bcdfghklmnprst", k=3)) + letters.choice("aeiou")
    first = ("www.", "www.", "", SUBDOMAINS.get(trade, "www."))
    host = f"{draw.pick('www', first)}{words}{name}.example"
    things = site_kind(design, shop=trade == "shop", talking=trade in TALKING)
    hand = new_hand(name, old=design.old)
    return Site(name, trade, design, hand, language, tongue, things, host)


def pages_of(name: str) -> int:
    """How many pages of a site there are."""
    return Random(f"{name} pages").randint(4, 8)
