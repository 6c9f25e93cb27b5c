"""One direction of imports: Scrapy's side knows the library, the finders know the tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import scrapy_treesim

PACKAGE = Path(scrapy_treesim.__file__).parent

LAYERS = (
    "_cython wording detached methods json_file file_lock whole_file doubled decoding html5 "
    "http_date tree",
    "analysis",
    "page",
    "corpus executors similarity",
    "article comments detail kind regions records templates",
    "item",
    "items",
    "item_fields",
    "findings",
    "feed_options settings",
    "reader",
    "addon destinations feeds findings_feed following key_tree_watch "
    "list_agreement middleware pipelines request_meta template_watch workers",
    "batch inspector",
    "commands",
)
"""Each may import what stands on its own line or above it; Scrapy is known from settings on."""
LAYER = {name: layer for layer, names in enumerate(LAYERS) for name in names.split()}
SCRAPY_SIDE = LAYER["settings"]
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports at all, be it for types only."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_every_file_has_a_layer() -> None:
    assert {room_of(path) for path in SOURCES} == set(LAYER)


@pytest.mark.parametrize("room", LAYER)
def test_nothing_imports_a_layer_above_its_own(room: str) -> None:
    for path in (path for path in SOURCES if room_of(path) == room):
        for name in imported(path):
            root, _, rest = name.partition(".")
            other = rest.partition(".")[0] if root == "scrapy_treesim" else ""
            assert LAYER.get(other, 0) <= LAYER[room], (path, name)
            assert LAYER[room] >= SCRAPY_SIDE or root not in ("scrapy", "twisted"), (path, name)
