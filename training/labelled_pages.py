"""Pages with known main text, real and changed, and the roles of their elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha1
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import scrapy_treesim as treesim
from scrapy_treesim.network.weights import ROLES
from scrapy_treesim.reading.blocks import Blocks
from training.augmented import Known, Stock

SETS: Final = {
    "scrapinghub": 1.5,
    "zh_handmade": 1.5,
    "wcxb": 1.0,
    "wcxb_rest": 1.0,
    "magic_article": 1.5,
    "magic_forum": 0.6,
    "newspages": 1.0,
    "fundus": 1.0,
    "postlight": 1.2,
    "weak_docs": 0.15,
    "weak_wiki_forum": 0.15,
}
"""Sets whose licences allow it, and the weight of a page of each, for its size and its truth."""

OPEN_SITES: Final = frozenset(
    "flink.apache.org flink.apache.org-zh googleanalyticsr antsrnet pg-strom-ja pg-strom-en "
    "agteccore pytorch-kr agenarisk joa adyen-3ds2 crane4j peyrsharp azle-book deno-proc webengine "
    "webengine-api wiki.digitalsquare openenergymonitor opendcl".split()
)
"""The sites of the weak sets with an open licence that asks for no more than to be named."""

FRAGMENT_WEIGHT: Final = 0.2
"""What its main text alone weighs beside a page."""

FOLDS: Final = 5
JUDGES: Final = ("scrapinghub", "newspages", "fundus")
"""Sets that are left out whole to judge by; no other set borrows from them."""
UNKNOWN: Final = -1
"""A label of which a page tells nothing."""

ROLE_OF_BOX: Final = {
    "comments": "comment", "author": "byline", "read-also": "related", "consent": "legal",
    "second": "related",
}  # fmt: skip
"""The roles of what changes put into pages."""
_FIRST: Final = re.compile(r"\[1\](?=/|$)")


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page with its main text, as it lies on disk."""

    set: str
    truth: dict[str, Any]
    html: bytes
    weight: float

    @property
    def lang(self) -> str:
        """The language of its text; of ``zh`` and ``ja``, tokens are characters."""
        return self.truth.get("lang") or ""

    @property
    def kind(self) -> str:
        """The kind of the page; empty where it is not known."""
        return str(self.truth.get("kind") or "")

    @property
    def lender(self) -> tuple[int, str]:
        """What pages have in common that may borrow from one another: none that may be measured
        without the other lies apart from it."""
        host = self.truth.get("host") or self.truth.get("site") or self.truth["id"]
        return fold_of(str(host)), self.set if self.set in JUDGES else ""

    @property
    def is_article(self) -> bool:
        """Whether nothing tells that it is no article."""
        return self.set != "magic_forum" and self.truth.get("page_type", "article") == "article"


def key_of(html: bytes) -> str:
    """What tells a page from others."""
    return f"{crc32(html):08x}{len(html)}"


def fold_of(host: str) -> int:
    """The fold that a host's pages are left out of."""
    return sha1(host.encode()).digest()[3] % FOLDS


def stock_of(pages: Iterable[KnownPage], lender: tuple[int, str]) -> Stock:
    """Return what the changed pages of a lender's borrow from."""
    return Stock(
        [Known(page.html, page.truth["text"], page.lang) for page in pages if page.lender == lender]
    )


def places_of(truth: Mapping[str, Any]) -> dict[str, str]:
    """The roles of a generated page's elements, by XPath."""
    return {place["xpath"]: place["role"] for place in truth.get("places", ())}


def roles_of(page: treesim.Page, blocks: Blocks, places: dict[str, str]) -> NDArray[np.int8]:
    """The role of each block: that of the nearest element that has one."""
    found = np.full(len(blocks), UNKNOWN, np.int8)
    if not places:
        return found
    known = {_FIRST.sub("", xpath): ROLES.index(role) for xpath, role in places.items()}
    roles: dict[int, int] = {-1: UNKNOWN}
    for block, text in enumerate(blocks.first):
        node, passed = page.tree.parent[text], []
        while node not in roles:
            role = known.get(_FIRST.sub("", page.xpath(node)))
            if role is not None:
                roles[node] = role
                break
            passed.append(node)
            node = page.tree.parent[node]
        roles.update(dict.fromkeys(passed, roles[node]))
        found[block] = roles[node]
    return found
