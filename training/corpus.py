"""One corpus of labelled pages for the network: labels of blocks, of elements and of the page.

    python -m training.corpus DATA --generated DIR ... --out CACHE [--jobs 2] [--only NAME ...]

DATA holds the data sets as ``<task>/<set>/dev``; ``--generated`` takes folders of the generators.
CACHE gets a file of tables for each set, from which :mod:`training.fit` fits. What is not known of
a page is masked, with -1. ``DATA/farm`` and ``--rendered`` hold sites of real themes. Where there
is no truth, what the package finds by the network of ``--labeller`` are the labels, on sets that
no figure is fitted for.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

import scrapy_treesim as treesim
from benchmarks.pages import DataSet
from benchmarks.quality import tokens
from scrapy_treesim.network import forward
from scrapy_treesim.network.weights import PAGE_KINDS, ROLES, Weights
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.reading.inputs import BlockInput, ElementInput
from scrapy_treesim.reading.read import Reading, reading_of
from scrapy_treesim.tree.tags import TEXT
from scrapy_treesim.values.dates import MAX_CHARS, date_of
from training.augmented import drawn, fragment, variants
from training.bare import bare_page
from training.block_labels import labels_of, words_of
from training.farm import corpus_truth, farm_pages
from training.labelled_pages import (
    FRAGMENT_WEIGHT,
    OPEN_SITES,
    ROLE_OF_BOX,
    SETS,
    UNKNOWN,
    KnownPage,
    key_of,
    places_of,
    roles_of,
    stock_of,
)

MAIN, COMMENT, BODY, RECORD, LABELS = range(5)
"""Labels of a block: part of the main text, of a comment, of a comment's own text, of a record."""
POST, ITEM, ELEMENT_LABELS = range(3)
"""Labels of an element: a post, a record."""
MAX_BLOCKS: Final = 3_000
"""Blocks of a page that is fitted on."""

MIN_KEY: Final = 4
"""Least length of a key, in letters and digits."""
MIN_ALIKE: Final = 0.9
"""Least share of a list's keys whose records are elements of one tag."""
THREADS: Final = ("forum", "qa")
"""Kinds of generated pages with comments that are threads without what is around them."""
FRAGMENTS: Final = 3
"""Of so many pages with an article, the main text of one is read alone as well."""

_STEP = re.compile(r"([\w:.-]+)(?:\[(\d+)\])?")
_SPACE = re.compile(r"\W+")
_AND = re.compile(r"[,;|&/]| and | und | et | y ")
_DAY = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)")
NEAR: Final = 12
"""Blocks before the headline, and after the text, in which a byline may stand."""
MAX_BYLINE_WORDS: Final = 30
"""Words of a byline."""
BYLINES: Final = 2
"""Blocks of a page that are taken as the author's, and as the day's."""


def resolved(tree: Any, xpath: str) -> int:
    """The node of a plain absolute XPath; -1 where there is none."""
    node = 0
    for step in [one for one in xpath.strip("/").split("/") if one][1:]:
        match = _STEP.fullmatch(step)
        if match is None:
            return -1
        named = (one for one in tree.children(node) if tree.tag[one] and tree.name(one) == match[1])
        nth = int(match[2] or 1)
        node = next((one for place, one in enumerate(named, 1) if place == nth), -1)
        if node < 0:
            return -1
    return node


