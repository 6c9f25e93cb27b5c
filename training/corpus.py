"""One corpus of labelled pages for the network: labels of blocks, of elements and of the page.

    python -m training.corpus DATA --generated DIR ... --out CACHE [--jobs 2] [--only NAME ...]

DATA holds the data sets as ``<task>/<set>/dev``; ``--generated`` takes folders of the generators.
CACHE gets a file of tables for each set, from which :mod:`training.fit` fits. What a page tells
nothing of is masked, with -1. Where there is no truth the shipped finders say what they find
(``teacher``), on sets alone that no figure is measured on.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import scrapy_treesim as treesim
from benchmarks.pages import DataSet
from benchmarks.quality import tokens
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.network.weights import PAGE_KINDS, ROLES
from scrapy_treesim.reading.inputs import BLOCK_INPUTS, ELEMENT_INPUTS
from scrapy_treesim.reading.read import Reading, reading_of
from scrapy_treesim.values.dates import MAX_CHARS, date_of
from training.augmented import drawn, fragment, variants
from training.block_labels import labels_of, words_of
from training.labelled_pages import (
    FRAGMENT_WEIGHT,
    OPEN_SITES,
    ROLE_OF_BOX,
    SETS,
    UNKNOWN,
    KnownPage,
    key_of,
    known_pages,
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

FRAGMENTS: Final = 3
"""Of so many pages with an article, the main text of one is read alone as well."""

TEACHER, TRUTH, NONE = "teacher", "truth", "none"
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


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the pages of a set: of each label where it comes from, or nothing."""

    main: str = ""
    comments: str = ""
    records: str = ""
    kind: str = ""
    """A kind, or ``teacher``."""
    weight: float = 1.0


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

    def add_records(self, regions: Sequence[Sequence[Sequence[str]]]) -> None:
        """Take the XPaths of records, region by region."""
        self.blocks[:, RECORD] = 0
        spans = []
        for xpaths in (record for region in regions for record in region):
            of_parts = [
                self.span(node)
                for node in (resolved(self.tree, one) for one in xpaths)
                if node >= 0
            ]
            of_parts = [(first, stop) for first, stop in of_parts if first < stop]
            for first, stop in of_parts:
                self.blocks[first:stop, RECORD] = 1
            if of_parts:
                spans.append(_first_run(sorted(of_parts)))
        self.mark_elements(ITEM, spans)


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
    name: str, truth: dict[str, Any], html: bytes, known: Known, places: dict[str, str],
    url: str | None = None,
) -> dict[str, Any] | None:  # fmt: skip
    """A page as numbers, with its labels; None where it has no blocks, or too many."""
    page = treesim.Page(html, url=truth.get("url") or "" if url is None else url, html5=False)
    reading = reading_of(page)
    if not 0 < len(reading) <= MAX_BLOCKS:
        return None
    labels = Labeller(page, reading)
    lang = truth.get("lang") or ""
    words = words_of(page, reading.blocks, lang)
    _label_main(labels, known, truth, words, lang)
    _label_comments(labels, known, truth)
    _label_records(labels, known, truth)
    heads = np.zeros(len(reading), bool)
    headline = page.once(headline_of)
    if headline is not None:
        heads[slice(*labels.span(headline.node))] = True
    roles = roles_of(page, reading.blocks, places)
    main = labels.blocks[:, MAIN]
    roles[(main >= 0) & ((roles == 0) != (main == 1))] = UNKNOWN
    roles[heads & (main == 0)] = ROLES.index("headline")
    if known.main == TRUTH:
        _label_byline(labels, truth, heads, roles)
    kind, kind_weight = _kind(page, known)
    if known.records == TEACHER and kind != PAGE_KINDS.index("list"):
        labels.blocks[:, RECORD] = labels.elements[:, ITEM] = UNKNOWN
    sizes = np.array([len(one) for one in words], np.int32)
    return {
        **arrays_of(reading),
        "labels": labels.blocks,
        "element_labels": labels.elements,
        "roles": roles,
        "heads": heads.astype(np.int8),
        "words": sizes,
        "kind": np.array([kind], np.int8),
        "kind_weight": np.array([kind_weight], np.float32),
        "weight": np.array([known.weight], np.float32),
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
        "block_rows": _floats(reading.block_rows, n, len(BLOCK_INPUTS)),
        "element_rows": _floats(reading.element_rows, count, len(ELEMENT_INPUTS)),
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


def _label_main(
    labels: Labeller, known: Known, truth: dict[str, Any], words: list[list[str]], lang: str
) -> None:
    main = labels.blocks[:, MAIN]
    if known.main == TRUTH:
        main[:] = labels_of(words, tokens(truth["text"], lang))
    elif known.main == NONE:
        main[:] = 0
    elif known.main in (TEACHER, "recipe"):
        main[:] = 0
        found = treesim.article(labels.page)
        if found is not None:
            kept = np.frombuffer(bytes(found._selected), np.uint8) > 0
            block = np.array(labels.reading.blocks.block)
            main[np.unique(block[(block >= 0) & kept])] = 1
    if known.main == "recipe":
        # Short items of a recipe belong to its text.
        said = [_SPACE.sub("", one) for one in [*truth["ingredients"], *truth["instructions"]]]
        wanted = {one for one in said if one}
        joined = " ".join(said)
        for block, text in enumerate(labels.texts):
            plain = _SPACE.sub("", text)
            if plain and (plain in wanted or (len(plain) > 15 and plain in joined)):
                main[block] = 1


def _label_byline(
    labels: Labeller, truth: dict[str, Any], heads: NDArray[np.bool_], roles: NDArray[np.int8]
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


def _label_comments(labels: Labeller, known: Known, truth: dict[str, Any]) -> None:
    page = labels.page
    if known.comments == TRUTH:
        labels.add_comments(
            [
                (resolved(page.tree, one["xpath"]), one["text"])
                for one in truth.get("comments") or ()
                if one.get("xpath")
            ]
        )
    elif known.comments == NONE:
        labels.blocks[:, [COMMENT, BODY]] = labels.elements[:, POST] = 0
    elif known.comments == TEACHER:
        found = treesim.comments(page)
        labels.add_comments(
            [(resolved(page.tree, one.xpath), one.text) for one in found if one.xpath]
        )
        if known.main == TRUTH and known.kind == "article":
            labels.blocks[labels.blocks[:, MAIN] == 1, COMMENT : BODY + 1] = 0


def _label_records(labels: Labeller, known: Known, truth: dict[str, Any]) -> None:
    if known.records == TRUTH:
        regions = [[one["xpaths"] for one in region["records"]] for region in truth["regions"]]
        labels.add_records(regions)
    elif known.records == NONE:
        labels.blocks[:, RECORD] = labels.elements[:, ITEM] = 0
    elif known.records == TEACHER:
        found = treesim.records(labels.page)[:1]
        labels.add_records([[[*one.xpaths] for one in region.records] for region in found])


def _kind(page: treesim.Page, known: Known) -> tuple[int, float]:
    if not known.kind:
        return UNKNOWN, 0.0
    if known.kind == TEACHER:
        found = treesim.page_kind(page)
        return PAGE_KINDS.index(found.kind), 0.5 * found.confidence
    return PAGE_KINDS.index(known.kind), 1.0


_WCXB: Final = {
    "article": "article", "documentation": "article", "listing": "list", "collection": "list",
    "forum": "thread", "product": "detail", "service": "other",
}  # fmt: skip


def _of_article(name: str) -> Callable[[dict[str, Any]], Known | None]:
    def known(truth: dict[str, Any]) -> Known | None:
        if not truth.get("text"):
            return None
        weak = name.startswith("weak")
        if weak and truth.get("site", truth.get("host")) not in OPEN_SITES:
            return None
        kind = "" if weak else "thread" if name == "magic_forum" else "article"
        if name in ("wcxb", "wcxb_rest"):
            kind = _WCXB.get(truth.get("page_type", ""), "")
        records = {"list": TEACHER, "article": NONE}.get(kind, "")
        return Known(TRUTH, TEACHER, records, kind, SETS[name])

    return known


def _same(known: Known) -> Callable[[dict[str, Any]], Known | None]:
    return lambda truth: known


def _of_wks(truth: dict[str, Any]) -> Known:
    is_open = truth["src"].split("/")[0] in ("wcxb", "magic")
    return Known(TEACHER, TRUTH if is_open else TEACHER, "", TEACHER, 0.8 if is_open else 0.5)


SOURCES: Final[dict[str, tuple[str, Callable[[dict[str, Any]], Known | None]]]] = {
    **{name: (f"article/{name}", _of_article(name)) for name in SETS},
    "recipes": ("article/recipes", _same(Known("recipe", TEACHER, "", "", 0.5))),
    "wks": ("comments/wks", _of_wks),
    "negatives": ("comments/negatives", _same(Known("", NONE, "", "", 0.7))),
    "site_comments": ("comments/site_comments", _same(Known(TEACHER, TEACHER, "", TEACHER, 0.4))),
    "nexteval": ("records/nexteval", _same(Known("", NONE, TRUTH, "list"))),
    "synthetic": ("records/synthetic", _same(Known("", NONE, TRUTH, "list", 0.5))),
    "courts": ("records/courts", _same(Known("", NONE, TEACHER, "list"))),
    "pagers": ("records/pagers", _same(Known("", TEACHER, TEACHER, TEACHER, 0.3))),
    "products": ("items/products", _same(Known("", TEACHER, "", "detail"))),
    **{
        place.partition("/")[2]: (place, _same(Known(TEACHER, TEACHER, TEACHER, TEACHER, weight)))
        for weight, places in (
            (0.4, "records/trieschnigg records/webdext comments/dragnet"),
            (
                0.3,
                "templates/swde templates/mixed templates/mixed2 article/site_posts article/daniel",
            ),
        )
        for place in places.split()
    },
}
"""The folder of each set, and what is known of its pages."""


def _of_generated(truth: dict[str, Any]) -> Known:
    kind = truth.get("kind", "")
    if "regions" in truth:
        return Known("", NONE, TRUTH, "list", 0.3)
    if "comments" in truth and "has_comments" in truth:
        return Known("", TRUTH, "", "", 0.5)
    if "text" in truth and "places" in truth:
        return Known(TRUTH, "", "", kind, 0.4)
    return Known("", "", "", kind, 0.3)


def _read(task: tuple[str, dict[str, Any], bytes, Known]) -> dict[str, Any] | None:
    name, truth, html, known = task
    places = places_of(truth) if known.main == TRUTH else {}
    return table_of(name, truth, html, known, places)


_pages: list[KnownPage] = []
"""The pages of the sets of main text; processes inherit them."""


@cache
def _stock(fold: int) -> Any:
    return stock_of(_pages, fold)


def _read_variant(page: KnownPage) -> dict[str, Any] | None:
    """The page with some changes."""
    chance = Random(f"{page.set} {page.truth['id']} 7")
    changes = drawn(chance)
    if not page.is_article:
        # Threads and lists of articles would have them as text.
        changes = "+".join({*changes.split("+")} - {"second", "comments"}) or "names"
    made = variants(page.html, page.truth["text"], page.lang, chance, _stock(page.fold), [changes])
    for one in made:
        places = {xpath: ROLE_OF_BOX.get(role, role) for xpath, role in one.roles}
        url = page.truth.get("url") if chance.random() < 0.5 else ""
        truth = {**page.truth, "text": one.text, "lang": one.lang}
        known = _of_article(page.set)(page.truth)
        if known is None:
            return None
        known = Known(TRUTH, "", "", known.kind if page.is_article else "", known.weight / 2)
        return table_of(page.set, truth, one.html, known, places, url or "")
    return None


def _read_fragment(page: KnownPage) -> dict[str, Any] | None:
    """Some of the page's main text with nothing around it."""
    chance = Random(f"{page.set} {page.truth['id']} fragment")
    one = fragment(page.truth["text"], page.truth.get("title") or "", page.lang, chance)
    truth = {**page.truth, "text": one.text}
    known = Known(TRUTH, NONE, NONE, "article", SETS[page.set] * FRAGMENT_WEIGHT)
    return table_of(page.set, truth, one.html, known, {}, "")


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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--generated", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--out", type=Path, required=True, metavar="CACHE")
    parser.add_argument("--only", nargs="*", metavar="NAME")
    parser.add_argument("--variants", action="store_true", help="changed pages too")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if given.variants:
        for name in SETS:
            if not name.startswith("weak"):
                _pages.extend(known_pages(given.data / "article" / name / "dev", name))
    # Forked, for the pages weigh hundreds of megabytes.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("fork")) as pool:
        for name, (folder, known_of) in SOURCES.items():
            if given.only is not None and name not in given.only:
                continue
            tasks = (
                (name, page.truth, page.html, known)
                for page in DataSet(given.data / folder / "dev").pages()
                if (known := known_of(page.truth)) is not None
            )
            _write(given.out / f"{name}.npz", pool.map(_read, tasks, chunksize=8))
        for folder in given.generated:
            tasks = (
                (folder.name, page.truth, page.html, _of_generated(page.truth))
                for page in DataSet(folder).pages()
            )
            _write(given.out / f"generated {folder.name}.npz", pool.map(_read, tasks, chunksize=16))
        if given.variants:
            _write(given.out / "variants.npz", pool.map(_read_variant, _pages, chunksize=8))
            some = [page for page in _pages if page.is_article][::FRAGMENTS]
            _write(given.out / "fragments.npz", pool.map(_read_fragment, some, chunksize=8))


def _write(file: Path, made: Iterator[dict[str, Any] | None]) -> None:
    pages = [page for page in made if page is not None]
    write_tables(file, pages)
    blocks = sum(len(page["own"]) for page in pages)
    print(f"{file.stem}: {len(pages)} pages, {blocks} blocks", flush=True)


if __name__ == "__main__":
    main()
