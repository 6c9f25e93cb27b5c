"""Rules: plain data to read a field from any page of a template, and their application.

All rules of a template are applied in one pass over the page, and a few look-ups a field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.files.json_file import number, one_of, parts, several, text, whole
from scrapy_treesim.reading.occurrences import TEXT, NodeTexts
from scrapy_treesim.templates.rules.selection import TAKES, Selection
from scrapy_treesim.templates.rules.signatures import (
    NUMBER,
    WORDED,
    NodeSignature,
    SignatureTable,
    key_of,
    node_signatures,
)
from scrapy_treesim.values.field_types import LIST, TYPES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_RULES: Final = 100
"""Largest number of rules of a part, and of parts of a field."""
MAX_TEXT: Final = 20_000
"""Largest number of characters of a text in a rule."""
MAX_PICK: Final = 1000
MAX_WEIGHT: Final = 10


@dataclass(frozen=True, slots=True)
class Rule(Selection[NodeSignature]):
    """A selection by signature, one of several of a part."""

    weight: float = 1.0
    """Weight of the rule among those of its part, above 0."""

    def to_json(self) -> dict[str, Any]:
        """Return a plain dict, without fields at their defaults."""
        document: dict[str, Any] = {"by": self.at.kind, "at": self.at.path}
        if self.at.words:
            document["words"] = self.at.words
        for name, usual in _USUAL.items():
            if getattr(self, name) != usual:
                document[name] = getattr(self, name)
        return document | {"weight": round(self.weight, 4)}

    @classmethod
    def from_json(cls, written: Any) -> Rule:
        """Read a rule from such a dict, checked."""
        read = _RULE(written)
        signature = NodeSignature(read.pop("by"), read.pop("at"), read.pop("words", ""))
        if bool(signature.words) != (signature.kind in WORDED):
            raise ValueError(
                f"words of a rule by {signature.kind!r:.40} are missing or not allowed"
            )
        key_of(signature)
        return cls(signature, **read)


_TEXT: Final = text(MAX_TEXT)
_RULE: Final = parts(
    {"by": _TEXT, "at": _TEXT, "weight": lambda weight: float(number(0, MAX_WEIGHT)(weight))},
    {
        "words": _TEXT, "take": one_of(TAKES), "pick": whole(-1, MAX_PICK), "prefix": _TEXT,
        "suffix": _TEXT, "among": whole(0, MAX_PICK),
    },
)  # fmt: skip
_USUAL: Final[dict[str, Any]] = {
    "take": TEXT, "pick": 0, "prefix": "", "suffix": "", "among": 0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """Rules for one of a field's values, or for all; the first one with a value is used."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class FieldRules:
    """Rules of a field; the values of its parts are combined."""

    parts: tuple[Part, ...]
    type: str = ""
    """One of ``TYPES``; empty in old files: the field is then a list on pages with several
    values."""

    def of_type(self, values: tuple[str, ...]) -> tuple[str, ...]:
        """Return the values that the type allows: the first one unless it is a list."""
        return values if self.type in ("", LIST) else values[:1]

    def to_json(self) -> dict[str, Any]:
        """Return a plain dict, for a file."""
        document: dict[str, Any] = {
            "parts": [{"rules": [rule.to_json() for rule in part.rules]} for part in self.parts]
        }
        return {**document, "type": self.type} if self.type else document

    @classmethod
    def from_json(cls, document: Any) -> FieldRules:
        """Read the rules from such a dict, checked."""
        read = _FIELD(document)
        return cls(tuple(read["parts"]), read.get("type", ""))


_PART: Final = parts({"rules": several(Rule.from_json, MAX_RULES, 1)})
_FIELD: Final = parts(
    {"parts": several(lambda part: Part(tuple(_PART(part)["rules"])), MAX_RULES, 1)},
    {"type": one_of(("", *TYPES))},
)


MAX_VALUES: Final = 1000
"""Largest number of values of a field on a page."""
MIN_FINDING: Final = 0.25
"""Least share of a part's rules, by weight, with a value on a page that has it. Measured."""
MAX_REMEMBERED: Final = 256
"""Largest number of compiled sets of rules in the cache of :func:`apply_rules`."""