class Labeller:
    """The labels of one page in the making."""

    def __init__(self, page: treesim.Page, reading: Reading) -> None:
        self.page, self.tree, self.reading = page, page.tree, reading
        self.before = reading.blocks.before
        n = len(reading)
        self.blocks = np.full((n, LABELS), UNKNOWN, np.int8)
        self.elements = np.full((len(reading.elements.node), ELEMENT_LABELS), UNKNOWN, np.int8)
        self.first = np.array(reading.elements.first)
        self.stop = np.array(reading.elements.stop)
        self.texts = _texts(page, reading)

    def span(self, node: int) -> tuple[int, int]:
        """The blocks of a node."""
        return self.before[node], self.before[node + self.tree.size[node]]

    def mark_elements(self, label: int, spans: Sequence[tuple[int, int]]) -> None:
        """Say of each element whether it is what begins and ends there, or most of it."""
        found = self.elements[:, label]
        found[:] = 0
        for first, stop in spans:
            begins = (self.first == first) & (self.stop <= stop) & (self.stop > first)
            whole = begins & ((self.stop - first) >= 0.7 * (stop - first))
            if whole.any():
                found[whole] = 1
            elif begins.any():
                # Of several elements in a row: their first.
                found[begins & (self.stop == self.stop[begins].max())] = 1

    def add_comments(self, comments: Sequence[tuple[int, str]]) -> None:
        """Take nodes of comments, each with its own text."""
        self.blocks[:, [COMMENT, BODY]] = 0
        spans = []
        for node, body in comments:
            if node < 0:
                continue
            first, stop = self.span(node)
            if first >= stop:
                continue
            spans.append((first, stop))
            self.blocks[first:stop, COMMENT] = 1
            plain = _SPACE.sub("", body)
            for block in range(first, stop):
                text = _SPACE.sub("", self.texts[block])
                if text and text in plain and (len(text) > 3 or len(plain) < 12):
                    self.blocks[block, BODY] = 1
        self.mark_elements(POST, spans)

    def add_records(self, regions: Sequence[Mapping[str, Any]], is_open: bool = False) -> None:
        """Take the XPaths of records; with ``is_open`` the page may show some beyond them."""
        self.blocks[:, RECORD] = 0
        spans = []
        for record in (record for region in regions for record in region["records"]):
            parts = [
                self.span(node)
                for node in (resolved(self.tree, xpath) for xpath in record["xpaths"])
                if node >= 0
            ]
            parts = [(first, stop) for first, stop in parts if first < stop]
            for first, stop in parts:
                self.blocks[first:stop, RECORD] = 1
            if parts:
                spans.append(_first_run(sorted(parts)))
        self.mark_elements(ITEM, spans)
        if is_open and spans:
            first, stop = min(span[0] for span in spans), max(span[1] for span in spans)
            self.blocks[:first, RECORD] = self.blocks[stop:, RECORD] = UNKNOWN
            self.elements[(self.stop <= first) | (self.first >= stop), ITEM] = UNKNOWN


