"""The parts of a view: choices, marks on elements, groups of them, the export, the page's kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scrapy_treesim.kind.page_kind import page_kind
from scrapy_treesim.network.weights import PAGE_KINDS
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.tree import PageTree

if TYPE_CHECKING:
    from scrapy_treesim.kind.roles import Role
    from scrapy_treesim.page import Page

MAX_TEXT: Final = 20_000
"""Largest number of characters of a chosen text."""


NAMES: Final = ("method", "measure", "threshold", "example", "template")
"""Names of all choices, in any view."""


class ChoiceError(ValueError):
    """Error of an unknown choice, or of a value out of range; its message is one line."""


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """A choice of one value, and the value."""

    name: str
    label: str
    help: str
    type: str = "range"
    """Kind of input: ``select``, ``range`` (a number from 0 to 1) or ``text``."""
    value: str | float = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """Labels of a select by value."""
    field: str = ""
    """Parameter of the method, if its name is another."""

    def to_json(self) -> dict[str, Any]:
        """Return plain values, only those that the type has."""
        values = {name: getattr(self, name) for name in ("name", "label", "type", "value", "help")}
        if self.type == "range":
            values |= {"min": 0.0, "max": 1.0, "step": 0.01}
        elif self.type == "select":
            options = self.options.items()
            values["options"] = [{"value": value, "label": label} for value, label in options]
        return values


def measure_choice(help: str) -> ViewChoice:
    """Return the choice of a similarity measure."""
    return ViewChoice("measure", "Measure", help, "select", "", {name: name for name in MEASURES})


def threshold_choice(label: str, field: str, help: str) -> ViewChoice:
    """Return the choice of a share in [0, 1], a lower or upper limit."""
    return ViewChoice("threshold", label, help, field=field)


@dataclass(frozen=True, slots=True)
class MethodChoice:
    """A method to choose, with its own choices."""

    label: str
    default: Any = None
    """Method with default parameters, a dataclass."""
    choices: tuple[ViewChoice, ...] = ()


class Chosen:
    """The values chosen, read one after the other; each one read is offered again.

    Raises:
        ChoiceError: no view has a choice of this name. Choices without effect on the method chosen
            are allowed: a user who switches the method need not clear them.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        for name in values:
            if name not in NAMES:
                raise ChoiceError(f"there is no choice {name!r:.60}; there are {', '.join(NAMES)}")
        self._values = values
        self.offered: list[ViewChoice] = []
        """Choices read so far, in order."""

    def read(self, choice: ViewChoice) -> Any:
        """Return the value chosen, or else the choice's own."""
        name = choice.name
        value = raw = self._values.get(name, choice.value)
        if choice.type == "select" and value not in choice.options:
            options = ", ".join(repr(option) for option in [*choice.options][:20])
            raise ChoiceError(f"{name} is one of {options}, not {value!r:.60}")
        if choice.type == "text" and len(str(value)) > MAX_TEXT:
            raise ChoiceError(
                f"{name} has {len(str(value)):,} characters, {MAX_TEXT:,} are allowed"
            )
        if choice.type == "range":
            with suppress(ValueError):
                value = float(value)
            if not isinstance(value, float) or not 0 <= value <= 1:
                raise ChoiceError(f"{name} is a number from 0 to 1, not {raw!r:.60}")
        self.offered.append(replace(choice, value=value))
        return value

    def method(self, methods: Mapping[str, MethodChoice], usual: Any, help: str) -> Any:
        """Return the method chosen, with its own choices applied.

        ``usual``, of the class of one of their defaults, is the one without a choice.
        """
        first = next(
            name for name, choice in methods.items() if type(choice.default) is type(usual)
        )
        labels = {name: choice.label for name, choice in methods.items()}
        name = self.read(ViewChoice("method", "Method", help, "select", first, labels))
        method = usual if name == first else methods[name].default
        values: dict[str, Any] = {}
        for choice in methods[name].choices:
            parameter = choice.field or choice.name
            values[parameter] = self.read(replace(choice, value=getattr(method, parameter)))
        return replace(method, **values)


MAX_MARKS: Final = 20_000
"""Largest number of marks of a view."""
MAX_VALUE: Final = 300
"""Largest number of characters of a mark's value."""
MAX_XPATH: Final = 1_000
"""Largest number of characters of a mark's XPath; a longer one is left out."""
MAX_SHOWN: Final = 5_000
"""Characters to show of a text of the export, but for an article's."""
MAX_PARTS: Final = 200
"""Parts to show of one of its values: pictures, variants, quotations and the like."""


