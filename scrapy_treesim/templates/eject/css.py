"""Labels of nodes as CSS: names quoted, digits that differ from page to page left open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules.description import plain
from scrapy_treesim.templates.rules.signatures import NAMING

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_DIGITS: Final = re.compile("[0-9]+")
_NUMBER: Final = "N"
"""What stands for a run of digits in a label."""
_WORD: Final = re.compile(r"-?[A-Za-z_\u00a0-\ud7ff][\w-]*")
_TAG: Final = re.compile(r"[a-z][a-z0-9-]*")
_LINE_END: Final = re.compile(r"[\n\r\f\0]")
# An N that is a letter of a word, as far as can be told: PANEL, firstName.
_LETTER_N: Final = re.compile("(?<=[A-Z])N|(?<![_-])N(?=[A-Za-z])")
_SEEN: Final = 20
"""Pages whose names are read."""
_SHORTEST: Final = 2
"""Characters of a name's piece that says anything."""
MAX_NAME_CHARS: Final = 80
"""Characters of a name that anyone would write."""

Name = tuple[str, str]
"""An attribute, and a name in it as labels have it."""


@dataclass(frozen=True, slots=True)
class Label:
    """A tag and the names of an element."""

    tag: str
    names: tuple[Name, ...] = ()

    @classmethod
    def of(cls, written: str) -> Label:
        """The label as a place has it: ``div post-N itemprop=offer``, ``h1[2]``."""
        tag, *names = written.partition("[")[0].split(" ")
        found = []
        for name in names:
            attribute, given, said = name.rpartition("=")
            found.append((attribute if given else "class", plain(said)))
        return cls(plain(tag), tuple(found))


@dataclass(frozen=True, slots=True)
class Names:
    """The names of labels as the pages have them, if there are any."""

    known: dict[Name, set[str]] = field(default_factory=dict)

    @classmethod
    def on(cls, pages: Sequence[Page]) -> Names:
        """All names with digits of some pages; O(their attributes)."""
        known: dict[Name, set[str]] = {}
        for page in pages[:_SEEN]:
            tree = page.tree
            for node in range(len(tree)):
                if tree.first_attribute[node] == tree.first_attribute[node + 1]:
                    continue
                for attribute, said in tree.attributes(node).items():
                    if attribute in _NAMED and len(said) < 1000:
                        for name in said.split():
                            key = attribute, _DIGITS.sub(_NUMBER, name)
                            if _NUMBER in key[1]:
                                known.setdefault(key, set()).add(name)
        return cls(known)

    def css(self, label: Label, only: Iterable[Name] | None = None) -> str:
        """An element of this label; with ``only`` these of its names, if they are given."""
        names = label.names if only is None else only
        # One of several names in an attribute is written in another way than the only one.
        held = [attribute for attribute, _ in label.names]
        said = "".join(self._name(one, held.count(one[0]) > 1) for one in names)
        return (label.tag if _TAG.fullmatch(label.tag) else "" if said else "*") + said

    def _name(self, name: Name, is_one_of: bool) -> str:
        attribute, said = name
        if len(said) > MAX_NAME_CHARS:
            return ""
        if _NUMBER in said:
            known = self.known.get(name, ())
            if len(known) == 1:
                (said,) = known
            elif known or not _is_word(said):
                return _open(attribute, said)
        if attribute == "class":
            return f".{said}" if _WORD.fullmatch(said) else f"[class~={quoted(said)}]"
        if attribute == "id":
            return f"#{said}" if _WORD.fullmatch(said) else f"[id={quoted(said)}]"
        return f"[{attribute}{'~' if is_one_of else ''}={quoted(said)}]"


_NAMED: Final = frozenset(("id", *NAMING))


def _is_word(name: str) -> bool:
    """Tell whether each N of a name is a letter and no number, as far as can be told."""
    return _NUMBER not in _LETTER_N.sub("", name)


def _open(attribute: str, name: str) -> str:
    """A name with numbers in it that may be any."""
    start, *rest = name.split(_NUMBER)
    said = [f"[{attribute}*={quoted(piece)}]" for piece in rest if len(piece) >= _SHORTEST]
    if len(start) >= _SHORTEST:
        how = "*" if attribute == "class" else "^"
        said.insert(0, f"[{attribute}{how}={quoted(start)}]")
    return "".join(said)


def quoted(text: str) -> str:
    """A text as a string of CSS."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _LINE_END.sub(" ", text) + '"'
