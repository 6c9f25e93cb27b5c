"""A small site: what it is, which pages it has, and the words that its system says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from training.comment_pages.naming import new_site_design
from training.comment_pages.tongue import Tongue
from training.detail_pages import KINDS
from training.page_kinds.site import Site
from training.record_pages.design import NAMINGS, Design
from training.record_pages.markup import new_hand

WORDS = Path(__file__).parent / "wording.txt"
SHARE = 0.5
"""The share of small sites among all."""
OLD = 0.25
"""The share of sites laid out in tables that are left so: few systems lay out like that."""


@dataclass(frozen=True)
class Trade:
    """What a small site does."""

    talks: str
    """How its discussions are built."""
    pages: tuple[str, ...]
    """Its pages, each as often as it comes up."""
    things: tuple[str, ...]
    """What its pages about one thing are about."""


def _trade(talks: str, pages: str, things: str) -> Trade:
    return Trade(talks, tuple(pages.split()), tuple(things.split()))


ANY = "event course person player restaurant university company book film animal hotel album"
TRADES = {
    "small blog": _trade(
        "blog",
        "post post post post post archive archive archive archive static custom",
        f"{ANY} event person",
    ),
    "small shop": _trade(
        "shop",
        "product product product product shelf shelf shelf shelf post archive static",
        "gadget clothing part food book plant drug album clothing food",
    ),
    "small club": _trade(
        "blog",
        "custom custom custom custom customs customs customs post archive archive static",
        f"{ANY} event event event course course player person software house job",
    ),
    "small board": _trade(
        "forum",
        "topic topic topic topic topics topics members boards profile post archive static",
        "person player",
    ),
}
SHARES = (
    *("small blog",) * 9,
    *("small shop",) * 5,
    *("small club",) * 6,
    *("small board",) * 4,
)


@cache
def _wording() -> dict[str, dict[str, tuple[str, ...]]]:
    out: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in WORDS.read_text(encoding="utf-8").splitlines():
        name, _, phrases = line.partition(" = ")
        code, _, key = name.partition(".")
        out.setdefault(code, {})[key] = tuple(phrases.split("|"))
    return out


def _tongue(tongue: Tongue) -> Tongue:
    words = _wording()
    return Tongue(
        tongue.code, {**words["en"], **words.get(tongue.code, {}), **dict(tongue.phrases)}
    )


def is_small(name: str) -> bool:
    """Whether the site of this name is a small one."""
    return Random(f"{name} small").random() < SHARE


def small_site(site: Site) -> Site:
    """The site as a small one: of another trade, with the things and words of it."""
    draw = Design(site.name, "", "none", "/small site")
    trade = draw.pick("trade", SHARES)
    things = draw.pick("things", TRADES[trade].things)
    design = new_site_design(site.name, TRADES[trade].talks)
    if design.old and not draw.chance("stays old", OLD):
        era = draw.pick("newer", ("divs", "divs", "modern"))
        design = replace(design, era=era, naming=draw.pick("naming", NAMINGS[era]))
    return replace(
        site,
        trade=trade,
        design=design,
        hand=new_hand(site.name, old=design.old),
        things=next(kind for kind in KINDS if kind.name == things),
        tongue=_tongue(site.tongue),
    )
