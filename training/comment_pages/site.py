"""A site: its kind, its language, its design; what its pages share."""

from __future__ import annotations

from dataclasses import dataclass

from training.comment_pages.naming import SiteDesign, new_site_design
from training.comment_pages.tongue import SPOKEN, Tongue, tongue_of
from training.record_pages.design import Design
from training.record_pages.languages import Language
from training.record_pages.markup import Hand, new_hand

KINDS = (
    *("blog",) * 30,
    *("news",) * 11,
    *("forum",) * 15,
    *("qa",) * 8,
    *("shop",) * 10,
    *("sns",) * 7,
    *("none",) * 19,
)


@dataclass(frozen=True)
class Site:
    """Everything that the pages of one site share."""

    name: str
    kind: str
    design: SiteDesign
    hand: Hand
    language: Language
    tongue: Tongue


def new_site(name: str) -> Site:
    """A site drawn by its name."""
    draw = Design(name, "", "none", "/site")
    kind = draw.pick("kind", KINDS)
    design = new_site_design(name, kind)
    language = draw.pick("language", SPOKEN)
    tongue = tongue_of("en" if draw.chance("english interface", 0.07) else language.code)
    return Site(name, kind, design, new_hand(name, old=design.old), language, tongue)
