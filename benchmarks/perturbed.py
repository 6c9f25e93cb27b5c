"""Many pages made of few: copies of a page as another page of its template might be.

A copy keeps the markup of the page but for what differs among pages of one template: up to four of
its smaller parts are gone (a part has at most a twentieth of the page's elements), lists are longer
or shorter by an item or two, and the words of all texts are others, drawn from the page's own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import lxml.html
from lxml.html import HtmlElement

from benchmarks.pages import DataSet, LabelledPage

PARTS: Final = 4
"""Parts of a page that are dropped at most."""
LISTS: Final = 3
"""Lists whose length is changed at most."""

_WORD = re.compile(r"[^\W\d_]+|\d+")
_KEPT: Final = frozenset(("html", "body", "head", "main"))


def write_feed(
    sets: Sequence[DataSet], pages: int, seed: int, path: Path
) -> list[tuple[str, bytes]]:
    """Write a feed of so many pages; the template of each, if known, and its bytes.

    The pages come in an order in which every beginning has all sites and templates.
    """
    sources = [page for one in sets for page in one.pages()]
    Random(seed).shuffle(sources)
    made = []
    with path.open("w", encoding="utf-8") as file:
        for number, (source, html) in enumerate(_copies(sources, pages, seed)):
            text = html.decode("utf-8", "replace")
            url = f"https://{_site(source)}/{number}.html"
            file.write(json.dumps({"url": url, "body": text}) + "\n")
            made.append((str(source.truth.get("template", "")), text.encode()))
    return made


def _copies(
    sources: Sequence[LabelledPage], pages: int, seed: int
) -> Iterator[tuple[LabelledPage, bytes]]:
    """First each page as it is, then copies of each, again and again."""
    for number in range(pages):
        source = sources[number % len(sources)]
        plain = number < len(sources)
        yield source, source.html if plain else perturbed(source.html, Random(f"{seed} {number}"))


def _site(page: LabelledPage) -> str:
    site = str(page.truth.get("site") or page.truth.get("host") or "pages")
    return re.sub(r"[^a-z0-9.-]", "-", site.lower())


def perturbed(html: bytes, random: Random) -> bytes:
    """Another page of the same template."""
    root = lxml.html.document_fromstring(html)
    _change_lists(root, random)
    _drop_parts(root, random)
    _change_texts(root, random)
    made: bytes = lxml.html.tostring(root, encoding="utf-8", doctype="<!doctype html>")
    return made


def _drop_parts(root: HtmlElement, random: Random) -> None:
    elements = [one for one in root.iter() if isinstance(one.tag, str) and one.tag not in _KEPT]
    for one in random.sample(elements, min(len(elements), random.randint(0, PARTS))):
        if one.getparent() is not None and sum(1 for _ in one.iter()) <= len(elements) / 20:
            one.drop_tree()


def _change_lists(root: HtmlElement, random: Random) -> None:
    lists = [one for one in root.iter("ul", "ol", "tbody", "table", "div") if _is_list(one)]
    for one in random.sample(lists, min(len(lists), LISTS)):
        item = random.choice([*one])
        if random.random() < 0.5:
            item.drop_tree()
        else:
            item.addnext(_copy(item))


def _is_list(element: HtmlElement) -> bool:
    kinds = {(one.tag, one.get("class")) for one in element}
    return len(element) >= 3 and len(kinds) == 1


def _copy(element: HtmlElement) -> HtmlElement:
    copied: HtmlElement = lxml.html.fromstring(lxml.html.tostring(element))
    return copied


def _change_texts(root: HtmlElement, random: Random) -> None:
    words = _WORD.findall(root.text_content())[:5_000] or ["word"]

    def other(match: re.Match[str]) -> str:
        word = match[0]
        return str(random.randrange(10 ** len(word))) if word.isdigit() else random.choice(words)

    for one in root.iter():
        if not isinstance(one.tag, str) or one.tag in ("script", "style"):
            continue
        if one.text and one.text.strip() and random.random() < 0.8:
            one.text = _WORD.sub(other, one.text)
        if one.tail and one.tail.strip():
            one.tail = _WORD.sub(other, one.tail)
