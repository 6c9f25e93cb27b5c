"""Declared properties of things that are in their items.

    python -m benchmarks.declared_values --data DIR [--data DIR ...] [--pages 300] [-v]

Of pages that become a ``DetailItem`` with a declared type, every property of the declared things
of that type and name (JSON-LD and microdata, see ``treesim.declared``): it is kept if one of its
values stands in the item, ``explain`` included, whatever its signs; a picture in any size. Printed
are how many properties are kept, and those that are lost, by name.
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.pages import DataSet
from scrapy_treesim import Page, declared, detail
from scrapy_treesim.items import detail_items
from scrapy_treesim.reading.declared.values import line_of


def leaves(value: Any) -> Iterator[str]:
    """The plain values in a value as text."""
    if isinstance(value, dict):
        for name, one in value.items():
            if not name.startswith("@"):
                yield from leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one)
    else:
        yield str(value)


def plain(text: str) -> str:
    """A text without markup, case, signs and the address of a vocabulary."""
    line = re.sub(r"^https?://schema\.org/", "", line_of(text))
    return re.sub(r"[\W_]+", "", line.casefold())


def file_of(address: str) -> str:
    """The name of a picture's file without what says its size."""
    return re.sub(r"[?#].*|\.\w+$|\W\d+x\d+$", "", address.rpartition("/")[2])


def things(value: Any) -> Iterator[dict[str, Any]]:
    """The things that are declared, those in graphs and main entities too."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield one
            for name in ("@graph", "mainEntity", "mainEntityOfPage", "itemOffered"):
                yield from things(one.get(name))


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, action="append", required=True)
    parser.add_argument("--pages", type=int, default=300, help="pages in all")
    parser.add_argument("-v", action="store_true", help="print what is lost, page by page")
    arguments = parser.parse_args()
    pages = 0
    kept, lost = Counter[str](), Counter[str]()
    for page in (page for data in arguments.data for page in DataSet(data).pages()):
        read = Page(page.html, url=page.url)
        one = detail(read)
        if one is None or one.declared_type is None or pages == arguments.pages:
            continue
        (item,) = detail_items(one, page.url)
        has = plain(json.dumps([*leaves(item.to_dict())], ensure_ascii=False))
        found = declared(read)
        own = [
            thing
            for syntax in ("json-ld", "microdata")
            for thing in things(found.get(syntax, []))
            if one.declared_type in str(thing.get("@type"))
            and plain(str(thing.get("name") or one.name)) == plain(str(one.name))
        ]
        pages += bool(own)
        for name, value in (pair for thing in own for pair in thing.items()):
            values = map(file_of, leaves(value)) if name == "image" else leaves(value)
            texts = [text for text in map(plain, values) if text]
            if name.startswith("@") or not texts:
                continue
            is_kept = any(text[:200] in has for text in texts)
            (kept if is_kept else lost)[name] += 1
            if arguments.v and not is_kept:
                print(f"{page.id} {name}: {str(value)[:150]}")
    print(
        f"{pages} pages, {kept.total()} properties kept, {lost.total()} lost: {lost.most_common()}"
    )


if __name__ == "__main__":
    main()
