"""From a click on a record to a key tree of all records like it, and to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from scrapy_treesim.files.file_lock import locked
from scrapy_treesim.templates.by_example.key_trees import (
    MAX_NAME,
    KeyTrees,
    NamedKeyTree,
    check_name,
)
from scrapy_treesim.templates.by_example.sighting import find_records, learn_key_tree
from scrapy_treesim.templates.by_example.url_pattern import check_pattern, matches

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_ROWS: Final = 50
"""Largest number of records to show the text of."""
MAX_ROW_TEXT: Final = 300
"""Largest number of characters to show of a record's text."""
NO_ADDRESS: Final = (
    "This page has no web address: type that of the pages that you will crawl. `*` is for every"
    " page, and one without such records then has none at all."
)


def preview_key_tree(page: Page, node: int) -> dict[str, Any]:
    """Find the records like an element on its page, by a key tree, as plain values.

    ``nodes`` are those of each record, in page order, ``rows`` the texts of the first MAX_ROWS;
    ``name`` and ``pattern`` are proposals, made of the page's address. Without a host no pattern is
    proposed: ``*`` would be for all pages, and those without such records would have none.

    Raises:
        ValueError: the element is too large for a record.
    """
    key = learn_key_tree(page, [page.element(node)])
    records = find_records(page, key).records
    notes = []
    if not any(node in record.nodes for record in records):
        notes.append("The element itself is not among the records: click one around it or in it.")
    elif len(records) == 1:
        notes.append("Nothing else on the page is like it.")
    pattern = suggested_pattern(page.url)
    if not pattern:
        notes.append(NO_ADDRESS)
    return {
        "nodes": [record.nodes for record in records],
        "rows": [" ".join(record.text.split())[:MAX_ROW_TEXT] for record in records[:MAX_ROWS]],
        "threshold": key.threshold,
        "name": suggested_name(page.url),
        "pattern": pattern,
        "notes": notes,
        "records": len(records),
    }


def save_key_tree(page: Page, node: int, name: str, pattern: str, file: Path) -> dict[str, Any]:
    """Add a key tree of an element to a file; one of the same name gets it as an example.

    Raises:
        ValueError: the name, the pattern or the file cannot be used, or the element is too large.
        OSError: the file cannot be written.
    """
    check_name(name)
    pattern = check_pattern(pattern)
    key = learn_key_tree(page, [page.element(node)])
    with locked(file):
        # Read now: the command may have written the file in the meantime.
        key_trees = KeyTrees.load(file) if file.exists() else KeyTrees()
        key_trees.adding(NamedKeyTree(name, (pattern,), key)).save(file)
    return {"saved": file.name, "name": name, "records": key.home.records if key.home else 0}


def suggested_name(url: str) -> str:
    """Suggest a name for the key tree of a page: its host, or else ``records``."""
    return suggested_pattern(url).partition("/")[0][:MAX_NAME] or "records"


def suggested_pattern(url: str) -> str:
    """Suggest the pages for a page's key tree: those of its host, in the folder of its path.

    Without a host, as for a file, nothing.
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    folder = parts.path.rpartition("/")[0].strip("/")
    pattern = f"{host}{port}/{folder}/" if folder else f"{host}{port}"
    try:
        pattern = check_pattern(pattern)
    except ValueError:
        return ""
    return pattern if matches(pattern, url) else ""
