"""Rules: how one field is read of any page of a template, as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scrapy_treesim.templates.rules.signatures import WORDED, NodeSignature, key_of
from scrapy_treesim.templates.rules.values import TAKES, TEXT
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.money import price_of
from scrapy_treesim.values.text_kinds import DATE as DATED
from scrapy_treesim.values.text_kinds import PRICE as PRICED
from scrapy_treesim.values.text_kinds import kind_of
from scrapy_treesim.values.typed_values import number_of

TEXT_TYPE: Final = "text"
NUMBER_TYPE: Final = "number"
PRICE_TYPE: Final = "price"
DATE_TYPE: Final = "date"
LIST_TYPE: Final = "list"
TYPES: Final = (TEXT_TYPE, NUMBER_TYPE, PRICE_TYPE, DATE_TYPE, LIST_TYPE)
"""A field of a type but ``list`` has one value a page."""

MAX_VALUE: Final = 60
"""Characters of a number, price or date at most."""
MAX_LETTERS: Final = 12
"""Letters beside the digits of a price: ``from 1 200 FCFA``."""
FITTING: Final = 0.9
"""Share of the values of further pages that a type told by examples must fit."""

_PLAIN_NUMBER: Final = re.compile(
    r"[+-]?(?:0|[1-9][0-9]{0,14}|[1-9][0-9]{0,2}(?:[,.' ][0-9]{3}){1,4})(?:[.,][0-9]{1,6})?"
)


def fits(type: str, value: str) -> bool:
    """Tell whether a value may be one of a field of this type."""
    if type in (TEXT_TYPE, LIST_TYPE, ""):
        return True
    text = value.strip()
    if len(text) > MAX_VALUE:
        return False
    if type == NUMBER_TYPE:
        return _PLAIN_NUMBER.fullmatch(text) is not None
    if type == DATE_TYPE:
        return date_of(text) is not None
    has_few_words = sum(map(str.isalpha, text)) <= MAX_LETTERS
    return has_few_words and kind_of(text) != DATED and price_of(text) is not None


def type_of(examples: Iterable[Sequence[str] | str], found: Sequence[str] = ()) -> str:
    """The type that the examples of a field tell: ``list`` where any of them is one.

    Args:
        examples: of each page a value, or the list of all values.
        found: values that the field's rules find on further pages.

    >>> type_of(["£39.90", "£4.00"]), type_of(["red", ["red", "blue"]]), type_of(["007"])
    ('price', 'list', 'text')
    """
    given = [*examples]
    if any(not isinstance(one, str) for one in given):
        return LIST_TYPE
    texts = [one for one in given if isinstance(one, str)]
    for type in (NUMBER_TYPE, DATE_TYPE, PRICE_TYPE):
        if not texts or not all(_is_surely(type, one) for one in texts):
            continue
        if sum(fits(type, one) for one in found) >= FITTING * len(found):
            return type
    return TEXT_TYPE


def _is_surely(type: str, value: str) -> bool:
    """Tell whether a value is of a type by its form alone: a price has its currency."""
    wanted = {PRICE_TYPE: PRICED, DATE_TYPE: DATED}.get(type)
    return fits(type, value) and wanted in (None, kind_of(" ".join(value.split())))


def typed(type: str, values: Sequence[str], url: str = "", language: str | None = None) -> Any:
    """The typed value of a field: plain values, ready for JSON; None where the text is no such one.

    ``url`` and ``language`` are the page's: they tell whose dollars, and days from months.

    >>> typed("price", ["£1,039.90"]), typed("number", ["12"]), typed("list", ["a"])
    ({'amount': 1039.9, 'currency': 'GBP'}, 12, ['a'])
    """
    if type == LIST_TYPE:
        return [*values]
    if not values or not fits(type, values[0]):
        return None
    text = values[0].strip()
    if type == NUMBER_TYPE:
        number = number_of(text)
        if number is None:
            return None
        return int(number) if number == number.to_integral_value() else float(number)
    if type == PRICE_TYPE:
        price = price_of(text, url, language)
        if price is None:
            return None
        return {"amount": float(price.amount), "currency": price.currency}
    if type == DATE_TYPE:
        date = date_of(text, language)
        if date is None:
            return None
        return date.isoformat(" ") if isinstance(date, datetime) else date.isoformat()
    return text


MAX_RULES: Final = 100
"""Of a part, and parts of a field."""
MAX_TEXT: Final = 20_000
"""Characters of a text in a rule."""
MAX_PICK: Final = 1000


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
    place: int = 0
    """Rules of one number found the same on the labelled pages; others the same value elsewhere."""
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
            _text(said, "suffix", ""), _share(said, "weight", 10), _whole(said, "place", 0),
            _whole(said, "among", 0),
        )  # fmt: skip


_USUAL: Final[dict[str, Any]] = {
    "take": TEXT, "pick": 0, "prefix": "", "suffix": "", "place": 0, "among": 0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """The ways to find one of a field's values, or all of them; the first that yields is taken."""

    rules: tuple[Rule, ...]
    least: float = 0.0
    """The share of a place's rules, by weight, that must yield for its value to be believed."""


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
            "parts": [
                {"least": round(part.least, 4), "rules": [rule.to_json() for rule in part.rules]}
                for part in self.parts
            ]
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
    _only(said, ("least", "rules"), "a part")
    rules = [
        _placed(f"rules.{number}", Rule.from_json, rule)
        for number, rule in enumerate(_several(said, "rules"))
    ]
    return Part(tuple(rules), _share(said, "least", 1) if "least" in said else 0.0)


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
    if not isinstance(found, list) or not 0 < len(found) <= MAX_RULES:
        raise ValueError(f"{key}: a list of 1 to {MAX_RULES}, not {found!r:.80}")
    return found


def _text(said: Mapping[str, Any], key: str, usual: str | None = None) -> str:
    found = said.get(key, usual)
    if not isinstance(found, str) or len(found) > MAX_TEXT:
        raise ValueError(f"{key}: a text of at most {MAX_TEXT} characters, not {found!r:.80}")
    return found


def _whole(said: Mapping[str, Any], key: str, low: int) -> int:
    found = said.get(key, 0)
    if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= MAX_PICK:
        raise ValueError(f"{key}: a whole number from {low} to {MAX_PICK}, not {found!r:.80}")
    return found


def _share(said: Mapping[str, Any], key: str, high: int) -> float:
    found = said.get(key)
    if isinstance(found, bool) or not isinstance(found, (int, float)) or not 0 <= found <= high:
        raise ValueError(f"{key}: a number from 0 to {high}, not {found!r:.80}")
    return float(found)
