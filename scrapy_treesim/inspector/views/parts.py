"""The parts of a view: choices, marks on elements, groups of them, the export, the page's kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.kind.page_kind import page_kind
from scrapy_treesim.network.weights import KINDS
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.kind.page_kind import PageKind
    from scrapy_treesim.kind.roles import Role
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_TEXT: Final = 20_000
"""Characters of a text that is given."""


class ChoiceError(ValueError):
    """A choice that there is not, or a value that it cannot have; one line says which."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose, and its value."""

    name: str
    label: str
    type: str
    """``select``, ``range`` or ``text``."""
    value: str | float
    help: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """Of a select: values and labels."""
    min: float = 0.0
    """Of a range, the least and the most it can be."""
    max: float = 1.0
    step: float = 0.01

    def to_json(self) -> dict[str, Any]:
        """Plain values; only what the type has."""
        said: dict[str, Any] = {
            "name": self.name,
            "label": self.label,
            "type": self.type,
            "value": self.value,
        }
        if self.type == "select":
            said["options"] = [{"value": value, "label": label} for value, label in self.options]
        elif self.type == "range":
            said |= {"min": self.min, "max": self.max, "step": self.step}
        return said | {"help": self.help}


class Chosen:
    """The values that were given, read one after the other; what is read is offered again.

    Raises:
        ChoiceError: a name that is none of ``known``. One that has no effect with what else is
            chosen may be given: who switches the method need not take back the rest.
    """

    def __init__(self, given: Mapping[str, str], known: Collection[str]) -> None:
        for name in given:
            if name not in known:
                raise ChoiceError(f"there is no choice {name!r:.60}; there are {', '.join(known)}")
        self._given = given
        self._offered: list[Choice] = []

    @property
    def offered(self) -> tuple[Choice, ...]:
        """All that was read, in the order read."""
        return tuple(self._offered)

    def select(
        self, name: str, label: str, options: Mapping[str, str], usual: str, help: str = ""
    ) -> str:
        """One of some values, given with their labels."""
        value = self._given.get(name, usual)
        if value not in options:
            known = ", ".join(repr(one) for one in [*options][:20])
            raise ChoiceError(f"{name} is one of {known}, not {value!r:.60}")
        self._offered.append(Choice(name, label, "select", value, help, tuple(options.items())))
        return value

    def share(self, name: str, label: str, usual: float, help: str = "") -> float:
        """A number from 0 to 1."""
        value = self._number(name, usual, 0, 1)
        self._offered.append(Choice(name, label, "range", value, help))
        return value

    def count(
        self, name: str, label: str, usual: int, most: int, step: int = 1, help: str = ""
    ) -> int:
        """A whole number from 0 to ``most``, or to what is usual where that is more."""
        most = max(most, usual)
        value = self._number(name, usual, 0, most)
        if value != int(value):
            raise ChoiceError(f"{name} is a whole number, not {value}")
        self._offered.append(
            Choice(name, label, "range", int(value), help, min=0, max=most, step=step)
        )
        return int(value)

    def text(self, name: str, label: str, usual: str = "", help: str = "") -> str:
        """A text of at most 20,000 characters."""
        value = self._given.get(name, usual)
        if len(value) > MAX_TEXT:
            raise ChoiceError(f"{name} has {len(value):,} characters, {MAX_TEXT:,} are allowed")
        self._offered.append(Choice(name, label, "text", value, help))
        return value

    def _number(self, name: str, usual: float, least: float, most: float) -> float:
        given = self._given.get(name)
        if given is None:
            return usual
        try:
            value = float(given)
        except ValueError:
            value = float("nan")
        if not isfinite(value) or not least <= value <= most:
            raise ChoiceError(f"{name} is a number from {least} to {most:,}, not {given!r:.60}")
        return value


MAX_MARKS: Final = 20_000
"""Of a view."""
MAX_VALUE: Final = 300
"""Characters of a mark's value."""
MAX_XPATH: Final = 1_000
"""Characters of a mark's XPath; a longer one is not told."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that was found, and the elements of the page that it is."""

    role: str
    """``record``, ``column``; ``comment``, ``author``, ``time``, ``body``; ``headline``, ``kept``,
    ``dropped``; ``value``; ``essential``, ``optional``, ``data``, ``field``."""
    nodes: tuple[int, ...]
    """Numbers of elements in the page's tree."""
    label: str
    group: int = 0
    """The place of its group in the view."""
    confidence: float | None = None
    """In [0, 1]; None where nothing tells."""
    why: tuple[str, ...] = ()
    value: str | None = None
    """What would be exported of it, at most 300 characters."""
    row: int | None = None
    """The record or comment, or the value among several, from 0."""
    column: int | None = None
    """The column or field, from 0."""
    xpath: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "role": self.role,
            "group": self.group,
            "nodes": [*self.nodes],
            "label": self.label,
            "confidence": rounded(self.confidence),
            "why": [*self.why],
            "value": None if self.value is None else cut(self.value, MAX_VALUE),
            "row": self.row,
            "column": self.column,
            # Of a page that is nested deep these alone would be many times the page.
            "xpath": self.xpath if self.xpath and len(self.xpath) <= MAX_XPATH else None,
        }


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that belong together: a list, a thread, an article, a detail, a template."""

    title: str
    node: int
    """The smallest element that holds all of it."""
    xpath: str
    confidence: float | None = None
    why: tuple[str, ...] = ()
    role: Role | None = None
    """What it is on its page; None where nothing was found, or nobody asked."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "title": self.title,
            "role": self.role and self.role.role,
            "role_why": self.role and self.role.why,
            "confidence": rounded(self.confidence),
            "why": [*self.why],
            "node": self.node,
            "xpath": self.xpath,
        }


