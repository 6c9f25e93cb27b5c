"""The package's rooms, in rows: a module imports from its own row or from those below it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "scrapy_treesim"
ROWS = """
__init__
__main__ commands crawl poet
inspector
findings
detail templates
kind
article comments papers records
network
reading
page files similarity
items tree values
_cython wording
"""
"""Folders and the modules beside them, the topmost first; docs/how-it-works.md has the same."""
ROW = {room: row for row, line in enumerate(ROWS.splitlines()) for room in line.split()}
MODULES = {path: path.relative_to(PACKAGE).parts[0] for path in sorted(PACKAGE.rglob("*.py"))}


def imported(path: Path) -> Iterator[str]:
    """The rooms that a module imports from, wherever in it the import is."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno} imports by a relative name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            package, _, rest = name.partition(".")
            if package == "scrapy_treesim" and rest not in ("", "__version__"):
                yield rest.partition(".")[0]


def test_rooms_import_in_one_direction() -> None:
    rooms: dict[str, set[str]] = {room: set() for room in ROW}
    for path, name in MODULES.items():
        room = name.removesuffix(".py")
        further = {*imported(path)} - {room}
        assert all(ROW[room] <= ROW.get(other, -1) for other in further), (path, further)
        rooms[room] |= further
    # Raises an error that names the rooms of a circle.
    TopologicalSorter(rooms).prepare()


def test_rooms_are_few() -> None:
    loose = {name for name in MODULES.values() if name.endswith(".py")}
    folders = {*MODULES.values()} - loose

    assert {name.removesuffix(".py") for name in folders | loose} == {*ROW}
    assert len(folders) <= 18
    assert len(loose) <= 6