def _first_run(parts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The first part of a record, with those that follow at once: in rows of pictures, of names and
    of prices its first cell."""
    first, stop = parts[0]
    for one, end in parts:
        if one <= stop:
            stop = max(stop, end)
    return first, stop


def _texts(page: treesim.Page, reading: Reading) -> list[str]:
    pieces: list[list[str]] = [[] for _ in range(len(reading))]
    for node, block in enumerate(reading.blocks.block):
        if block >= 0:
            pieces[block].append(page.tree.raw_text(node))
    return ["".join(texts) for texts in pieces]


def table_of(
    name: str, truth: Mapping[str, Any], html: bytes, weight: float
) -> dict[str, Any] | None:
    """Return a page as numbers, with its labels; None where it has no blocks, or too many.

    The keys of a truth: ``text`` (the main text, with ``author`` and ``date``), ``items`` (short
    texts that belong to it), ``comments``, ``regions`` (``open``: there may be further records),
    ``keys`` (a text in each record), ``places`` of roles, ``kind``. What an absent key says is not
    known. ``found`` names what the package's own findings say of the page.
    """
    page = treesim.Page(html, url=truth.get("url") or "", html5=False)
    reading = reading_of(page)
    if not 0 < len(reading) <= MAX_BLOCKS:
        return None
    labels = Labeller(page, reading)
    lang = truth.get("lang") or ""
    words = words_of(page, reading.blocks, lang)
    kind = truth.get("kind") or ""
    main = labels.blocks[:, MAIN]
    if "text" in truth:
        main[:] = labels_of(words, tokens(truth["text"], lang))
    if "comments" in truth:
        labels.add_comments(
            [(resolved(page.tree, post["xpath"]), post["text"])
             for post in truth["comments"] if post.get("xpath")]
        )  # fmt: skip
    kind_weight = 1.0
    if truth.get("found"):
        kind, kind_weight = _label_found(labels, truth["found"], kind)
    _label_items(labels, truth.get("items") or ())
    if "text" in truth and "comments" not in truth and kind == "article":
        labels.blocks[main == 1, COMMENT : BODY + 1] = 0
    if "keys" in truth:
        records = _records_of(page, truth["keys"])
        if records:
            labels.add_records([{"records": records}], is_open=True)
    if "regions" in truth:
        labels.add_records(truth["regions"], bool(truth.get("open")))
    heads = np.zeros(len(reading), bool)
    headline = page.once(headline_of)
    if headline is not None:
        heads[slice(*labels.span(headline.node))] = True
    roles = roles_of(page, reading.blocks, places_of(truth))
    roles[(main >= 0) & ((roles == 0) != (main == 1))] = UNKNOWN
    roles[heads & (main == 0)] = ROLES.index("headline")
    if "text" in truth:
        _label_byline(labels, truth, heads, roles)
    return {
        **arrays_of(reading),
        "labels": labels.blocks,
        "element_labels": labels.elements,
        "roles": roles,
        "heads": heads.astype(np.int8),
        "words": np.array([len(tokens) for tokens in words], np.int32),
        "kind": np.array([PAGE_KINDS.index(kind) if kind else UNKNOWN], np.int8),
        "kind_weight": np.array([kind_weight], np.float32),
        "weight": np.array([weight], np.float32),
        "host": str(truth.get("host") or truth.get("site") or truth["id"]),
        "id": f"{name}/{truth['id']}",
        "key": key_of(html),
    }


def arrays_of(reading: Reading) -> dict[str, NDArray[Any]]:
    """What the network takes of a reading, as arrays."""
    elements = reading.elements
    n = len(reading)
    count = len(elements.node)
    return {
        "block_rows": _floats(reading.block_rows, n, len(BlockInput)),
        "element_rows": _floats(reading.element_rows, count, len(ElementInput)),
        "tag": np.minimum(np.array(elements.tag, np.int32), 255).astype(np.uint8),
        "parent": np.array(elements.parent, np.int32),
        "first": np.array(elements.first, np.int32),
        "stop": np.array(elements.stop, np.int32),
        "path": np.array(elements.path, np.int32),
        "named": np.array(elements.names, np.int32),
        "own": np.array(reading.block_element, np.int32),
        "levels": np.array(reading.levels, np.int32).reshape(n, -1),
        "ancestors": np.array(reading.ancestors, np.int32).reshape(n, -1),
        "names": np.array(reading.names, np.int16),
        "name_ends": np.array(reading.name_ends, np.int32),
        "inline": np.array(reading.inline, np.int16),
        "inline_ends": np.array(reading.inline_ends, np.int32),
        "address": np.array(reading.address, np.int16),
        "declared": np.array(reading.declared, np.int16),
    }


def _floats(rows: Any, count: int, width: int) -> NDArray[np.float16]:
    return np.array(rows, np.float32).reshape(count, width).astype(np.float16)


def _label_found(labels: Labeller, findings: str, kind: str) -> tuple[str, float]:
    """Take what the package finds on a page as labels; return its kind, and the weight of that."""
    page, weight = labels.page, 1.0
    if "kind" in findings:
        decision = treesim.page_kind(page)
        kind, weight = decision.kind, 0.5 * decision.confidence
    if "main" in findings:
        main = labels.blocks[:, MAIN]
        main[:] = 0
        article = treesim.article(page)
        if article is not None:
            selected = np.frombuffer(bytes(article._selected), np.uint8) > 0
            block = np.array(labels.reading.blocks.block)
            main[np.unique(block[(block >= 0) & selected])] = 1
    if "comments" in findings:
        labels.add_comments(
            [(resolved(page.tree, post.xpath), post.text)
             for post in treesim.comments(page) if post.xpath]
        )  # fmt: skip
    if "records" in findings and kind == "list":
        regions = treesim.records(page)[:1]
        labels.add_records(
            [{"records": [{"xpaths": [*record.xpaths]} for record in region.records]}
             for region in regions]
        )  # fmt: skip
    return kind, weight


def _records_of(page: treesim.Page, keys: Sequence[str]) -> list[dict[str, list[str]]]:
    """Return the largest element with one key alone for each key; none if they differ in kind."""
    tree = page.tree
    plain_keys = {plain for key in keys if len(plain := _SPACE.sub("", key)) >= MIN_KEY}
    texts = [
        (node, key)
        for node in range(len(tree))
        if tree.tag[node] == TEXT and (plain := _SPACE.sub("", tree.raw_text(node)))
        for key in sorted(plain_keys)
        if key in plain
    ]
    records: dict[int, str] = {}
    for node, key in texts:
        parent = tree.parent[node]
        while parent > 0 and {
            other for at, other in texts if parent < at < parent + tree.size[parent]
        } == {key}:
            node, parent = parent, tree.parent[parent]
        records.setdefault(node, key)
    tags = Counter(tree.tag[node] for node in records)
    if not tags or TEXT in tags or tags.most_common(1)[0][1] < MIN_ALIKE * len(plain_keys):
        return []
    return [{"xpaths": [page.xpath(node)]} for node in records]


def _label_items(labels: Labeller, items: Sequence[str]) -> None:
    """Take the blocks of short texts as part of the main text."""
    plain = [text for text in (_SPACE.sub("", item) for item in items) if text]
    joined = " ".join(plain)
    for block, text in enumerate(labels.texts):
        text = _SPACE.sub("", text)
        if text and (text in plain or (len(text) > 15 and text in joined)):
            labels.blocks[block, MAIN] = 1


def _label_byline(
    labels: Labeller, truth: Mapping[str, Any], heads: NDArray[np.bool_], roles: NDArray[np.int8]
) -> None:
    """Take short blocks with the true author or day, near the headline or the text, as bylines."""
    main = np.flatnonzero(labels.blocks[:, MAIN] == 1)
    if not len(main):
        return
    first = min(np.flatnonzero(heads)[0], main[0]) if heads.any() else main[0]
    near = range(max(0, first - NEAR), min(len(labels.texts), main[-1] + NEAR))
    short = [
        block for block in near
        if labels.blocks[block, MAIN] == 0 and not heads[block]
        and labels.reading.words(block) <= MAX_BYLINE_WORDS
    ]  # fmt: skip
    names = [_SPACE.sub("", one).lower() for one in _AND.split(str(truth.get("author") or ""))]
    plain = {block: _SPACE.sub("", labels.texts[block]).lower() for block in short}
    named = [block for block in short if any(len(one) > 2 and one in plain[block] for one in names)]
    day = _DAY.match(str(truth.get("date") or ""))
    dated = []
    if day is not None:
        wanted = tuple(map(int, day.groups()))
        for block in short:
            found = date_of(labels.texts[block][:MAX_CHARS], truth.get("lang") or None)
            if found is not None and (found.year, found.month, found.day) == wanted:
                dated.append(block)
    for block in (*named[:BYLINES], *dated[:BYLINES]):
        roles[block] = ROLES.index("byline")


_WCXB: Final = {
    "article": "article", "documentation": "article", "listing": "list", "collection": "list",
    "forum": "thread", "product": "detail", "service": "other",
}  # fmt: skip


Truth: TypeAlias = dict[str, Any]
Task: TypeAlias = tuple[str, Truth, bytes, float]
"""A page to read: its set, its truth by the keys of :func:`table_of`, its HTML and its weight."""
ARTICLE_KEYS: Final = "id url host site lang title text author date page_type".split()


def _article(name: str) -> Callable[[Truth], Truth | None]:
    """Return the reader of the truth of a set of main text."""

    def read(truth: Truth) -> Truth | None:
        if not truth.get("text"):
            return None
        weak = name.startswith("weak")
        if weak and truth.get("site", truth.get("host")) not in OPEN_SITES:
            return None
        kind = "" if weak else "thread" if name == "magic_forum" else "article"
        if name in ("wcxb", "wcxb_rest"):
            kind = _WCXB.get(truth.get("page_type", ""), "")
        regions: Truth = {"regions": []} if kind == "article" else {}
        found = {"found": "comments records" if kind == "list" else "comments"}
        return _keys(truth, *ARTICLE_KEYS) | {"kind": kind} | regions | found

    return read


def _keys(truth: Truth, *keys: str) -> Truth:
    """Return what a truth says by some keys."""
    return {key: truth[key] for key in keys if key in truth}


def _page(truth: Truth, *keys: str) -> Truth:
    """Return what names a page, with what its truth says by some keys."""
    return _keys(truth, "id", "url", "host", "site", "lang", *keys)


def _recipe(truth: Truth) -> Truth:
    return _page(truth) | {
        "items": [*truth["ingredients"], *truth["instructions"]],
        "found": "main comments",
    }


def _wks(truth: Truth) -> Truth:
    is_open = truth["src"].split("/")[0] in ("wcxb", "magic")
    found = {"found": "main kind" if is_open else "main comments kind"}
    return _page(truth, *(("comments",) if is_open else ())) | found


def _listed(truth: Truth) -> Truth:
    found = {} if "regions" in truth else {"found": "records"}
    return _page(truth, "regions", "keys") | {"comments": [], "kind": "list"} | found


def _thing(truth: Truth) -> Truth:
    return _page(truth) | {"kind": "detail", "found": "comments"}


def _found(findings: str) -> Callable[[Truth], Truth]:
    """Return the reader of a set whose labels are the package's own findings."""
    return lambda truth: _page(truth) | {"found": findings}


SOURCES: Final[dict[str, tuple[str, float, Callable[[Truth], Truth | None]]]] = {
    **{name: (f"article/{name}", weight, _article(name)) for name, weight in SETS.items()},
    "recipes": ("article/recipes", 0.5, _recipe),
    "wks": ("comments/wks", 0.8, _wks),
    "negatives": ("comments/negatives", 0.7, lambda truth: _page(truth) | {"comments": []}),
    "nexteval": ("records/nexteval", 1.0, _listed),
    "synthetic": ("records/synthetic", 0.5, _listed),
    "courts": ("records/courts", 1.0, _listed),
    "products": ("items/products", 1.0, _thing),
    **{
        folder.partition("/")[2]: (folder, weight, _found(findings))
        for weight, findings, folders in (
            (0.4, "main comments kind", "comments/site_comments"),
            (0.3, "comments records kind", "records/pagers"),
            (0.4, "main comments records kind",
             "records/trieschnigg records/webdext comments/dragnet"),
            (0.3, "main comments records kind",
             "templates/swde templates/mixed templates/mixed2 article/site_posts article/daniel"),
        )
        for folder in folders.split()
    },
}  # fmt: skip
"""The folder of each set, the weight of a page, and the reader of its truth. Of the last ten,
nothing that is true is used: their labels are what the package finds there."""


def _generated(truth: Truth, html: bytes) -> tuple[Truth, bytes, float]:
    """Return the truth of a generated page, the page, and its weight."""
    if "regions" in truth:
        return _listed(truth), html, 0.3
    if "has_comments" in truth:
        return _page(truth, "comments"), html, 0.5
    if "text" in truth:
        return _page(truth, "kind", "text", "places"), html, 0.4
    return _page(truth, "kind"), html, 0.3


def _read(task: Task) -> dict[str, Any] | None:
    return table_of(*task)


_pages: list[KnownPage] = []
"""The pages of the sets of main text; processes inherit them."""


@cache
def _stock(lender: tuple[int, str]) -> Any:
    return stock_of(_pages, lender)


def _read_variant(page: KnownPage) -> dict[str, Any] | None:
    """The page with some changes."""
    chance = Random(f"{page.set} {page.truth['id']} 7")
    changes = drawn(chance)
    if not page.is_article:
        # Threads and lists of articles would have them as text.
        changes = "+".join({*changes.split("+")} - {"second", "comments"}) or "names"
    lenders = _stock(page.lender)
    made = variants(page.html, page.truth["text"], page.lang, chance, lenders, [changes])
    for variant in made:
        truth = _keys(page.truth, "id", "host", "site") | {
            "url": page.truth.get("url") if chance.random() < 0.5 else "",
            "text": variant.text,
            "lang": variant.lang,
            "kind": page.kind if page.is_article else "",
            "places": [
                {"xpath": xpath, "role": ROLE_OF_BOX.get(role, role)}
                for xpath, role in variant.roles
            ],
        }
        return table_of(page.set, truth, variant.html, page.weight / 2)
    return None


def _read_fragment(page: KnownPage) -> dict[str, Any] | None:
    """Some of the page's main text with nothing around it."""
    chance = Random(f"{page.set} {page.truth['id']} fragment")
    text = fragment(page.truth["text"], page.truth.get("title") or "", page.lang, chance)
    truth = _keys(page.truth, "id", "host", "site", "lang")
    truth |= {"text": text.text, "comments": [], "regions": [], "kind": "article"}
    return table_of(page.set, truth, text.html, page.weight * FRAGMENT_WEIGHT)


def _read_bare(task: Task) -> dict[str, Any] | None:
    """The page with nothing around its content."""
    name, truth, html, weight = task
    bare = bare_page(truth, html)
    return None if bare is None else table_of(name, *bare, weight)


def write_tables(file: Path, pages: Sequence[dict[str, Any]]) -> None:
    """Write pages below one another, with how long each array is."""
    held: dict[str, Any] = {}
    for key in pages[0]:
        values = [page[key] for page in pages]
        if isinstance(values[0], str):
            held[key] = np.array(values)
            continue
        held[key] = np.concatenate(values)
        held[f"{key} lengths"] = np.array([len(one) for one in values], np.int32)
    np.savez(file, **held)


def read_tables(file: Path) -> list[dict[str, Any]]:
    """The pages of a file, as views of its arrays."""
    with np.load(file, allow_pickle=False) as held:
        arrays = {key: held[key] for key in held.files}
    keys = [key for key in arrays if not key.endswith(" lengths")]
    ends = {key: np.cumsum(arrays[f"{key} lengths"]) for key in keys if f"{key} lengths" in arrays}
    pages = []
    for place in range(len(arrays["id"])):
        page: dict[str, Any] = {}
        for key in keys:
            if key not in ends:
                page[key] = str(arrays[key][place])
                continue
            stop = ends[key][place]
            page[key] = arrays[key][stop - arrays[f"{key} lengths"][place] : stop]
        pages.append(page)
    return pages


def _article_pages(data: Path) -> Iterator[KnownPage]:
    """Yield the pages that changed ones are made of."""
    for name, weight in SETS.items():
        if name.startswith("weak"):
            continue
        read = _article(name)
        for page in DataSet(data / "article" / name / "dev").pages():
            truth = read(page.truth)
            if truth is not None:
                yield KnownPage(name, truth, page.html, weight)
    for page, weight in farm_pages(data / "farm"):
        truth = corpus_truth(page.truth)
        if truth["kind"] == "article" and truth.get("text"):
            yield KnownPage(_of_farm(page.truth), truth, page.html, weight)


def _of_farm(truth: Truth) -> str:
    """Return the set that a rendered page counts to: its generator."""
    return f"farm-{truth['generator']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--generated", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--bare", type=Path, nargs="*", default=[], metavar="DIR",
                        help="those of --generated that are cut down too")  # fmt: skip
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--out", type=Path, required=True, metavar="CACHE")
    parser.add_argument("--labeller", type=Path, metavar="FILE", help="the network of findings")
    parser.add_argument("--only", nargs="*", metavar="NAME")
    parser.add_argument("--variants", action="store_true", help="changed pages too")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if given.labeller is not None:
        network = Weights.read(json.loads(given.labeller.read_text("utf-8")))
        forward.shipped = lambda: network  # type: ignore[assignment]
    if given.variants:
        _pages.extend(_article_pages(given.data))
    # Forked, for the pages weigh hundreds of megabytes.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("fork")) as pool:
        for name, tasks in _sources(given.data, given.rendered, given.generated):
            if given.only is None or name in given.only:
                digest = sha256()
                tables = pool.map(_read, _hashed(tasks, digest), chunksize=8)
                _write(given.out / f"{name}.npz", tables, digest.hexdigest()[:12])
        if given.variants:
            _write(given.out / "variants.npz", pool.map(_read_variant, _pages, chunksize=8))
            articles = [page for page in _pages if page.is_article][::FRAGMENTS]
            _write(given.out / "fragments.npz", pool.map(_read_fragment, articles, chunksize=8))
            bare = _bare_tasks(given.data, given.rendered, given.bare)
            _write(given.out / "bare.npz", pool.map(_read_bare, bare, chunksize=8))


