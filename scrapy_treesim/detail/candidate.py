"""Candidate values of a field, with their features."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from typing import Final

from scrapy_treesim.detail.feature_table import AT, SYNTAXES, WIDTH

NONE: Final = ""
"""Value of the candidate for a field without a value."""

_DECLARED: Final = slice(AT[f"declared {SYNTAXES[0]}"], AT["declared_other"] + 1)
_NO_FEATURES: Final = array("d", bytes(8 * WIDTH))


def no_features() -> array[float]:
    """Return a row of zeros: no feature is known."""
    return _NO_FEATURES[:]


@dataclass(slots=True)
class FieldCandidate:
    """Possible value of a field."""

    value: str
    """Compared form: amounts in plain digits, codes and names in lower case."""
    text: str
    """Text of the page, white space collapsed."""
    source: str
    """Source of the value, as in :attr:`.FieldSource.source`."""
    node: int | None = None
    """Node of the text."""
    row: array[float] = field(default_factory=no_features)
    """Features, in the order of :data:`.feature_table.FEATURES`."""
    is_sure: bool = False
    """True if a rule confirms it: an amount has a currency beside it; a rating, or "sold out", is
    near the headline, and nothing else on the page contradicts it."""
    declared_by: str | None = None
    """Syntax of the first declaration of the page's own thing with this as its first value; None if
    there is none."""

    @property
    def is_declared(self) -> bool:
        """Tell whether any declaration has this value."""
        return any(self.row[_DECLARED])

    @property
    def features(self) -> dict[str, float]:
        """Features other than 0, by name."""
        return {name: value for name, value in zip(AT, self.row, strict=True) if value}

    def copy(self) -> FieldCandidate:
        """Return a copy with its own row of features, without ``declared_by``."""
        return replace(self, row=self.row[:], declared_by=None)
