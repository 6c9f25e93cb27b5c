"""Rules: how one field is read of any page of a template, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

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
    def from_json(cls, said: Any) -> Rule:
        """The rule of such a dict.

        Raises:
            ValueError: it is none; the message names the key.
        """
        _only(said, ("by", "at", "words", "weight", *_USUAL), "a rule")
        signature = NodeSignature(
            _text(said, "by"), _text(said, "at"), _text(said, "words") if "words" in said else ""
        )
        if bool(signature.words) != (signature.kind in WORDED):
            raise ValueError(f"words: a rule by {signature.kind!r:.40} has them or has them not")
        try:
            key_of(signature)
        except ValueError as error:
            raise ValueError(f"by, at or words: {error}") from None
        take = _text(said, "take", TEXT)
        if take not in TAKES:
            raise ValueError(f"take: one of {', '.join(sorted(TAKES))}, not {take!r:.80}")
        return cls(
            signature, take, _whole(said, "pick", -1), _text(said, "prefix", ""),
            _text(said, "suffix", ""), _weight(said), _whole(said, "among", 0),
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
        _only(said, ("parts", "type"), "a field's rules")
        type = said.get("type", "")
        if type not in ("", *TYPES):
            raise ValueError(f"type: one of {', '.join(TYPES)}, not {type!r:.80}")
        parts = [
            _placed(f"parts.{number}", _part, part)
            for number, part in enumerate(_several(said, "parts"))
        ]
        return cls(tuple(parts), type)


def _part(said: Any) -> Part:
    _only(said, ("rules",), "a part")
    rules = [
        _placed(f"rules.{number}", Rule.from_json, rule)
        for number, rule in enumerate(_several(said, "rules"))
    ]
    return Part(tuple(rules))


def _placed(key: str, read: Any, said: Any) -> Any:
    """Read a part, with its key before the message of an error."""
    try:
        return read(said)
    except ValueError as error:
        between = "" if str(error).startswith(":") else "."
        raise ValueError(f"{key}{between}{error}") from None


def _only(said: Any, keys: tuple[str, ...], what: str) -> None:
    if not isinstance(said, Mapping):
        raise ValueError(f": {what} is a dict, not {said!r:.80}")
    for key in said:
        if key not in keys:
            raise ValueError(f"{key!s:.40}: {what} has no such key, but {', '.join(keys)}")


def _several(said: Mapping[str, Any], key: str) -> list[Any]:
    found = said.get(key)
    fits = isinstance(found, list) and 0 < len(found) <= MAX_RULES
    return [*_checked(key, found, fits, f"a list of 1 to {MAX_RULES}")]


def _text(said: Mapping[str, Any], key: str, usual: str | None = None) -> str:
    found = said.get(key, usual)
    fits = isinstance(found, str) and len(found) <= MAX_TEXT
    return str(_checked(key, found, fits, f"a text of at most {MAX_TEXT} characters"))


def _whole(said: Mapping[str, Any], key: str, low: int) -> int:
    found = said.get(key, 0)
    fits = type(found) is int and low <= found <= MAX_PICK
    return int(_checked(key, found, fits, f"a whole number from {low} to {MAX_PICK}"))


def _weight(said: Mapping[str, Any]) -> float:
    found: Any = said.get("weight")
    fits = type(found) in (int, float) and 0 <= found <= MAX_WEIGHT
    return float(_checked("weight", found, fits, f"a number from 0 to {MAX_WEIGHT}"))


def _checked(key: str, found: Any, fits: bool, what: str) -> Any:
    if not fits:
        raise ValueError(f"{key}: {what}, not {found!r:.80}")
    return found
