"""Files of labelled examples: pages with their values by field.

JSON lines, or one JSON list, of objects with ``page`` (a file) or ``url``, with ``fields`` and,
where somebody showed the values on the page, with ``xpaths``: the paths of the values by field.
``types`` has the types of the values by field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.files.corpus import CorpusError, open_corpus
from scrapy_treesim.files.json_file import (
    FaultError,
    by_name,
    fitting,
    one_of,
    or_none,
    parse_json,
    parts,
    text,
)
from scrapy_treesim.reading.occurrences import LINKED, SHOWN, TEXT
from scrapy_treesim.templates.rules import Example
from scrapy_treesim.tree import tags
from scrapy_treesim.values.field_types import TYPES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


MAX_XPATH: Final = 100_000
"""Most characters of a path: thousands of elements deep."""

_ATTRIBUTE: Final = re.compile(r"(.*)/@([\w-]{1,20})", re.DOTALL)
_HTML: Final = tags.NUMBER["html"]


def xpath_of(page: Page, node: int, take: str = "") -> str:
    """Return the path of a node: ``/html/body/a[2]``, or ``/html/body/a[2]/@href``."""
    path = page.xpath(node)
    return f"{path}/@{take}" if take else path


def node_at(page: Page, xpath: str) -> tuple[int, str] | None:
    """Return the element at a path of :func:`xpath_of`, and the attribute in the path, or "".

    None if the page has no such element. O(nodes).
    """
    if len(xpath) > MAX_XPATH:
        return None
    attribute = _ATTRIBUTE.fullmatch(xpath)
    path, take = attribute.groups() if attribute else (xpath, "")
    tree = page.tree
    # After its early end a page may have further roots.
    roots = (node for node in tree.children(0) if tree.tag[node] == _HTML == tree.tag[0])
    for root in (0, *roots):
        rest = _after(path, page.xpath(root))
        if rest is not None and (node := _below(page, root, rest)) is not None:
            return node, take
    return None


def _below(page: Page, node: int, rest: str) -> int | None:
    tree = page.tree
    while rest:
        for child in tree.children(node):
            if tree.tag[child] == tags.TEXT:
                continue
            remaining = _after(rest, f"/{tree.xpath_step(child, page.namespaced)}")
            if remaining is not None:
                node, rest = child, remaining
                break
        else:
            return None
    return node


def _after(path: str, start: str) -> str | None:
    """Return the rest of a path after the steps in ``start``; None without them."""
    if not path.startswith(start):
        return None
    rest = path[len(start) :]
    return rest if not rest or rest.startswith("/") else None


MAX_BYTES: Final = 100_000_000
"""Most bytes of a file."""
MAX_XPATHS: Final = 1_000
"""Most paths of a field on one page."""


class ExampleFileError(ValueError):
    """Unusable file of examples; the message is one line with the location and the reason."""


@dataclass(frozen=True, slots=True)
class ExampleEntry:
    """One example of a file."""

    location: str
    """Location for messages: ``examples.jsonl, line 3``."""
    url: str
    file: Path | None
    """File with its page, joined to the folder of the examples."""
    fields: Mapping[str, str | list[str]]
    xpaths: Mapping[str, list[str]] = field(default_factory=dict)
    """Paths of the values by field: of elements, or with ``/@`` and an attribute."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Types by field, from ``TYPES``."""
    written: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The JSON object in the file."""
    line: str = ""
    """Its line in the file and the blank lines after it; empty in a JSON list."""

    def labelled(self, page: Page, fields: Sequence[str] | None = None) -> Example:
        """Return the example with its page and nodes; with ``fields`` only these fields of it."""
        values = {
            name: value for name, value in self.fields.items() if fields is None or name in fields
        }
        nodes: dict[str, list[int]] = {}
        takes: dict[str, str] = {}
        for name in values:
            for xpath in self.xpaths.get(name, ()):
                target = node_at(page, xpath)
                if target is None:
                    raise ExampleFileError(
                        f"{self.location}: the page has nothing at {xpath:.200}, where the"
                        f" field {name} was: take its xpaths out, or label it anew"
                    )
                nodes.setdefault(name, []).append(target[0])
                takes[name] = target[1] or TEXT
        name = f"{self.location}, {self.file or self.url}"
        return Example(page, values, nodes, takes, self.types, name)


def read_entries(path: Path) -> list[ExampleEntry]:
    """Read the examples of a file; a field has one type in all of them."""
    entries = entries_in(path, read_text(path))
    declared: dict[str, tuple[str, str]] = {}
    for entry in entries:
        for name, type in entry.types.items():
            first = declared.setdefault(name, (type, entry.location))
            if first[0] != type:
                raise ExampleFileError(
                    f"{entry.location}: {name} is of the type {type} here and {first[0]} in"
                    f" {first[1]}"
                )
    return entries


def read_text(path: Path) -> str:
    """Read the text of a file of examples, of at most :data:`MAX_BYTES`."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise ExampleFileError(f"{path} is larger than {MAX_BYTES} bytes")
        return content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ExampleFileError(f"{path} cannot be read: {error}") from None


