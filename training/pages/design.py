"""The decisions that make a site: always answered alike on one site, differently on the next.

A custom settles some of a site's decisions, as programs spread them over many sites, and where the
pieces of a comment stand; all else, and all names, each site decides by itself. In ``customs.txt``
a custom begins with a line of kinds, eras, and the pieces above, below and beside a body; then
follow decisions by their keys.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar, cast

from training.pages.markup import Child, Node

T = TypeVar("T")
NAMINGS = {
    "tables": ("none", "none", "terse", "sparse"),
    "early": ("none", "terse", "plain", "sparse", "system"),
    "divs": ("plain", "plain", "sparse", "compound", "system", "system"),
    "modern": ("plain", "compound", "block", "utility", "hashed", "sparse", "system", "built"),
    "app": ("hashed", "hashed", "utility", "modules", "compound", "block"),
}
"""The eras of pages, and how elements were named in each: nested tables and font tags; tables with
style sheets; classed blocks; elements of HTML 5; nested blocks made by a script."""
ERAS = (*NAMINGS,)
OLD_TAGS = {
    **dict.fromkeys(
        "section article header footer main nav aside figure figcaption".split(), "div"
    ),
    **dict.fromkeys("details summary dialog".split(), "div"),
    "time": "span",
    "picture": "span",
    "mark": "b",
    "svg": "span",
    "x-card": "div",
}
"""Elements of HTML 5, and what stands for them on older pages."""
WORDS = {
    "records": "list results items grid products content entries feed listing main-list hits",
    "record": "item card result product entry post row tile box listing hit teaser media cell",
    "title": "title name heading headline link caption subject",
    "image": "image thumb photo pic media cover figure",
    "price": "price amount cost value offer now",
    "was": "old-price was strike before list-price",
    "rating": "rating stars score review",
    "date": "date time posted meta when timestamp",
    "author": "author by user byline writer owner",
    "snippet": "text desc summary excerpt body abstract info",
    "tags": "tags labels keywords topics categories",
    "button": "btn button cta buy more action",
    "badge": "badge label flag new sale status",
    "row": "row line group wrap clearfix",
    "nav": "nav menu navbar navigation topnav links mainmenu",
    "sidebar": "sidebar side aside left-col right-col column secondary widget-area",
    "facets": "filter facets refine options narrow",
    "footer": "footer foot bottom colophon site-info",
    "header": "header top masthead banner site-header",
    "main": "main content primary container page wrapper center",
    "pager": "pager pagination pages paging nav-links",
    "advert": "ad promo sponsor banner adbox ad-container publicidad reklama",
    "section": "section block module panel group box widget",
    "widget": "widget box module panel block",
    "teaser": "teaser card post item related-item story article-item td_module",
    "entry": "article post story hentry entry single main",
    "text": "article-body entry-content post-content story-body content text body articleBody"
    " news-text td-post-content main-text detail rich-text field-item article_text inhalt txt",
    "meta": "byline meta post-meta entry-meta info author-info article-meta dateline",
    "lead": "lead excerpt summary standfirst intro dek subtitle chapo entradilla vorspann",
    "legal": "cookie-banner consent gdpr cc-window cookie-notice overlay modal notice",
    "letter": "newsletter signup box cta subscribe",
    "related": "related more-stories recommended widget read-more entry-related content more",
    "sku": "sku ref code reference product-code article-number item-no",
    "old": "old was before regular list-price price-old strike compare-at",
}
"""What sites call a role. A role that is not here goes by its own name, or one of its words."""
PARTS = (
    "page header main content sidebar widget heading record title meta text foot more nav"
    " section records teaser price facts image"
).split()
SYSTEMS = {
    "entry": "site site-header site-main content-area widget-area widget widget-title post+hentry"
    " entry-title entry-meta entry-content entry-footer more-link navigation page-header"
    " products+columns-3 product price entry-facts post-thumbnail",
    "post": "wrapper masthead content main sidebar sidebar-box box-title post post-title postmeta"
    " post-body post-footer readmore pagenav page-title grid post+item amount details featured",
    "node": "page header region+region-content main region+region-sidebar block block-title node"
    " node-title submitted content+clearfix links node-readmore pager title view-content views-row"
    " field+field-price field field-image",
    "generic": "wrapper top main content sidebar box title item title info text bottom more nav"
    " heading items item price info image",
    "blog": "blog-page blog-header blog-main blog-content blog-sidebar sidebar-module module-head"
    " blog-post blog-post-title blog-post-meta blog-post-content tags btn blog-pagination lead row"
    " col-sm-4 cost list-group img-responsive",
    "item": "container navbar item-page inner aside moduletable module-title item item-title"
    " article-info item-body item-info readmore pagenavigation page-header items-row item-col"
    " item-price item-fields item-image",
    "layout": "l-wrap l-head l-main l-body l-side c-box c-box__title c-card c-card__title"
    " c-card__meta c-card__text c-card__foot c-link c-nav c-head c-grid c-card c-card__price c-list"
    " c-media",
    "board": "page-body headerbar wrap inner navbar panel panel-title post topic-title author"
    " content post-foot more pagination forum-title topiclist row price details avatar",
    "short": "w h m c s b bt p t d tx f r n ah g i pr fa th",
}
"""What content management systems call :data:`PARTS`, one way each."""
UTILITIES = (
    "flex grid block hidden relative absolute items-center justify-between gap-2 gap-4 p-2 p-4 px-4"
    " py-2 m-0 mt-2 mb-4 w-full h-full text-sm text-lg font-bold rounded shadow border bg-white"
    " text-gray-500 md:flex lg:grid-cols-3 truncate overflow-hidden space-y-2 min-w-0 grow"
).split()
BUILT = "row column block inner section module wrap container element text-box fusion group".split()
TERSE = "t1 t2 sm txt s1 c2 body1 small hd cap tx11 bg1 lnk r1".split()
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
"""What the comments of each kind of site are called."""
COMMENT_PARTS = {
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


def weighted(text: str) -> tuple[str, ...]:
    """Names, each as often as it weighs: ``a:3 b`` is ``a`` three times as likely as ``b``."""
    pairs = (word.partition(":") for word in text.split())
    return tuple(name for name, _, weight in pairs for _ in range(int(weight or 1)))


def _hash(text: str, length: int) -> str:
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
    digits = "abcdefghijklmnopqrstuvwxyz0123456789"
    return "".join(digits[number // 36**position % 36] for position in range(length))


@cache
def class_name(naming: str, role: str, site: str) -> str:
    """What a site that names in this way calls this role; empty for no class at all."""
    draw = Random(f"{site} {role}")
    word = draw.choice(WORDS.get(role, role).split())
    block = draw.choice(WORDS["record"].split())
    if naming == "system":
        manner = Random(f"{site.partition('/')[0]} system").choice((*SYSTEMS, "entry", "node"))
        known = dict(zip(PARTS, SYSTEMS[manner].split(), strict=True))
        return known.get(role, word).replace("+", " ")
    if naming == "built":
        more = f" {draw.choice(BUILT)}_{draw.randint(1, 40)}" if draw.random() < 0.6 else ""
        return f"pb-{draw.choice(BUILT)}{more}"
    names = {
        "none": "",
        "plain": word,
        "sparse": word if draw.random() < 0.35 else "",
        "terse": draw.choice(TERSE) if draw.random() < 0.6 else "",
        "compound": f"{block}-{word} {word}",
        "block": f"{block}__{word}"
        + ("" if draw.random() < 0.7 else f" {block}--{draw.choice('sml')}"),
        "hashed": f"css-{_hash(site + role, 6)}"
        + ("" if draw.random() < 0.6 else f" e{_hash(role, 5)}"),
        "modules": f"{word.title()}_{word}__{_hash(site + role, 5)}",
        "utility": " ".join(draw.sample(UTILITIES, draw.randint(1, 7))),
    }
    return names[naming]


def _comment_name(kind: str, role: str, site: str) -> str:
    """A name that says what an element of a comment is."""
    base = Random(f"{site} item").choice(ITEMS[kind].split())
    if role == "item":
        more = ("", "", "", " clearfix", " item", " list-item", " media")
        return base + Random(f"{site} more").choice(more)
    part = Random(f"{site} {role}").choice(COMMENT_PARTS[role].split())
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
class Plan:
    """The pieces above, below and beside the body of a comment, in order."""

    head: tuple[str, ...]
    foot: tuple[str, ...]
    side: tuple[str, ...]


@dataclass(frozen=True)
class Custom:
    """What sites of some kinds and eras agree on: for a decision's key, the options that stay."""

    kinds: tuple[str, ...]
    eras: tuple[str, ...]
    plan: Plan
    settled: Mapping[str, Sequence[object]]