def _bare_tasks(data: Path, rendered: Sequence[Path], generated: Sequence[Path]) -> Iterator[Task]:
    """Yield the pages that are cut down to their content: all whose content has a known place."""
    for folder in [data / "farm", *rendered]:
        for page, weight in farm_pages(folder):
            title = _keys(page.truth, "title")
            yield _of_farm(page.truth), corpus_truth(page.truth) | title, page.html, weight
    for folder in generated:
        for page in DataSet(folder).pages():
            truth, html, weight = _generated(page.truth, page.html)
            kind = page.truth.get("kind")
            more = _keys(page.truth, "title", "places")
            if "has_comments" in page.truth and kind in THREADS:
                more["kind"] = "thread"
            yield folder.name, truth | more, html, weight


def _sources(
    data: Path, rendered: Sequence[Path], generated: Sequence[Path]
) -> Iterator[tuple[str, Iterator[Task]]]:
    """Yield each set of pages: the name of its file, and what is read of it."""
    for name, (folder, weight, read) in SOURCES.items():
        yield (
            name,
            (
                (name, truth, page.html, weight)
                for page in DataSet(data / folder / "dev").pages()
                if (truth := read(page.truth)) is not None
            ),
        )
    for folder in [data / "farm", *rendered]:
        yield (
            folder.name,
            (
                (_of_farm(page.truth), corpus_truth(page.truth), page.html, weight)
                for page, weight in farm_pages(folder)
            ),
        )
    for folder in generated:
        yield (
            f"generated {folder.name}",
            ((folder.name, *_generated(page.truth, page.html)) for page in DataSet(folder).pages()),
        )


def _hashed(tasks: Iterator[Task], digest: Any) -> Iterator[Task]:
    """Yield the tasks, and take what they hold into a hash, which names the set in reports."""
    for name, truth, html, weight in tasks:
        digest.update(json.dumps([name, truth, weight], sort_keys=True).encode())
        digest.update(html)
        yield name, truth, html, weight


def _write(file: Path, tables: Iterable[dict[str, Any] | None], digest: str = "") -> None:
    pages = [page for page in tables if page is not None]
    write_tables(file, pages)
    blocks = sum(len(page["own"]) for page in pages)
    print(f"{file.stem}: {len(pages)} pages, {blocks} blocks {digest}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