def page_in(entry: ExampleEntry) -> Page:
    """Return the page in an entry's file."""
    assert entry.file is not None
    try:
        saved = next(open_corpus(entry.file).pages(), None)
    except (CorpusError, OSError) as error:
        raise ExampleFileError(f"{entry.location}: {error}") from None
    if saved is None:
        raise ExampleFileError(f"{entry.location}: {entry.file} holds no page")
    url = entry.url or saved.url or entry.file.resolve().as_uri()
    return replace(saved, url=url).page()


def is_list(text: str) -> bool:
    """Tell whether the examples are one JSON list, not a line each."""
    return text.lstrip().startswith("[")


def entries_in(path: Path, text: str) -> list[ExampleEntry]:
    """Parse the examples of a file: a JSON list, or a line each."""
    if is_list(text):
        return [
            entry_of(path, f"{path}, example {number}", written)
            for number, written in enumerate(_json(str(path), text), 1)
        ]
    entries: list[ExampleEntry] = []
    for number, line in enumerate(text.split("\n"), 1):
        location = f"{path}, line {number}"
        if line.strip():
            entries.append(replace(entry_of(path, location, _json(location, line)), line=line))
        elif entries:
            entries[-1] = replace(entries[-1], line=f"{entries[-1].line}\n{line}")
    if entries:
        entries[-1] = replace(entries[-1], line=entries[-1].line.rstrip())
    return entries


def entry_of(path: Path, location: str, content: Any) -> ExampleEntry:
    """Check one example of the file ``path``."""
    try:
        checked = _ENTRY(content)
        url, page = checked.get("url", ""), checked.get("page")
        fields = {name: value for name, value in checked["fields"].items() if value is not None}
        xpaths = checked.get("xpaths", {})
        if not (url or page):
            raise FaultError("", 'an example has "page", a file, or "url"')
        if not checked["fields"]:
            raise FaultError(".fields", "it should have the values on the page")
        if xpaths.keys() - fields.keys():
            raise FaultError(".xpaths", 'it should have no names but those that "fields" has')
    except ValueError as error:
        raise ExampleFileError(f"{location}: {error}") from None
    file = path.parent / page if page else None
    return ExampleEntry(location, url, file, fields, xpaths, checked.get("types", {}), content)


def _are_xpaths(paths: Any) -> bool:
    return (
        _is_list_of_texts(paths)
        and 0 < len(paths) <= MAX_XPATHS
        and all(path.startswith("/") for path in paths)
        and {*map(_take, paths)} in [{name} for name in ("", *SHOWN, *LINKED)]
    )


def _take(path: str) -> str:
    return path.rpartition("/@")[2] if "/@" in path else ""


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


_VALUE: Final = fitting(
    "a text or a list of texts, or null where the page lacks it",
    lambda value: value is None or isinstance(value, str) or _is_list_of_texts(value),
)
_XPATHS: Final = fitting(
    "a list of places such as /html/body/p[2], or all with the same attribute after /@",
    _are_xpaths,
)
_FILE: Final = fitting(
    "the name of a file", lambda name: isinstance(name, str) and "\0" not in name
)
_ENTRY: Final = parts(
    {"fields": by_name(str, _VALUE)},
    {
        "page": or_none(_FILE),
        "url": text(MAX_BYTES),
        "xpaths": by_name(str, _XPATHS),
        "types": by_name(str, one_of(TYPES)),
    },
)


def _json(location: str, text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise ExampleFileError(f"{location} is no JSON: {error}") from None