def _option(text: str) -> object:
    known: dict[str, object] = {"yes": True, "no": False, "-": ""}
    if text in known:
        return known[text]
    return float(text) if "." in text else int(text) if text.isdigit() else text


def _custom(block: str) -> Custom:
    first, _, rest = block.partition("\n")
    kinds, eras, *lines = (tuple(part.split()) if part != "-" else () for part in first.split(": "))
    pairs = (entry.split(" = ") for entry in " ".join(rest.split()).rstrip(";").split("; "))
    settled = {key: [_option(text) for text in value.split(" | ")] for key, value in pairs}
    return Custom(kinds, eras, Plan(*lines), settled)


CUSTOMS = tuple(
    _custom(block)
    for block in Path(__file__).with_name("customs.txt").read_text("utf-8").strip().split("\n\n")
)


@dataclass(frozen=True)
class Design:
    """A site's decisions, below ``path``; each is a hash of seed, path and key, none is stored."""

    seed: str
    era: str = ""
    naming: str = "none"
    path: str = ""
    cue: str = "neutral"
    """How comments are named: ``telling``, ``neutral`` or ``none``."""
    kind: str = "none"
    """The kind of the site's discussions."""
    custom: Custom | None = None
    """The way of building that the site follows."""

    def at(self, name: str) -> Design:
        """The decisions of one part of the page."""
        return replace(self, path=f"{self.path}/{name}")

    def fraction(self, key: str) -> float:
        """A number in [0, 1)."""
        text = f"{self.seed}{self.path}:{key}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big") / 2**48

    def _settled(self, key: str) -> Sequence[object]:
        if self.custom is None:
            return ()
        return self.custom.settled.get(f"{self.path} {key}".strip(), ())

    def chance(self, key: str, share: float) -> bool:
        """Whether it is so; true on ``share`` of all sites, where a custom does not settle it."""
        settled = self._settled(key)
        if settled:
            return bool(settled[int(self.fraction(key) * len(settled))])
        return self.fraction(key) < share

    def pick(self, key: str, options: Sequence[T]) -> T:
        """One of the options; one that is given twice is twice as likely."""
        known = cast("Sequence[T]", self._settled(key)) or options
        return known[int(self.fraction(key) * len(known))]

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self.fraction(key) * (high - low + 1))

    def some(self, key: str, options: Sequence[T], count: int) -> list[T]:
        """Up to ``count`` different options, in random order."""
        known = cast("Sequence[T]", self._settled(key))
        if known:
            return list(known)
        return Random(f"{self.seed}{self.path}:{key}").sample(options, min(count, len(options)))

    @property
    def old(self) -> bool:
        """Whether the page is laid out in tables."""
        return self.era in ("tables", "early")

    @property
    def heavy(self) -> bool:
        """Whether pages carry thousands of elements besides their content."""
        site = replace(self, path="", custom=None)
        return self.era in ("modern", "app") and site.chance("heavy", 0.5)

    def element(self, tag: str, role: str, *children: Child, **attributes: str) -> Node:
        """An element with the class that this site gives to ``role``, if any."""
        name = class_name(self.naming, role, f"{self.seed}{self.path}") if role else ""
        return self._named(tag, name, children, attributes)

    def piece(self, tag: str, role: str, *children: Child, **attributes: str) -> Node:
        """An element of a discussion, called as its site calls such elements."""
        if role != "item" and role not in COMMENT_PARTS:
            return self.element(tag, role, *children, **attributes)
        return self._named(tag, self._comment_class(role), children, attributes)

    def _named(
        self, tag: str, name: str, children: Sequence[Child], attributes: Mapping[str, str]
    ) -> Node:
        known = {"class": name, **attributes} if name else dict(attributes)
        own = OLD_TAGS.get(tag, tag) if self.old else tag
        return Node(own, {key.rstrip("_"): text for key, text in known.items()}, list(children))

    def _comment_class(self, role: str) -> str:
        if self.cue == "none":
            return ""
        if self.cue == "telling":
            return _comment_name(self.kind, role, self.seed)
        if self.naming in ("hashed", "utility", "modules", "terse"):
            naming = "hashed" if self.naming == "modules" else self.naming
            return class_name(naming, f"n{role}", self.seed)
        draw = Random(f"{self.seed} neutral {role}")
        return draw.choice(NEUTRAL) if draw.random() < 0.8 else ""

    def wrapped(self, key: str, most: int, *children: Child, low: int = 0) -> list[Child]:
        """The children in up to ``most`` elements that say nothing."""
        out = list(children)
        for level in range(self.number(f"{key} wrappers", low, most)):
            tag = self.pick(f"{key} {level}", ("div", "div", "div", "section"))
            out = [self.element(tag, f"{key}{level}", *out)]
        return out


DISCUSSION_ERAS = (
    *("tables", "early", "early", "divs", "divs", "divs", "modern", "modern", "modern", "app"),
)


def new_design(
    seed: str, kind: str = "none", eras: Sequence[str] = DISCUSSION_ERAS, follows: float = 0.5
) -> Design:
    """A design drawn by its seed, for a site whose discussions are of this kind.

    A share of ``follows`` of all sites follow a custom; all others decide everything alone.
    """
    drawn = Design(seed, path="/design")
    customs = [custom for custom in CUSTOMS if kind in custom.kinds]
    custom = drawn.pick("custom", customs) if customs and drawn.chance("follows", follows) else None
    era = drawn.pick("era", custom.eras if custom else eras)
    if kind in ("sns", "shop") and era == "tables" and custom is None:
        era = "divs"
    naming = drawn.pick("naming", NAMINGS[era])
    cue = drawn.pick("cue", ("telling", "neutral", "none"))
    return Design(seed, era, naming, "", cue, kind, custom)
