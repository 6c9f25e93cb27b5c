"""Kinds of pages that schema.org and Open Graph tell."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scrapy_treesim.reading.declared.thing import lower_types

PAGE_TYPES: Final = {
    name: kind
    for kind, names in (
        (
            "article",
            "article newsarticle blogposting socialmediaposting liveblogposting report recipe "
            "howto scholarlyarticle medicalscholarlyarticle opinionnewsarticle satiricalarticle "
            "analysisnewsarticle backgroundnewsarticle reportagenewsarticle reviewnewsarticle "
            "askpublicnewsarticle advertisercontentarticle",
        ),
        ("product", "product productgroup productmodel individualproduct vehicle car"),
        ("documentation", "techarticle apireference"),
        ("forum", "discussionforumposting question qapage"),
        ("service", "service"),
        ("listing", "collectionpage searchresultspage itemlist offercatalog blog"),
    )
    for name in names.split()
}
"""The kind of page by the schema.org type of what it is about."""

RANKS: Final = (
    ("article", "product", "documentation", "forum"),
    ("service",),
    ("listing",),
    ("",),
)
"""Types that may be what a page is about, those asked first before the others."""

OG_TYPES: Final = {
    "article": "article",
    "blog": "listing",
    "product": "product",
    "product.item": "product",
    "og.product": "product",
    "product.group": "product",
}
"""The kind of page by its ``og:type``."""

UNDATED: Final = frozenset(("product", "listing", "service"))
"""Pages whose date is not looked for where it stands: the dates on them are of other things."""


@lru_cache(maxsize=1024)
def page_type_of(types: tuple[str, ...]) -> str | None:
    """The kind of page that a thing of these types tells; "" for that of a page as such, None for
    one that no page is about."""
    lowered = lower_types(types)
    kind = next((PAGE_TYPES[one] for one in lowered if one in PAGE_TYPES), None)
    return "" if kind is None and any(one.endswith("page") for one in lowered) else kind
