"""Features of what a page declares to be: Open Graph, JSON-LD, microdata, links of its head."""

from __future__ import annotations

import re
from bisect import bisect_right
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.kind.feature import Feature
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_JSON_CHARS: Final = 300_000
"""Characters of JSON-LD that are looked at."""

TYPES: Final = {
    "product": "product individualproduct productmodel productgroup vehicle car",
    "thing": "person place localbusiness restaurant hotel jobposting event book movie musicalbum "
    "musicrecording softwareapplication mobileapplication videogame course collegeoruniversity "
    "residence apartment house lodgingbusiness sportsteam profilepage tvseries foodestablishment "
    "store accommodation realestatelisting athlete",
    "article": "article newsarticle blogposting report techarticle scholarlyarticle recipe howto "
    "socialmediaposting liveblogposting apireference opinionnewsarticle reportagenewsarticle "
    "analysisnewsarticle reviewnewsarticle",
    "thread": "discussionforumposting qapage question answer comment",
    "list": "itemlist collectionpage searchresultspage offercatalog blog",
}
"""Names of schema.org's types by what a page that has one may be."""

_KIND_OF = {name: kind for kind, names in TYPES.items() for name in names.split()}
_SIGN: Final = '"@type"'
_TYPE = re.compile(r'"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"(?:https?://schema\.org/)?(\w{1,40})"')
_IS_ITEMTYPE = bytes(name == "itemtype" for name in tags.ATTRIBUTES)
_IS_REL = bytes(name == "rel" for name in tags.ATTRIBUTES)
_NEXT: Final = (b"next", b"prev")
_OG_TYPE: Final = b"og:type"
MAX_FOUND: Final = 20
"""Values with ``og:type`` in them that are looked at."""

FEATURES: Final = (
    Feature("og_article", "declaring to be an article"),
    Feature("og_product", "declaring to be a product"),
    Feature("og_site", "declaring to be a site"),
    Feature("og_thing", "declaring to be a thing"),
    *(Feature(f"json_{kind}", f"declarations of the kind {kind} in JSON-LD") for kind in TYPES),
    *(Feature(f"json_one_{kind}", f"one declaration of the kind {kind} in JSON-LD")
      for kind in TYPES),
    *(Feature(f"item_{kind}", f"microdata of the kind {kind}") for kind in TYPES),
    *(Feature(f"item_one_{kind}", f"one microdata item of the kind {kind}") for kind in TYPES),
    Feature("has_next", "a declared next or previous page"),
)  # fmt: skip


def values(page: Page) -> list[float]:
    """Measure :data:`FEATURES`."""
    tree = page.tree
    og_type = _og_type(tree)
    is_product = "product" in og_type
    is_site = og_type in ("website", "blog")
    json_ld, items = dict.fromkeys(TYPES, 0), dict.fromkeys(TYPES, 0)
    room = MAX_JSON_CHARS
    for script in page.json_ld():
        for name in _types_in(script[:room]):
            _count(name, json_ld)
        room -= min(room, len(script))
    for entry in nodes_of(tree.attribute, _IS_ITEMTYPE):
        value = tree.values[tree.value_start[entry] : tree.value_start[entry + 1]][:200]
        _count(value.decode("latin-1").rstrip("/").rpartition("/")[2], items)
    return [
        float(og_type == "article"),
        float(is_product),
        float(is_site),
        float(bool(og_type) and og_type != "article" and not is_product and not is_site),
        *map(log1p, json_ld.values()),
        *(float(count == 1) for count in json_ld.values()),
        *map(log1p, items.values()),
        *(float(count == 1) for count in items.values()),
        float(_has_next(tree)),
    ]


def _types_in(script: str) -> Iterator[str]:
    """The names of types in JSON; a text is looked for much sooner than a pattern."""
    at = script.find(_SIGN)
    while at >= 0:
        found = _TYPE.match(script, at)
        if found is not None:
            yield found[1]
        at = script.find(_SIGN, at + 1 if found is None else found.end())


def _og_type(tree: PageTree) -> str:
    """The value of ``og:type``, looked for in all values at once: most pages have many."""
    at = tree.values.find(_OG_TYPE)
    for _ in range(MAX_FOUND):
        if at < 0:
            break
        entry = bisect_right(tree.value_start, at) - 1
        if tree.value_start[entry + 1] - tree.value_start[entry] == len(_OG_TYPE):
            node = bisect_right(tree.first_attribute, entry) - 1
            return (tree.get(node, "content") or "").strip().lower()
        at = tree.values.find(_OG_TYPE, at + 1)
    return ""


def _has_next(tree: PageTree) -> bool:
    start, values = tree.value_start, tree.values
    for entry in nodes_of(tree.attribute, _IS_REL):
        at = start[entry]
        if start[entry + 1] - at == 4 and values[at : at + 4].lower() in _NEXT:
            return True
    return False


def _count(name: str, counts: dict[str, int]) -> None:
    kind = _KIND_OF.get(name.lower())
    if kind is not None:
        counts[kind] += 1
