"""Files of labelled examples: which page, and what stands on it under which name.

JSON lines, or one JSON list, of objects with ``page`` (a file) or ``url``, with ``fields`` and,
where somebody showed the values on the page, with ``xpaths``: by field, where they stand. With
``types``: by field, what its values are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.corpus import CorpusError, open_corpus
from scrapy_treesim.json_file import (
    FaultError,
    by_name,
    fitting,
    one_of,
    or_none,
    parse_json,
    parts,
    text,
)
from scrapy_treesim.templates.rules import Example
from scrapy_treesim.templates.rules.values import LINKED, SHOWN, TEXT
from scrapy_treesim.tree import tags
from scrapy_treesim.values.field_types import TYPES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


MAX_PLACE: Final = 100_000
"""Characters of a place: thousands of elements deep."""

_ATTRIBUTE: Final = re.compile(r"(.*)/@([\w-]{1,20})", re.DOTALL)
_HTML: Final = tags.NUMBER["html"]


def place_of(page: Page, node: int, take: str = "") -> str:
    """The place of a node: ``/html/body/a[2]``, with an attribute ``/html/body/a[2]/@href``."""
    path = page.xpath(node)
    return f"{path}/@{take}" if take else path


def node_at(page: Page, place: str) -> tuple[int, str] | None:
    """The element at a place that :func:`place_of` writes, and the attribute that it names, or "".

    None where the page has no such element. O(nodes).
    """
    if len(place) > MAX_PLACE:
        return None
    attribute = _ATTRIBUTE.fullmatch(place)
    path, take = attribute.groups() if attribute else (place, "")
    for root in _roots(page):
        rest = _after(path, page.xpath(root))
        if rest is not None and (node := _below(page, root, rest)) is not None:
            return node, take
    return None


def _roots(page: Page) -> Iterator[int]:
    """The page's root, and what follows an early end of it."""
    tree = page.tree
    yield 0
    for node in tree.children(0):
        if tree.tag[node] == _HTML == tree.tag[0]:
            yield node


def _below(page: Page, node: int, rest: str) -> int | None:
    tree = page.tree
    while rest:
        for child in tree.children(node):
            if tree.tag[child] == tags.TEXT:
                continue
            left = _after(rest, f"/{tree.xpath_step(child, page.namespaced)}")
            if left is not None:
                node, rest = child, left
                break
        else:
            return None
    return node


def _after(path: str, start: str) -> str | None:
    """The rest of a path after whole steps; None where it does not start with them."""
    if not path.startswith(start):
        return None
    rest = path[len(start) :]
    return rest if not rest or rest.startswith("/") else None


MAX_BYTES: Final = 100_000_000
"""Of a file."""
MAX_PLACES: Final = 1_000
"""Places of a field on one page."""


class ExampleFileError(ValueError):
    """A file of examples that cannot be used; one line says where and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One example of a file."""

    place: str
    """``examples.jsonl, line 3``."""
    url: str
    file: Path | None
    """The file with its page, the folder of the examples put before it."""
    fields: Mapping[str, str | list[str]]
    xpaths: Mapping[str, list[str]] = field(default_factory=dict)
    """Of a field, where its values were shown to stand: elements, or ``/@`` and an attribute."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Of a field, one of ``TYPES``."""
    written: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """As it stands in the file."""
    line: str = ""
    """Its line in the file, with the blank ones after it; empty where it has none of its own."""

    def labelled(self, page: Page, fields: Sequence[str] | None = None) -> Example:
        """The example with its page; only some fields of it, if these are given.

        Raises:
            ExampleFileError: the page has nothing at one of the places.
        """
        values = {
            name: value for name, value in self.fields.items() if fields is None or name in fields
        }
        nodes: dict[str, list[int]] = {}
        takes: dict[str, str] = {}
        for name in values:
            for at in self.xpaths.get(name, ()):
                found = node_at(page, at)
                if found is None:
                    raise ExampleFileError(
                        f"{self.place}: the page has nothing at {at:.200}, where the field {name}"
                        " was: take its xpaths out, or label it anew"
                    )
                nodes.setdefault(name, []).append(found[0])
                takes[name] = found[1] or TEXT
        name = f"{self.place}, {self.file or self.url}"
        return Example(page, values, nodes, takes, self.types, name)