@dataclass(frozen=True, slots=True)
class FieldValue:
    """Values of a field on a page."""

    values: tuple[str, ...]
    """The values in page order, each once, on one line each."""
    xpaths: tuple[str, ...]
    """XPath of the first occurrence of each; of text runs, the parent's."""
    confidence: float
    """Share of the field's rules, by weight, with exactly these values; in [0, 1]."""
    nodes: tuple[int, ...] = ()
    """Node of each value's first occurrence, maybe a run of text."""


_Pairs = list[tuple[int, str]]
"""Nodes and the texts read from them."""


class CompiledRules:
    """Rules of all fields of a template, prepared for many pages."""

    def __init__(self, rules: Mapping[str, FieldRules]) -> None:
        flat = [rule for field in rules.values() for part in field.parts for rule in part.rules]
        keys = [key_of(rule.at) for rule in flat]
        self._table = SignatureTable(keys, (NUMBER[rule.at.kind] for rule in flat))
        numbers = iter([self._table.number[key] for key in keys])
        self._fields = {
            name: [(part, [*islice(numbers, len(part.rules))]) for part in field.parts]
            for name, field in rules.items()
        }

    def apply(self, page: Page) -> dict[str, FieldValue]:
        """Return the fields of a page; O(nodes) for all rules together."""
        reader = _RuleReader(page, self._table.nodes(node_signatures(page.tree)))
        values = {name: reader.field(field_parts) for name, field_parts in self._fields.items()}
        return {name: value for name, value in values.items() if value is not None}

    def nodes(self, page: Page) -> Iterator[tuple[Rule, Sequence[int]]]:
        """Yield all rules with their nodes on a page."""
        nodes = self._table.nodes(node_signatures(page.tree))
        for field_parts in self._fields.values():
            for part, numbers in field_parts:
                for rule, index in zip(part.rules, numbers, strict=True):
                    yield rule, nodes.get(index, ())


class _RuleReader:
    """Application of rules to one page."""

    def __init__(self, page: Page, nodes: dict[int, list[int]]) -> None:
        self._page = page
        self._nodes = nodes
        self._texts = NodeTexts(page)

    def field(self, parts: Sequence[tuple[Part, list[int]]]) -> FieldValue | None:
        """Return the values of all parts together."""
        pairs: _Pairs = []
        confidence = 1.0
        for part, numbers in parts:
            part_values, part_confidence = self._part(part, numbers)
            if part_values:
                pairs += part_values
                confidence = min(confidence, part_confidence)
        if not pairs:
            return None
        values: dict[str, int] = {}
        for node, value in sorted(pairs)[:MAX_VALUES]:
            values.setdefault(value, node)
        paths = tuple(self._page.xpath(node) for node in values.values())
        return FieldValue(tuple(values), paths, round(confidence, 4), tuple(values.values()))

    def _part(self, part: Part, numbers: Sequence[int]) -> tuple[_Pairs, float]:
        """Return the nodes of the first rule with any, and the share of rules in agreement.

        None if too few rules find anything: their nodes are then something else.
        """
        yields = [*map(self._yield, numbers, part.rules)]
        total = sum(rule.weight for rule in part.rules)
        finding = sum(rule.weight for rule, pairs in zip(part.rules, yields, strict=True) if pairs)
        first = next((number for number, pairs in enumerate(yields) if pairs), None)
        if first is None or finding < MIN_FINDING * total:
            return [], 0.0
        values = [{value for _, value in pairs} for pairs in yields]
        agreeing = sum(
            rule.weight
            for texts, rule in zip(values, part.rules, strict=True)
            if texts == values[first]
        )
        return yields[first], agreeing / total if total else 0.0

    def _yield(self, number: int, rule: Rule) -> _Pairs:
        nodes = self._nodes.get(number, ())
        return rule.picked((node, self._texts.value(node, rule.take)) for node in nodes)


def apply_rules(rules: Mapping[str, FieldRules], page: Page) -> dict[str, FieldValue]:
    """Apply rules, compiled once, to a page; fields missing there are not among the results."""
    return _compiled(tuple(rules.items())).apply(page)


@lru_cache(MAX_REMEMBERED)
def _compiled(rules: tuple[tuple[str, FieldRules], ...]) -> CompiledRules:
    return CompiledRules(dict(rules))
