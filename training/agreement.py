"""Main text of pages whose truth is not known: what several extractors agree on.

    python -m training.agreement FOLDER ... --out DIR [--without FOLDER ...]

Each FOLDER is a data set of any kind; of its truth only addresses are read. Four other extractors
run as in ``benchmarks.peers``, and our own. A page is taken where three of the five agree, each two
of them; its text is made of the blocks that lie in at least three of the five texts, without the
page's headline. DIR gets ``<set>/dev`` with the pages and their ``truth.jsonl``. ``--without``
names sets whose pages, by their bytes or their host, are left out: those whose truth is known.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Set
from hashlib import sha1
from itertools import combinations
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import scrapy_treesim as treesim
from benchmarks.pages import DataSet, LabelledPage
from benchmarks.peers_environment import complete, environment, fill, install, kept, lines
from benchmarks.peers_runner import PEERS, address
from benchmarks.quality import match, page_f1, tokens
from scrapy_treesim.article import _blocks_cy
from scrapy_treesim.article.blocks import blocks_of
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata import metadata_of
from scrapy_treesim.tree.text import text_of
from training.block_labels import labels_of, words_of

OTHERS: Final = ("resiliparse", "magic-html", "trafilatura-precision", "readability-lxml")
"""The other extractors, the cheapest first."""
OURS: Final = "ours"
MAJORITY: Final = 3
"""Texts that have to agree on a page, and to contain a block."""
MIN_F1: Final = 0.9
"""The page F1 from which two texts agree."""
MIN_WORDS: Final = 80
"""The least words of a text that is taken."""
MIN_CHARACTERS: Final = 160
"""The same of Chinese and Japanese, whose tokens are characters."""
MIN_WIDE: Final = 0.3
"""The share of ideographs and kana in a text from which it is Chinese or Japanese."""
MIN_KANA: Final = 0.05
"""The share of kana from which it is Japanese."""

TAKEN: Final = "taken"
OPEN: Final = "not agreed on"
REPEATED: Final = "of a text that another has"
KNOWN: Final = "of sets left out"
OUTCOMES: Final = (TAKEN, OPEN, REPEATED, KNOWN)
"""What may become of a page."""

_KANA = re.compile(r"[\u3040-\u30ff]")
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--without", nargs="*", type=Path, default=[], metavar="FOLDER")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.add_argument("--python", default=sys.executable, help="the peers' Python")
    arguments = parser.parse_args()
    sets = {name_of(folder): DataSet(folder) for folder in arguments.folders}
    ids = {
        name: [truth["id"] for truth in pages.truths(arguments.limit)]
        for name, pages in sets.items()
    }
    wanted = [
        (name, peer)
        for peer in OTHERS
        for name in sets
        if not complete(kept(name, peer), ids[name])
    ]
    if wanted:
        python = environment(arguments.python)
        notes = []
        if not arguments.no_install:
            notes = install(python, {PEERS[peer].requirement for _, peer in wanted})
        for note in notes + fill(wanted, sets, python=python, limit=arguments.limit):
            print(note)
    known = {mark for folder in arguments.without for mark in marks_of(DataSet(folder))}
    for name, pages in sets.items():
        out = arguments.out / name / "dev"
        done = Counter(write(pages, name, out, known, arguments.limit))
        told = ", ".join(f"{done[outcome]} {outcome}" for outcome in OUTCOMES)
        print(f"{name}: {told}", flush=True)


def name_of(folder: Path) -> str:
    """The name of a set, which may be the folder's own or that above ``dev``."""
    folder = folder.resolve()
    return folder.parent.name if folder.name == "dev" else folder.name


def marks_of(pages: DataSet) -> Iterator[str]:
    """What tells the pages of a set and of its hosts apart from others."""
    for page in pages.pages():
        yield from marks(page)


def marks(page: LabelledPage) -> list[str]:
    """The page's digest, and its host where it is known."""
    host = host_of(page)
    return [sha1(page.html).hexdigest(), *([host] if host else [])]


