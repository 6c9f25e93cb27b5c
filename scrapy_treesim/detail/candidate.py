"""A value that a field may have, with the features that tell whether it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

NONE: Final = ""
"""The value of the candidate that a field has none."""


@dataclass(slots=True)
class Candidate:
    """A value that a field may have."""

    value: str
    """What is compared: an amount in plain digits, a code or name in lower case."""
    text: str
    """What the page has, white space collapsed."""
    source: str
    """As :attr:`.FieldSource.source` has it."""
    node: int | None = None
    """Where it stands."""
    features: dict[str, float] = field(default_factory=dict)
    """Values other than 0, by the feature's name."""


Plain: TypeAlias = Callable[[str], "str | None"]
"""From what a declaration has of a field to a value that is compared; None where it is none."""
