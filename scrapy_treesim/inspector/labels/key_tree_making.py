"""A click on a record: a key tree that finds all that are like it, and a file to keep it in."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from scrapy_treesim.file_lock import locked
from scrapy_treesim.records import KeyTree, KeyTrees, NamedKeyTree, find_records, learn_key_tree
from scrapy_treesim.records.by_example.key_trees import MAX_NAME, check_name
from scrapy_treesim.records.by_example.url_pattern import check_pattern, matches

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

ROWS: Final = 50
"""Records whose text is shown."""
TEXT: Final = 300
"""Characters of a record's text that are shown."""


@dataclass(frozen=True, slots=True)
class KeyTreePreview:
    """The records that are like one that was clicked."""

    nodes: tuple[tuple[int, ...], ...]
    """Of each record, in page order."""
    rows: tuple[str, ...]
    """What the first ROWS of them say, on one line each."""
    threshold: float
    name: str
    """A name for it, from the page's address."""
    pattern: str
    """The pages that it may be for, the same."""
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the browser is told."""
        return {**asdict(self), "records": len(self.nodes)}


@dataclass(frozen=True, slots=True)
class SavedKeyTree:
    """A key tree that was written."""

    saved: str
    """The file."""
    name: str
    records: int
    """On the page that it was made on."""


def preview_key_tree(page: Page, node: int) -> KeyTreePreview:
    """Find on its page the records of a key tree made of an element.

    Raises:
        ValueError: the element is too large for a record.
        LookupError: the page has no such node.
    """
    key = _key_tree(page, node)
    records = find_records(page, key).records
    rows = tuple(" ".join(one.text.split())[:TEXT] for one in records[:ROWS])
    notes = []
    if not any(node in record.nodes for record in records):
        notes.append("The element itself is not among the records: click one around it or in it.")
    elif len(records) == 1:
        notes.append("Nothing else on the page is like it.")
    return KeyTreePreview(
        tuple(one.nodes for one in records), rows, key.threshold,
        suggested_name(page.url), suggested_pattern(page.url), tuple(notes),
    )  # fmt: skip


def save_key_tree(page: Page, node: int, name: str, pattern: str, file: Path) -> SavedKeyTree:
    """Put a key tree of an element into a file; one of the same name gets it as an example.

    Raises:
        ValueError: the name, the pattern or the file cannot be used, or the element is too large.
        LookupError: the page has no such node.
        OSError: the file cannot be written.
    """
    check_name(name)
    pattern = check_pattern(pattern)
    key = _key_tree(page, node)
    with locked(file):
        # Read now: the command may have written it meanwhile.
        known = KeyTrees.load(file) if file.exists() else KeyTrees()
        known.adding(NamedKeyTree(name, (pattern,), key)).save(file)
    return SavedKeyTree(file.name, name, key.home.records if key.home else 0)


def suggested_name(url: str) -> str:
    """A name for the key tree of a page: its host, or the folder of its file."""
    return suggested_pattern(url).partition("/")[0][:MAX_NAME].strip("*") or "records"


def suggested_pattern(url: str) -> str:
    """The pages that a key tree of a page may be for: the host, and the folder of its path.

    ``*`` where there is no host, as of a file.
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "*"
    folder = parts.path.rpartition("/")[0].strip("/")
    pattern = f"{host}{port}/{folder}/" if folder else f"{host}{port}"
    try:
        pattern = check_pattern(pattern)
    except ValueError:
        return "*"
    return pattern if matches(pattern, url) else "*"


def _key_tree(page: Page, node: int) -> KeyTree:
    if not 0 <= node < len(page.tree):
        raise LookupError(f"the page has no node {node}")
    return learn_key_tree([page.element(node)], page)