@dataclass(frozen=True, slots=True)
class PageMark:
    """A marked part of a finding, with its elements on the page."""

    role: str
    """Role: ``record``, ``column``; ``comment``, ``author``, ``time``, ``body``; ``headline``,
    ``kept``, ``dropped``; ``value``; ``essential``, ``optional``, ``data``, ``field``."""
    nodes: tuple[int, ...]
    """Numbers of elements in the page's tree."""
    label: str
    group: int = 0
    """Index of its group in the view."""
    confidence: float | None = None
    """Confidence in [0, 1]; None if there is none."""
    why: Sequence[str] = ()
    value: str | None = None
    """Exported value, at most 300 characters."""
    row: int | None = None
    """Index of the record or comment, or of the value among several, from 0."""
    column: int | None = None
    """Index of the column or field, from 0."""
    xpath: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return plain(self) | {
            "confidence": rounded(self.confidence),
            "value": None if self.value is None else cut(self.value, MAX_VALUE),
            # For a deeply nested page these alone would be many times the page.
            "xpath": self.xpath if self.xpath and len(self.xpath) <= MAX_XPATH else None,
        }


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that belong together: a list, a thread, an article, a detail, a template."""

    title: str
    node: int
    """Smallest element around the whole group."""
    xpath: str
    confidence: float | None = None
    why: tuple[str, ...] = ()
    role: Role | None = None
    """Role on its page; None without a finding, or without roles."""

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return plain(self) | {
            "role": self.role and self.role.role,
            "role_why": self.role and self.role.why,
            "confidence": rounded(self.confidence),
        }


_Shown = TypeVar("_Shown", list[Any], dict[str, Any])


@dataclass(slots=True)
class View:
    """The findings of one kind on a page, collected and then shown."""

    export: dict[str, Any]
    """Findings as a crawl would yield them, as plain values."""
    summary: str = ""
    count: int = 0
    """Number of findings, main or secondary: each is an item."""
    notes: list[str] = field(default_factory=list)
    """Notes for people, with commands in backticks."""
    groups: list[Group] = field(default_factory=list)
    marks: list[PageMark] = field(default_factory=list)
    left_out: int = 0
    """Number of marks beyond MAX_MARKS, not made."""
    kind: str = ""
    choices: Sequence[ViewChoice] = ()
    """Possible choices after those made, with their values."""

    cut_to: int = 0
    """Characters that texts of the export were cut to; 0 if all are whole."""

    @property
    def room(self) -> int:
        """Number of marks that may still be added."""
        return MAX_MARKS - len(self.marks)

    def shown(self, value: _Shown, most: int = MAX_SHOWN) -> _Shown:
        """Cut a list or dict for display: ``most`` characters of each text in it."""
        shown: _Shown = _cut_all(value, most)
        if shown != value:
            self.cut_to = most
        return shown

    def mark(self, role: str, nodes: Iterable[int], label: str, **more: Any) -> int:
        """Add a mark, with ``more`` fields by name; return its index, or -1 without room."""
        if self.room <= 0:
            self.left_out += 1
            return -1
        self.marks.append(PageMark(role, tuple(nodes), label, **more))
        return len(self.marks) - 1

    def group(
        self, page: Page, title: str, node: int, confidence: float | None,
        why: Sequence[str] = (), role: Role | None = None,
    ) -> None:  # fmt: skip
        """Add a group; the first one's title becomes the summary if there is no other."""
        self.groups.append(Group(title, node, page.xpath(node), confidence, tuple(why), role))
        self.summary = self.summary or title

    def to_json(self) -> dict[str, Any]:
        """Return plain values for the inspector's page in the browser."""
        values = plain(self)
        del values["left_out"], values["cut_to"]
        return values | {
            name: [part.to_json() for part in values[name]]
            for name in ("choices", "groups", "marks")
        }


def rounded(confidence: float | None) -> float | None:
    """Round a confidence as for the export."""
    return None if confidence is None else round(min(1.0, max(0.0, confidence)), 4)


def plain(part: Any) -> dict[str, Any]:
    """Return the fields of a part of a view by name, with lists for tuples."""
    values = {attribute.name: getattr(part, attribute.name) for attribute in fields(part)}
    return {name: [*value] if isinstance(value, tuple) else value for name, value in values.items()}


def cut(text: str, most: int) -> str:
    """Cut a text to ``most`` characters, with … at the end."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _cut_all(value: Any, most: int) -> Any:
    """Cut a value for display: ``most`` characters of a text, MAX_PARTS parts of a list or dict."""
    if isinstance(value, str):
        return cut(value, most)
    if isinstance(value, list):
        return [_cut_all(part, most) for part in value[:MAX_PARTS]]
    if isinstance(value, dict):
        return {
            _cut_all(key, most): _cut_all(part, MAX_XPATH if key == "xpath" else most)
            for key, part in islice(value.items(), MAX_PARTS)
        }
    return value


def elements_of(tree: PageTree, nodes: Iterable[int]) -> tuple[int, ...]:
    """Return the nodes, with parent elements in place of texts; each once."""
    return tuple(dict.fromkeys(map(tree.element, nodes)))


def enclosing_element(tree: PageTree, nodes: Iterable[int]) -> int:
    """Return the smallest element around all nodes; the root without any."""
    numbers = [*nodes] or [0]
    return tree.element_around(min(numbers), max(numbers))


MAX_EFFECTS: Final = 10
"""Largest number of features to show, those of the largest effect."""


def page_kind_view(page: Page) -> dict[str, Any]:
    """Return the kind of a page on its own, as plain values."""
    prediction = page_kind(page)
    return {
        "kind": prediction.kind,
        "probabilities": [
            {"kind": kind, "probability": rounded(prediction.probabilities[kind])}
            for kind in PAGE_KINDS
        ],
        "effects": [
            {"phrase": effect.phrase, "change": round(effect.change, 2)}
            for effect in prediction.effects[:MAX_EFFECTS]
        ],
    }
