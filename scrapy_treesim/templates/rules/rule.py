"""Rules: how one field is read of any page of a template, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from scrapy_treesim.json_file import number, one_of, parts, several, text, whole
from scrapy_treesim.templates.rules.signatures import WORDED, NodeSignature, key_of
from scrapy_treesim.templates.rules.values import TAKES, TEXT
from scrapy_treesim.values.field_types import TYPES

MAX_RULES: Final = 100
"""Of a part, and parts of a field."""
MAX_TEXT: Final = 20_000
"""Characters of a text in a rule."""
MAX_PICK: Final = 1000
MAX_WEIGHT: Final = 10


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to find a value: nodes of a signature, and what is taken of them."""

    signature: NodeSignature
    take: str = TEXT
    """``text``, an attribute, or ``absolute`` and an attribute that holds an address."""
    pick: int = 0
    """Which of the nodes: all (0), the first (1) and so on, the last (-1)."""
    prefix: str = ""
    """What stands before the value in what is taken; without it the node is none of the field."""
    suffix: str = ""
    """What stands after it."""
    weight: float = 1.0
    """The rule's weight among those of its part, above 0."""
    among: int = 0
    """Of how many nodes it is one at least; with fewer the page lacks the value."""

    def to_json(self) -> dict[str, Any]:
        """A plain dict; what is as always is left out."""
        said: dict[str, Any] = {"by": self.signature.kind, "at": self.signature.place}
        if self.signature.words:
            said["words"] = self.signature.words
        for name, usual in _USUAL.items():
            if getattr(self, name) != usual:
                said[name] = getattr(self, name)
        return said | {"weight": round(self.weight, 4)}

    @classmethod
    def from_json(cls, written: Any) -> Rule:
        """The rule of such a dict.

        Raises:
            ValueError: it is none; the message names the key.
        """
        read = _RULE(written)
        signature = NodeSignature(read.pop("by"), read.pop("at"), read.pop("words", ""))
        if bool(signature.words) != (signature.kind in WORDED):
            raise ValueError(f"a rule by {signature.kind!r:.40} has words or has them not")
        key_of(signature)
        return cls(signature, **read)


_TEXT: Final = text(MAX_TEXT)
_RULE: Final = parts(
    {"by": _TEXT, "at": _TEXT, "weight": lambda one: float(number(0, MAX_WEIGHT)(one))},
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
    """The ways to find one of a field's values, or all of them; the first that yields is taken."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class FieldRules:
    """The rules of a field; the values of its parts are put together."""

    parts: tuple[Part, ...]
    type: str = ""
    """One of ``TYPES``; empty in files of old, where a field is a list on pages that have several
    values of it."""

    def to_json(self) -> dict[str, Any]:
        """A plain dict, for a file."""
        said: dict[str, Any] = {
            "parts": [{"rules": [rule.to_json() for rule in part.rules]} for part in self.parts]
        }
        return {**said, "type": self.type} if self.type else said

    @classmethod
    def from_json(cls, said: Any) -> FieldRules:
        """The rules of such a dict.

        Raises:
            ValueError: it is none; the message names the key.
        """
        read = _FIELD(said)
        return cls(tuple(read["parts"]), read.get("type", ""))


_PART: Final = parts({"rules": several(Rule.from_json, MAX_RULES, 1)})
_FIELD: Final = parts(
    {"parts": several(lambda one: Part(tuple(_PART(one)["rules"])), MAX_RULES, 1)},
    {"type": one_of(("", *TYPES))},
)
