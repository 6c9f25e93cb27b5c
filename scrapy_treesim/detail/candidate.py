"""A value that a field may have, with the features that tell whether it has."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Final

from scrapy_treesim.detail.feature_table import AT, SYNTAXES, WIDTH

NONE: Final = ""
"""The value of the candidate that a field has none."""

_DECLARED: Final = slice(AT[f"declared {SYNTAXES[0]}"], AT["declared_other"] + 1)
_NO_FEATURES: Final = array("d", bytes(8 * WIDTH))


def no_features() -> array[float]:
    """A row of a value of which nothing is known."""
    return _NO_FEATURES[:]


@dataclass(slots=True)
class FieldCandidate:
    """A value that a field may have."""

    value: str
    """Compared form: amounts in plain digits, codes and names in lower case."""
    text: str
    """Text of the page, white space collapsed."""
    source: str
    """As :attr:`.FieldSource.source` has it."""
    node: int | None = None
    """Node that it stands in."""
    row: array[float] = field(default_factory=no_features)
    """Its features, in the order of :data:`.feature_table.FEATURES`."""
    is_sure: bool = False
    """Of an amount, whether a currency of the page stands beside it; of a rating, or of being sold
    out, whether the page says so near the headline and nothing else anywhere."""
    declared_by: str | None = None
    """The syntax in which the page's own thing is declared to have it first of all."""

    @property
    def is_declared(self) -> bool:
        """Tell whether anything is declared to have it."""
        return any(self.row[_DECLARED])

    @property
    def features(self) -> dict[str, float]:
        """The features other than 0, by their names."""
        return {name: value for name, value in zip(AT, self.row, strict=True) if value}

    def copy(self) -> FieldCandidate:
        """The same value with features of its own."""
        return FieldCandidate(
            self.value, self.text, self.source, self.node, self.row[:], self.is_sure
        )
