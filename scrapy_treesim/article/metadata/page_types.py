"""Kinds of pages that schema.org and Open Graph tell."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

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

MAX_TYPE_CHARS: Final = 60
_PARTS_OF_NAME = re.compile(r"[/:#]")


def local_name(name: str) -> str:
    """The type's own name, of ``https://schema.org/Article`` or ``schema:Article``."""
    return _local_name(name.strip()[:MAX_TYPE_CHARS])


@lru_cache(maxsize=1024)
def _local_name(name: str) -> str:
    return _PARTS_OF_NAME.split(name.rstrip("/"))[-1].lower()
