"""Class names as sites give them: words, blocks and elements, hashes, utilities, or none."""

from __future__ import annotations

import hashlib
from random import Random

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
    "advert": "ad promo sponsor banner adbox",
    "section": "section block module panel group box widget",
    "widget": "widget box module panel block",
}
"""What sites call a role. A role that is not here goes by its own name."""

UTILITIES = (
    "flex grid block hidden relative absolute items-center justify-between gap-2 gap-4 p-2 p-4 px-4"
    " py-2 m-0 mt-2 mb-4 w-full h-full text-sm text-lg font-bold rounded shadow border bg-white"
    " text-gray-500 md:flex lg:grid-cols-3 truncate overflow-hidden space-y-2 min-w-0 grow"
).split()

TERSE = "t1 t2 sm txt s1 c2 body1 small hd cap tx11 bg1 lnk r1".split()


def _hash(text: str, length: int) -> str:
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
    digits = "abcdefghijklmnopqrstuvwxyz0123456789"
    return "".join(digits[number // 36**place % 36] for place in range(length))


def class_name(naming: str, role: str, site: str) -> str:
    """What a site that names in this way calls this role; empty for no class at all."""
    draw = Random(f"{site} {role}")
    word = draw.choice(WORDS.get(role, role).split())
    block = draw.choice(WORDS["record"].split())
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
