"""Pages with known main text as examples for the network of the article: real, changed, generated.

Nothing of a page is kept but numbers: its blocks' features, targets, and what it takes to put the
article together again.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from random import Random
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import scrapy_treesim as treesim
from benchmarks.quality import tokens
from scrapy_treesim.article.blocks import Blocks, blocks_of
from scrapy_treesim.article.constants import LEVELS
from scrapy_treesim.article.features import features_of
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.model import ROLES
from training.article_network import UNKNOWN, Sample
from training.augmented import Known, Stock, drawn, fragment, variants
from training.block_labels import labels_of, words_of

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

VARIANT_WEIGHT: Final = 0.5
"""What a changed page weighs beside the page itself."""
FRAGMENT_WEIGHT: Final = 0.2
"""What its main text alone weighs beside a page."""
GENERATED_WEIGHT: Final = 0.4
"""What a generated page weighs."""
AGREED_WEIGHT: Final = 0.3
"""What a page weighs whose text is what extractors agree on."""

FOLDS: Final = 5
NO_FOLD: Final = -1
"""In place of a fold, of pages that are no site's."""

_MOST_WORDS: Final = 60
_ROLE_OF_BOX: Final = {
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
    fold: int

    @property
    def lang(self) -> str:
        """The language of its text; of ``zh`` and ``ja``, tokens are characters."""
        return self.truth.get("lang") or ""

    @property
    def is_article(self) -> bool:
        """Whether nothing tells that it is no article."""
        return self.set != "magic_forum" and self.truth.get("page_type", "article") == "article"


@dataclass(slots=True)
class Example:
    """A page as numbers."""

    set: str
    kind: str
    fold: int
    sample: Sample
    size: NDArray[np.int32]
    """Of each node, as in its tree."""
    before: NDArray[np.int32]
    """Blocks before each node."""
    units: NDArray[np.int32]
    next: int
    """The block where another article starts, as many as there are where none does."""
    words: list[list[str]]
    """Of each block, without those of the headline."""
    gold: list[str]
    is_variant: bool = False
    """Whether it was changed, so that nothing is measured on it."""


def key_of(html: bytes) -> str:
    """What tells a page from others."""
    return f"{crc32(html):08x}{len(html)}"


def fold_of(host: str) -> int:
    """The fold that a host's pages are left out of."""
    return sha1(host.encode()).digest()[3] % FOLDS


def known_pages(folder: Path, name: str) -> Iterator[KnownPage]:
    """The pages of a set with a text; of weak ones, those of :data:`OPEN_SITES`."""
    for line in (folder / "truth.jsonl").read_text("utf-8").strip().split("\n"):
        truth = json.loads(line)
        host = truth.get("host") or truth.get("site") or truth["id"]
        if not truth.get("text"):
            continue
        if name.startswith("weak") and truth.get("site", host) not in OPEN_SITES:
            continue
        html = gzip.decompress((folder / "pages" / f"{truth['id']}.html.gz").read_bytes())
        yield KnownPage(name, truth, html, fold_of(host))


def stock_of(pages: Iterable[KnownPage], fold: int) -> Stock:
    """What changed pages of a fold may borrow from: no page of another, which may be measured."""
    return Stock(
        [Known(one.html, one.truth["text"], one.lang) for one in pages if one.fold == fold]
    )


def variant_of(page: KnownPage, stock: Stock, seed: int) -> Example | None:
    """The page with some changes, drawn by the seed."""
    chance = Random(f"{page.set} {page.truth['id']} {seed}")
    changes = drawn(chance)
    if not page.is_article:
        # Threads and lists of articles would have them as text.
        changes = "+".join({*changes.split("+")} - {"second", "comments"}) or "names"
    for one in variants(page.html, page.truth["text"], page.lang, chance, stock, [changes]):
        places = {xpath: _ROLE_OF_BOX.get(role, role) for xpath, role in one.roles}
        # Not every user says where a page is from.
        url = page.truth.get("url") if chance.random() < 0.5 else ""
        truth = {**page.truth, "text": one.text, "lang": one.lang, "url": url}
        changed = KnownPage(page.set, truth, one.html, page.fold)
        return example(changed, SETS[page.set] * VARIANT_WEIGHT, places)
    return None


def fragment_of(page: KnownPage, seed: int) -> Example | None:
    """Some of the page's main text with nothing around it."""
    chance = Random(f"{page.set} {page.truth['id']} {seed} fragment")
    one = fragment(page.truth["text"], page.truth.get("title") or "", page.lang, chance)
    cut = KnownPage(page.set, {**page.truth, "text": one.text, "url": ""}, one.html, page.fold)
    return example(cut, SETS[page.set] * FRAGMENT_WEIGHT, {})


def example(page: KnownPage, weight: float, places: dict[str, str]) -> Example | None:
    """The page as numbers; ``places`` has the roles of elements, by XPath."""
    read = treesim.Page(page.html, url=page.truth.get("url") or "")
    tree = read.tree
    blocks = blocks_of(tree)
    if not len(blocks):
        return None
    features = features_of(read, blocks)
    words = words_of(read, blocks, page.lang)
    gold = tokens(page.truth["text"], page.lang)
    labels = np.array(labels_of(words, gold), np.float32)
    headline = read.once(headline_of)
    heads = np.zeros(len(blocks), bool)
    next_article = len(blocks)
    if headline is not None:
        stop = headline.node + tree.size[headline.node]
        heads = np.array([headline.node <= node < stop for node in blocks.first])
        if headline.next is not None:
            next_article = blocks.before[headline.next]
    sizes = np.array([len(one) for one in words]) * ~heads
    weights = np.minimum(sizes, _MOST_WORDS) ** 0.7
    roles = _roles(read, blocks, places)
    # What the truth says of a block goes before what its place says.
    roles[(roles == 0) != (labels == 1)] = UNKNOWN
    roles[heads & (labels == 0)] = ROLES.index("headline")
    sample = Sample(
        rows=np.array(features.rows, np.float32).reshape(len(blocks), -1),
        around=np.array(features.around, np.int64).reshape(len(blocks), LEVELS, 2),
        targets=labels,
        roles=roles,
        weights=(weights / max(weights.sum(), 1e-9)).astype(np.float32),
        units=sizes.astype(np.float32),
        weight=weight,
    )
    return Example(
        page.set, page.truth.get("page_type", ""), page.fold, sample,
        np.array(tree.size, np.int32), np.array(blocks.before, np.int32),
        np.array(features.units, np.int32),
        next_article,
        [[] if head else one for head, one in zip(heads, words, strict=True)], gold,
    )  # fmt: skip


def places_of(truth: dict[str, Any]) -> dict[str, str]:
    """The roles of a generated page's elements, by XPath."""
    return {place["xpath"]: place["role"] for place in truth.get("places", ())}


def _roles(page: treesim.Page, blocks: Blocks, places: dict[str, str]) -> NDArray[np.int8]:
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
