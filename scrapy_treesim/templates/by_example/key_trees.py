"""Key trees by name, each with the pages it is for, and their JSON file.

The file is made to be read and compared by people: one key tree after the other, each example an
outline with a line for every element and text (see ``example_record.py``). It contains class names
and the lengths of texts, and no text of a page.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from scrapy_treesim.files import json_file
from scrapy_treesim.files.whole_file import write_whole
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.templates.by_example.example_record import MAX_FIELDS, Home, read_outline
from scrapy_treesim.templates.by_example.key_tree import KeyTree
from scrapy_treesim.templates.by_example.one_thing import merged_fields
from scrapy_treesim.templates.by_example.shown_values import check_field
from scrapy_treesim.templates.by_example.url_pattern import check_pattern, literal_length, matches
from scrapy_treesim.templates.rules import FieldRules

VERSION: Final = 1
"""Version of the file format."""

MAX_BYTES: Final = 20_000_000
"""Largest number of bytes of a file."""

MAX_EXAMPLES: Final = 50
"""Largest number of examples of a key tree."""

MAX_NAME: Final = 100
"""Largest number of characters of a name."""

MEND: Final = "mend it, or make it anew with scrapy treesim keytree"


class KeyTreeFileError(ValueError):
    """A file of key trees is unreadable; one line says why and how to mend it.

    >>> try:
    ...     KeyTrees.load("/dev/null")
    ... except KeyTreeFileError:
    ...     print("refused")
    refused
    """


@dataclass(frozen=True, slots=True)
class NamedKeyTree:
    """A key tree with its name and the pages it is for.

    >>> key = learn_key_tree("<ul><li>Apple <b>$2.50</b></ul>", "li")
    >>> NamedKeyTree("fruit", ("shop.example/*",), key).name
    'fruit'
    """

    name: str
    """Name in stats and messages; without ``/``."""
    patterns: tuple[str, ...]
    """URL patterns of its pages, see :mod:`scrapy_treesim.templates.by_example.url_pattern`."""
    key: KeyTree

    def merged(self, other: NamedKeyTree) -> NamedKeyTree:
        """Merge both: the patterns and distinct examples of both, all else from the other.

        Raises:
            ValueError: they have more examples than a key tree may have, or only one is of a list.
        """
        outlines = {
            tuple(example.outline()): example
            for example in (*self.key.examples, *other.key.examples)
        }
        if len(outlines) > MAX_EXAMPLES:
            raise ValueError(f"the key tree {self.name} would have over {MAX_EXAMPLES} examples")
        patterns = tuple(dict.fromkeys((*self.patterns, *other.patterns)))
        home = other.key.home or self.key.home
        if bool(self.key.fields) != bool(other.key.fields):
            raise ValueError(
                f"the key tree {self.name} is of a list, or else of pages about one thing: "
                "give this one a --name of its own"
            )
        fields = merged_fields(self.key.fields, other.key.fields)
        key = replace(other.key, examples=tuple(outlines.values()), home=home, fields=fields)
        return replace(self, patterns=patterns, key=key)


@dataclass(frozen=True, slots=True)
class KeyTrees:
    """Key trees, each with a name of its own.

    >>> key = learn_key_tree("<ul><li>Apple <b>$2.50</b></ul>", "li")
    >>> KeyTrees((NamedKeyTree("fruit", ("shop.example/*",), key),)).by_name("fruit").key
    <KeyTree of 1 example, free above 0.8>
    """

    named: tuple[NamedKeyTree, ...] = ()

    def for_url(self, url: str) -> list[NamedKeyTree]:
        """Return the key trees for a page: all with the most specific pattern of those that fit."""
        fitting = [
            (literal_length(pattern), tree)
            for tree in self.named
            for pattern in tree.patterns
            if matches(pattern, url)
        ]
        most = max((length for length, _ in fitting), default=0)
        return list({tree.name: tree for length, tree in fitting if length == most}.values())

    def by_name(self, name: str) -> NamedKeyTree:
        """Return the key tree of this name.

        Raises:
            LookupError: there is none; the message lists the names there are.
        """
        for tree in self.named:
            if tree.name == name:
                return tree
        names = ", ".join(tree.name for tree in self.named) or "none"
        raise LookupError(f"there is no key tree {name!r}; there are {names}")

    def adding(self, added: NamedKeyTree) -> KeyTrees:
        """Return these and one more, merged with the one of the same name if there is one."""
        by_name = {tree.name: tree for tree in self.named}
        if added.name in by_name:
            added = by_name[added.name].merged(added)
        return KeyTrees(tuple({**by_name, added.name: added}.values()))

    def save(self, path: str | Path) -> None:
        """Write the file, the whole at once or not at all.

        Raises:
            OSError: it cannot be written.
            ValueError: an example is too large for a record, or the file could not be read again;
                the old file stays.
        """
        trees = {tree.name: _as_json(tree) for tree in self.named}
        text = json.dumps({"version": VERSION, "key_trees": trees}, ensure_ascii=False, indent=1)
        write_whole(path, (text + "\n").encode("utf-8", "replace"), KeyTrees.load)

    @classmethod
    def load(cls, *paths: str | Path) -> KeyTrees:
        """Read the key trees of one file or several.

        Raises:
            KeyTreeFileError: a file cannot be read or has no key trees, or two files have the same
                name.
        """
        named: dict[str, NamedKeyTree] = {}
        for path in paths:
            read = json_file.load_json(Path(path), MAX_BYTES, _read_trees, KeyTreeFileError, MEND)
            for tree in read:
                if tree.name in named:
                    raise KeyTreeFileError(f"{path}: the key tree {tree.name} is in two files")
                named[tree.name] = tree
        return cls(tuple(named.values()))


def check_name(name: object) -> str:
    """Return the name of a key tree, checked."""
    good = isinstance(name, str) and 0 < len(name) <= MAX_NAME and name.isprintable()
    if not good or "/" in str(name):
        raise ValueError(f"{name!r:.80} is no name for a key tree: give a short one without a /")
    return str(name)


def _as_json(tree: NamedKeyTree) -> dict[str, Any]:
    home = tree.key.home
    # Nothing that is above 0 is written as 0.
    home_values = asdict(home).items() if home else ()
    numbers = {name: max(0.0001, round(value, 4)) for name, value in home_values}
    fields = {name: field.to_json() for name, field in tree.key.fields.items()}
    return {
        "for": list(tree.patterns),
        "measure": tree.key.measure,
        "threshold": tree.key.threshold,
        **({"home": numbers} if home else {}),
        **({"fields": fields} if fields else {}),
        "examples": [example.outline() for example in tree.key.examples],
    }


def _read_trees(read: Any) -> list[NamedKeyTree]:
    """Return the key trees of one file."""
    if not isinstance(read, dict) or not isinstance(read.get("key_trees"), dict):
        raise ValueError("holds no key trees")
    version = read.get("version")
    if type(version) is not int or version != VERSION:
        raise ValueError(f"has version {version!r:.40}, not {VERSION}")
    trees = json_file.read_part(
        ".key_trees", json_file.by_name(check_name, _KEY_TREE), read["key_trees"]
    )
    return [
        NamedKeyTree(name, tuple(tree.pop("for")), KeyTree(tuple(tree.pop("examples")), **tree))
        for name, tree in trees.items()
    ]


_SHARE: Final = json_file.number(0, 1)
_ABOVE_0: Final = json_file.fitting("a number above 0 and up to 1", lambda value: _SHARE(value) > 0)
_LINES: Final = json_file.fitting("a list of lines", lambda value: isinstance(value, list))
_HOME: Final = json_file.parts(
    {"records": json_file.whole(1, 10**9 - 1), "similarity": _ABOVE_0, "tree_similarity": _ABOVE_0}
)
_KEY_TREE: Final = json_file.parts(
    {
        "for": json_file.several(check_pattern, MAX_EXAMPLES, 1),
        "examples": json_file.several(lambda lines: read_outline(_LINES(lines)), MAX_EXAMPLES, 1),
    },
    {
        "measure": json_file.one_of(MEASURES),
        "threshold": lambda value: float(_SHARE(value)),
        "home": json_file.or_none(lambda home: Home(**_HOME(home))),
        "fields": json_file.by_name(check_field, FieldRules.from_json, MAX_FIELDS),
    },
)