def write(
    pages: DataSet, name: str, out: Path, without: Set[str] = frozenset(), limit: int | None = None
) -> Iterator[str]:
    """Writes the pages that are agreed on; says what became of each.

    ``without`` are marks of pages that are left out. A text that another page of the set has is
    taken once.
    """
    said = {peer: {one["id"]: one["text"] for one in lines(kept(name, peer))} for peer in OTHERS}
    (out / "pages").mkdir(parents=True, exist_ok=True)
    texts = set()
    with (out / "truth.jsonl").open("w", encoding="utf-8") as truths:
        for page in pages.pages(limit):
            if not without.isdisjoint(marks(page)):
                yield KNOWN
                continue
            of_others = {peer: made[page.id] for peer, made in said.items()}
            truth = agreed(page.html, address(page), of_others)
            if truth is None or truth["text"] in texts:
                yield REPEATED if truth else OPEN
                continue
            texts.add(truth["text"])
            told = {"id": page.id, "url": page.url or "", "host": host_of(page), **truth}
            truths.write(json.dumps(told, ensure_ascii=False) + "\n")
            file = f"{page.id}.html.gz"
            shutil.copyfile(pages.folder / "pages" / file, out / "pages" / file)
            yield TAKEN


def host_of(page: LabelledPage) -> str:
    """The page's host, by its address or as its set names it."""
    return urlsplit(page.url).hostname or page.truth.get("host") or page.truth.get("site") or ""


def agreed(html: bytes, url: str, texts: dict[str, str]) -> dict[str, Any] | None:
    """The language, the text and the extractors that agree, or None where too few do.

    ``texts`` are those of others, by extractor; our own is added.
    """
    page = treesim.Page(html, url=url)
    ours = treesim.article(page)
    texts = {**texts, OURS: ours.text if ours else ""}
    lang = language_of(metadata_of(page).language, max(texts.values(), key=len))
    least = MIN_CHARACTERS if lang in ("zh", "ja") else MIN_WORDS
    found = {name: tokens(text, lang) for name, text in texts.items()}
    long = {name: words for name, words in found.items() if len(words) >= least}
    group = agreeing(long)
    if not group:
        return None
    text = text_of_most(page, lang, list(found.values()))
    words = tokens(text, lang)
    if len(words) < least or sum(alike(words, long[name]) for name in group) < MAJORITY:
        return None
    return {"lang": lang, "text": text, "agreed": group}


def agreeing(texts: dict[str, list[str]]) -> list[str]:
    """The names of the largest group of texts of which any two agree; empty if it is too small."""
    pairs = {
        frozenset((one, other))
        for one, other in combinations(texts, 2)
        if alike(texts[one], texts[other])
    }
    for size in range(len(texts), MAJORITY - 1, -1):
        for group in combinations(texts, size):
            if all(frozenset(pair) in pairs for pair in combinations(group, 2)):
                return list(group)
    return []


def alike(one: list[str], other: list[str]) -> bool:
    """Two texts agree."""
    # A length that is far off needs no counting.
    least, most = sorted((len(one), len(other)))
    return least >= most / 2 and page_f1(match(one, other)) >= MIN_F1


def text_of_most(page: treesim.Page, lang: str, texts: list[list[str]]) -> str:
    """The text of the blocks that lie in most of the texts, without the page's headline."""
    blocks = blocks_of(page.tree)
    words = words_of(page, blocks, lang)
    votes = zip(*(labels_of(words, text) for text in texts), strict=True)
    flags = bytearray(len(page.tree))
    _blocks_cy.flag(blocks.block, bytearray(sum(one) >= MAJORITY for one in votes), flags)
    headline = headline_of(page)
    if headline is not None:
        size = page.tree.size[headline.node]
        flags[headline.node : headline.node + size] = bytes(size)
    return text_of(page.tree, 0, flags)


def language_of(declared: str | None, text: str) -> str:
    """Two letters, empty where nothing is known; Chinese and Japanese by their script alone."""
    letters = sum(map(str.isalpha, text)) or 1
    kana = len(_KANA.findall(text)) / letters
    if kana + len(_IDEOGRAPH.findall(text)) / letters >= MIN_WIDE:
        return "ja" if kana >= MIN_KANA else "zh"
    told = (declared or "").replace("_", "-").partition("-")[0].lower()
    return told if len(told) == 2 and told not in ("zh", "ja") else ""


if __name__ == "__main__":
    main()
