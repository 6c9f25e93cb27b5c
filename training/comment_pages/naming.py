"""Names of the elements of a discussion: telling ones, ones that tell nothing, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar, cast

from training.comment_pages.customs import CUSTOMS, Custom
from training.record_pages.design import NAMINGS, Design
from training.record_pages.markup import Child, Node
from training.record_pages.naming import class_name

T = TypeVar("T")

ITEMS = {
    "blog": "comment comment comment comment comment response reply kommentar comentario cmt c",
    "news": "comment comment comment reader-comment comment-item response opinion thread-item",
    "forum": "post post post message msg postbit reply topic-post forum-post entry tz plhin",
    "qa": "answer answer answer-item reply post response solution",
    "shop": "review review review review-item customer-review rating opinion feedback comment",
    "sns": "reply comment status note tweet post feed-item thing comment-node",
    "none": "item entry post record",
    "rows": "post post entry article item teaser news story hit result thread topic hentry card",
}
PARTS = {
    "section": "s comments discussion area responses section wrap",
    "thread": "list thread items container stream replies all",
    "head": "header head meta top info details bar",
    "author": "author name user by username poster fn nick",
    "date": "date time meta posted timestamp when metadata",
    "body": "body content text message entry copy main txt",
    "foot": "footer foot actions tools bar bottom links",
    "controls": "actions controls links buttons tools reply options",
    "avatar": "avatar photo userpic thumb gravatar image face",
    "side": "author left side profile userinfo poster user",
    "mainly": "main right inner wrap content col",
    "votes": "votes score likes rating karma points",
    "number": "number permalink num count index floor",
    "badge": "badge label role flair tag rank",
    "subject": "title subject heading headline",
    "stars": "stars rating score star-rating rate",
    "quote": "quote quoted cite bbcode-quote quotetop",
    "signature": "signature sig footer-sig",
    "edited": "edited notice edit-note lastedit",
    "children": "children replies nested sub-thread responses child-list",
    "stats": "stats statistics extra details profile-info",
    "heading": "title heading count header",
    "form": "form respond reply-form editor box",
    "facts": "facts attributes info options variant",
    "helpful": "helpful vote feedback useful",
}
NEUTRAL = (
    "item row block media card box entry unit node inner content wrap col cell text info module"
    " panel group line part area frame bd hd ft main left right clearfix cf"
).split()
STYLES = ("dash", "dash", "plain", "bem", "camel", "under", "both", "short")


def _telling(kind: str, role: str, site: str) -> str:
    base = Random(f"{site} item").choice(ITEMS[kind].split())
    if role == "item":
        more = Random(f"{site} more").choice(
            ("", "", "", " clearfix", " item", " list-item", " media")
        )
        return base + more
    part = Random(f"{site} {role}").choice(PARTS[role].split())
    styles = {
        "dash": f"{base}-{part}",
        "plain": part if part != "s" else f"{base}s",
        "bem": f"{base}__{part}",
        "camel": f"{base}{part.title()}",
        "under": f"{base}_{part}",
        "both": f"{part} {base}-{part}",
        "short": f"{base[:1]}-{part}",
    }
    return styles[Random(f"{site} style").choice(STYLES)].replace("-s ", "s ").removesuffix("-s")


@dataclass(frozen=True)
class SiteDesign(Design):
    """A design that also knows how its discussion's elements are called (``cue``, ``kind``), and
    what is decided by ``custom``, the way of building that it follows."""

    cue: str = "telling"
    kind: str = "blog"
    custom: Custom | None = None

    def at(self, name: str) -> SiteDesign:
        """The decisions of one part of the page."""
        return replace(self, path=f"{self.path}/{name}")

    def _settled(self, key: str) -> Sequence[object] | None:
        if self.custom is None:
            return None
        return self.custom.settled.get(f"{self.path} {key}".strip())

    def chance(self, key: str, share: float) -> bool:
        """Whether it is so; where the custom does not say, on ``share`` of all sites."""
        settled = self._settled(key)
        return bool(super().pick(key, settled)) if settled else super().chance(key, share)

    def pick(self, key: str, options: Sequence[T]) -> T:
        """One of the options, or of those that the custom leaves."""
        settled = self._settled(key)
        return super().pick(key, cast("Sequence[T]", settled) if settled else options)

    def some(self, key: str, options: Sequence[T], count: int) -> list[T]:
        """Some of the options, or those of the custom."""
        settled = self._settled(key)
        if settled:
            return list(cast("Sequence[T]", settled))
        return super().some(key, options, count)

    def element(self, tag: str, role: str, *children: Child, **attributes: str) -> Node:
        """An element with the class that this site gives to ``role``, if any."""
        if role != "item" and role not in PARTS:
            return super().element(tag, role, *children, **attributes)
        name = self._talk_class(role)
        known = {"class": name, **attributes} if name else attributes
        return Node(tag, {key.rstrip("_"): value for key, value in known.items()}, list(children))

    def _talk_class(self, role: str) -> str:
        if self.cue == "none":
            return ""
        if self.cue == "telling":
            return _telling(self.kind, role, self.seed)
        if self.naming in ("hashed", "utility", "modules", "terse"):
            naming = "hashed" if self.naming == "modules" else self.naming
            return class_name(naming, f"n{role}", self.seed)
        draw = Random(f"{self.seed} neutral {role}")
        return draw.choice(NEUTRAL) if draw.random() < 0.8 else ""


ERAS = ("tables", "early", "early", "divs", "divs", "divs", "modern", "modern", "modern", "app")
FOLLOWING = 0.5
"""The share of sites that follow a custom; all others decide everything alone."""


def new_site_design(seed: str, kind: str) -> SiteDesign:
    """A design drawn by its seed, for a site of this kind."""
    drawn = Design(seed, "", "none", "/design")
    customs = [custom for custom in CUSTOMS if kind in custom.kinds]
    custom = (
        drawn.pick("custom", customs) if drawn.chance("follows", FOLLOWING) and customs else None
    )
    era = drawn.pick("era", custom.eras if custom else ERAS)
    if kind in ("sns", "shop") and era == "tables" and custom is None:
        era = "divs"
    naming = drawn.pick("naming", NAMINGS[era])
    cue = drawn.pick("cue", ("telling", "neutral", "none"))
    return SiteDesign(seed, era, naming, "", cue, kind, custom)
