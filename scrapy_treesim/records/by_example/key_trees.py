"""Key trees by name, each for the pages it was made for, and the JSON file that holds them.

The file is made to be read and compared by people: one key tree after the other, each example an
outline with a line for every element and text (see ``example_record.py``). It holds class names
and the lengths of texts, and no text of a page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from scrapy_treesim.json_file import read_json
from scrapy_treesim.records.by_example.example_record import ExampleRecord, Home, read_outline
from scrapy_treesim.records.by_example.key_tree import THRESHOLD, KeyTree
from scrapy_treesim.records.by_example.url_pattern import check_pattern, literal_length, matches
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.whole_file import write_whole

VERSION: Final = 1
"""Of the file format."""

MAX_BYTES: Final = 20_000_000
"""Of a file."""

MAX_EXAMPLES: Final = 50
"""Examples of a key tree."""

MAX_NAME: Final = 100
"""Characters of a name."""

MEND: Final = "mend it, or make it anew with scrapy treesim keytree"

_KEYS: Final = frozenset(("for", "measure", "threshold", "home", "examples"))
_HOME_KEYS: Final = ("records", "similarity", "tree_similarity")


class KeyTreeFileError(ValueError):
    """A file that key trees cannot be read from; one line says why and how to mend it."""


@dataclass(frozen=True, slots=True)
class NamedKeyTree:
    """A key tree and the pages it is for."""

    name: str
    """In stats and messages; without ``/``."""
    patterns: tuple[str, ...]
    """Of the addresses that it is for, see :mod:`scrapy_treesim.records.by_example.url_pattern`."""
    key: KeyTree

    def merged(self, other: NamedKeyTree) -> NamedKeyTree:
        """Both as one: the patterns and the distinct examples of both, else what the other has.

        Raises:
            ValueError: they have more examples than a key tree may have.
        """
        outlines = {tuple(one.outline()): one for one in (*self.key.examples, *other.key.examples)}
        if len(outlines) > MAX_EXAMPLES:
            raise ValueError(f"the key tree {self.name} would have over {MAX_EXAMPLES} examples")
        patterns = tuple(dict.fromkeys((*self.patterns, *other.patterns)))
        home = other.key.home or self.key.home
        key = replace(other.key, examples=tuple(outlines.values()), home=home)
        return replace(self, patterns=patterns, key=key)


@dataclass(frozen=True, slots=True)
class KeyTrees:
    """Key trees, each with a name of its own."""

    named: tuple[NamedKeyTree, ...] = ()

    def for_url(self, url: str) -> list[NamedKeyTree]:
        """Those for a page: of the most specific pattern that fits; all, where several have it."""
        fitting = [
            (literal_length(pattern), one)
            for one in self.named
            for pattern in one.patterns
            if matches(pattern, url)
        ]
        most = max((length for length, _ in fitting), default=0)
        return list({one.name: one for length, one in fitting if length == most}.values())

    def by_name(self, name: str) -> NamedKeyTree:
        """The one of this name.

        Raises:
            LookupError: there is none; the message lists those there are.
        """
        for one in self.named:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in self.named) or "none"
        raise LookupError(f"there is no key tree {name!r}; there are {known}")

    def adding(self, added: NamedKeyTree) -> KeyTrees:
        """These and one more; where its name is taken, it is merged with the one there."""
        known = {one.name: one for one in self.named}
        if added.name in known:
            added = known[added.name].merged(added)
        return KeyTrees(tuple({**known, added.name: added}.values()))

    def save(self, path: str | Path) -> None:
        """Write the file, the whole at once or not at all.

        Raises:
            OSError: it cannot be written.
            ValueError: an example is too large for a record, or the file could not be read again;
                what was there stays.
        """
        trees = {one.name: _as_json(one) for one in self.named}
        text = json.dumps({"version": VERSION, "key_trees": trees}, ensure_ascii=False, indent=1)
        write_whole(path, (text + "\n").encode("utf-8", "replace"), KeyTrees.load)

    @classmethod
    def load(cls, *paths: str | Path) -> KeyTrees:
        """The key trees of one file or several.

        Raises:
            KeyTreeFileError: a file that cannot be read or holds no key trees, or a name that two
                files have.
        """
        named: dict[str, NamedKeyTree] = {}
        for path in paths:
            for one in _load(Path(path)):
                if one.name in named:
                    raise KeyTreeFileError(f"{path}: the key tree {one.name} is in two files")
                named[one.name] = one
        return cls(tuple(named.values()))


def check_name(name: object) -> str:
    """The name of a key tree.

    Raises:
        ValueError: it is none.
    """
    good = isinstance(name, str) and 0 < len(name) <= MAX_NAME and name.isprintable()
    if not good or "/" in str(name):
        raise ValueError(f"{name!r:.80} is no name for a key tree: give a short one without a /")
    return str(name)


def _as_json(one: NamedKeyTree) -> dict[str, Any]:
    home = one.key.home
    # Nothing that is above 0 is written as 0.
    numbers = {name: max(0.0001, round(getattr(home, name), 4)) for name in _HOME_KEYS if home}
    return {
        "for": list(one.patterns),
        "measure": one.key.measure,
        "threshold": one.key.threshold,
        **({"home": numbers} if home else {}),
        "examples": [example.outline() for example in one.key.examples],
    }


def _load(path: Path) -> list[NamedKeyTree]:
    try:
        read = read_json(path, MAX_BYTES)
    except OSError as error:
        raise KeyTreeFileError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise KeyTreeFileError(f"{path} {error}: {MEND}") from None
    if not isinstance(read, dict) or not isinstance(read.get("key_trees"), dict):
        raise KeyTreeFileError(f"{path} holds no key trees: write it with scrapy treesim keytree")
    named: list[NamedKeyTree] = []
    name = ""
    try:
        version = read.get("version")
        if type(version) is not int or version != VERSION:
            raise KeyTreeFileError(
                f"{path} has version {version!r:.40}, not {VERSION}: make its key trees anew"
            )
        for name, value in read["key_trees"].items():
            named.append(_named(name, value))
    except KeyTreeFileError:
        raise
    except (ValueError, TypeError, OverflowError) as error:
        raise KeyTreeFileError(f"{path}, key tree {name!r:.60}: {error}: {MEND}") from None
    except RecursionError:
        raise KeyTreeFileError(f"{path}: it is nested too deeply: {MEND}") from None
    return named


def _named(name: str, value: Any) -> NamedKeyTree:
    if not isinstance(value, Mapping):
        raise ValueError("it is no object")
    if strange := set(value) - _KEYS:
        raise ValueError(f"there is no {min(strange)!r:.60}; there are {', '.join(sorted(_KEYS))}")
    patterns = tuple(map(check_pattern, _listed(value, "for")))
    measure = value.get("measure", "free")
    if not isinstance(measure, str) or measure not in MEASURES:
        raise ValueError(f"measure is one of {', '.join(MEASURES)}, not {measure!r:.60}")
    threshold = _number(value.get("threshold", THRESHOLD), "threshold")
    home = _home(value["home"]) if value.get("home") is not None else None
    examples = tuple(_example(lines) for lines in _listed(value, "examples"))
    return NamedKeyTree(check_name(name), patterns, KeyTree(examples, threshold, measure, home))


def _listed(value: Mapping[str, Any], key: str) -> list[Any]:
    listed = value.get(key)
    if not isinstance(listed, list) or not 0 < len(listed) <= MAX_EXAMPLES:
        raise ValueError(f"{key} is a list of 1 to {MAX_EXAMPLES}")
    return listed


def _example(lines: Any) -> ExampleRecord:
    if not isinstance(lines, list):
        raise ValueError("an example is a list of lines")
    return read_outline(lines)


def _home(value: Any) -> Home:
    if not isinstance(value, dict) or set(value) != set(_HOME_KEYS):
        raise ValueError(f"home has {', '.join(_HOME_KEYS)}")
    records = value["records"]
    if isinstance(records, bool) or not isinstance(records, int) or not 0 < records < 10**9:
        raise ValueError(f"records is a whole number from 1, not {records!r:.40}")
    similarity, tree_similarity = (_number(value[key], key) for key in _HOME_KEYS[1:])
    if not (similarity > 0 and tree_similarity > 0):
        raise ValueError("the similarities of home are above 0")
    return Home(records, similarity, tree_similarity)


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{name} is a number between 0 and 1, not {value!r:.40}")
    if not 0 <= value <= 1:
        raise ValueError(f"{name} is a number between 0 and 1, not {value!r:.40}")
    return float(value)