@dataclass(slots=True)
class View:
    """The findings of one kind on a page, as they are collected and then shown."""

    export: dict[str, Any]
    """What a crawl would yield, as plain values."""
    summary: str = ""
    count: int | None = None
    """How many findings there are, where not all may be marked."""
    notes: list[str] = field(default_factory=list)
    """What a person should know; commands stand in backticks."""
    groups: list[Group] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    left_out: int = 0
    """Marks beyond MAX_MARKS, which are counted only."""
    kind: str = ""
    choices: tuple[Choice, ...] = ()
    """What can be chosen, given what is; with the values chosen."""

    @property
    def room(self) -> int:
        """The number of marks that there is still room for."""
        return MAX_MARKS - len(self.marks)

    def add(self, mark: Mark) -> int:
        """The mark's place; -1 where there is no room for it."""
        if self.room <= 0:
            self.left_out += 1
            return -1
        self.marks.append(mark)
        return len(self.marks) - 1

    def to_json(self) -> dict[str, Any]:
        """Plain values, as the inspector's page in the browser reads them."""
        return {
            "kind": self.kind,
            "choices": [one.to_json() for one in self.choices],
            "summary": self.summary,
            "count": self.count,
            "notes": [*self.notes],
            "groups": [one.to_json() for one in self.groups],
            "marks": [one.to_json() for one in self.marks],
            "export": {**self.export},
        }


def rounded(confidence: float | None) -> float | None:
    """A confidence as it is exported."""
    return None if confidence is None else round(min(1.0, max(0.0, confidence)), 4)


def cut(text: str, most: int) -> str:
    """The text, or as much of it as is shown."""
    return text if len(text) <= most else text[: most - 1] + "…"


def cut_all(value: Any, most: int, parts: int) -> Any:
    """As much of a value as is shown: ``most`` characters of a text, so many parts of others."""
    if isinstance(value, str):
        return cut(value, most)
    if isinstance(value, list):
        return [cut_all(part, most, parts) for part in value[:parts]]
    if isinstance(value, dict):
        return {
            cut_all(key, most, parts): cut_all(value[key], most, parts) for key in [*value][:parts]
        }
    return value


def percent(share: float) -> str:
    """``97 %``."""
    return f"{100 * share:.0f} %"


def elements_of(tree: PageTree, nodes: Iterable[int]) -> tuple[int, ...]:
    """The nodes, of texts the elements they stand in; each once."""
    return tuple(
        dict.fromkeys(tree.parent[node] if tree.tag[node] == tags.TEXT else node for node in nodes)
    )


def holder(tree: PageTree, nodes: Iterable[int]) -> int:
    """The smallest element that holds all nodes; the root where there are none."""
    numbers = [*nodes]
    if not numbers:
        return 0
    node, last = min(numbers), max(numbers)
    if tree.tag[node] == tags.TEXT:
        node = tree.parent[node]
    while last >= node + tree.size[node]:
        node = tree.parent[node]
    return node


MAX_EFFECTS: Final = 10
"""Features that are shown, those that do most first."""


def page_kind_view(page: Page) -> dict[str, Any]:
    """The kind of a page, asked by itself."""
    found = page_kind(page)
    return {
        "kind": found.kind,
        "probabilities": [
            {"kind": kind, "probability": rounded(found.probabilities[kind])} for kind in KINDS
        ],
        "effects": [
            {"phrase": effect.phrase, "change": round(effect.change, 2)}
            for effect in found.effects[:MAX_EFFECTS]
        ],
    }


def note_of_less(kind: PageKind, found: float, asked: float, enough: float) -> list[str]:
    """The note where less confidence than was asked for is enough, by the kind of the page."""
    if not enough <= found < asked:
        return []
    return [
        f"Less sure than {asked:.2f} is enough here, because the page is of the kind {kind.kind}: "
        f"{enough:.2f}."
    ]