def read_entries(path: Path) -> list[Entry]:
    """The examples of a file.

    Raises:
        ExampleFileError: it cannot be read, or an entry is none.
    """
    entries = entries_in(path, read_text(path))
    declared: dict[str, tuple[str, str]] = {}
    for entry in entries:
        for name, type in entry.types.items():
            first = declared.setdefault(name, (type, entry.place))
            if first[0] != type:
                raise ExampleFileError(
                    f"{entry.place}: {name} is of the type {type} here and {first[0]} in {first[1]}"
                )
    return entries


def read_text(path: Path) -> str:
    """Read the text of a file of examples.

    Raises:
        ExampleFileError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ExampleFileError(f"{path} is larger than {MAX_BYTES} bytes")
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ExampleFileError(f"{path} cannot be read: {error}") from None


def page_in(entry: Entry) -> Page:
    """The page in an entry's file.

    Raises:
        ExampleFileError: there is none.
    """
    assert entry.file is not None
    try:
        saved = next(open_corpus(entry.file).pages(), None)
    except (CorpusError, OSError) as error:
        raise ExampleFileError(f"{entry.place}: {error}") from None
    if saved is None:
        raise ExampleFileError(f"{entry.place}: {entry.file} holds no page")
    url = entry.url or saved.url or entry.file.resolve().as_uri()
    return replace(saved, url=url).page()


def is_list(text: str) -> bool:
    """Tell whether the examples are one JSON list, not a line each."""
    return text.lstrip().startswith("[")


def entries_in(path: Path, text: str) -> list[Entry]:
    """The examples of a file's text: of a JSON list, or a line each.

    Raises:
        ExampleFileError: one is none.
    """
    if is_list(text):
        return [
            entry_of(path, f"{path}, example {number}", written)
            for number, written in enumerate(_json(str(path), text), 1)
        ]
    entries: list[Entry] = []
    for number, line in enumerate(text.split("\n"), 1):
        place = f"{path}, line {number}"
        if line.strip():
            entries.append(replace(entry_of(path, place, _json(place, line)), line=line))
        elif entries:
            entries[-1] = replace(entries[-1], line=f"{entries[-1].line}\n{line}")
    if entries:
        entries[-1] = replace(entries[-1], line=entries[-1].line.rstrip())
    return entries


def entry_of(path: Path, place: str, written: Any) -> Entry:
    """One example as it stands in the file ``path``.

    Raises:
        ExampleFileError: it is none.
    """
    try:
        read = _ENTRY(written)
        url, page = read.get("url", ""), read.get("page")
        fields = {name: value for name, value in read["fields"].items() if value is not None}
        xpaths = read.get("xpaths", {})
        if not (url or page):
            raise FaultError("", 'an example has "page", a file, or "url"')
        if not read["fields"]:
            raise FaultError(".fields", "it should have the values on the page")
        if xpaths.keys() - fields.keys():
            raise FaultError(".xpaths", 'it should have no names but those that "fields" has')
    except ValueError as error:
        raise ExampleFileError(f"{place}: {error}") from None
    file = path.parent / page if page else None
    return Entry(place, url, file, fields, xpaths, read.get("types", {}), written)


def _are_places(paths: Any) -> bool:
    return (
        _is_list_of_texts(paths)
        and 0 < len(paths) <= MAX_PLACES
        and all(path.startswith("/") for path in paths)
        and {*map(_take, paths)} in [{name} for name in ("", *SHOWN, *LINKED)]
    )


def _take(path: str) -> str:
    return path.rpartition("/@")[2] if "/@" in path else ""


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


_VALUE: Final = fitting(
    "a text or a list of texts, or null where the page lacks it",
    lambda one: one is None or isinstance(one, str) or _is_list_of_texts(one),
)
_PLACES: Final = fitting(
    "a list of places such as /html/body/p[2], or all with the same attribute after /@",
    _are_places,
)
_FILE: Final = fitting("the name of a file", lambda one: isinstance(one, str) and "\0" not in one)
_ENTRY: Final = parts(
    {"fields": by_name(str, _VALUE)},
    {
        "page": or_none(_FILE),
        "url": text(MAX_BYTES),
        "xpaths": by_name(str, _PLACES),
        "types": by_name(str, one_of(TYPES)),
    },
)


def _json(place: str, text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise ExampleFileError(f"{place} is no JSON: {error}") from None
