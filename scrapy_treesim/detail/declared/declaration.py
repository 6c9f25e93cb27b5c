"""One thing that a page declares, with the values of its fields as they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Declaration:
    """One thing that a page declares."""

    syntax: str
    """``json-ld``, ``microdata``, ``rdfa``, ``opengraph`` or ``script``."""
    types: tuple[str, ...]
    """Its types by their local names, as ``Product``; none where it names none."""
    values: Mapping[str, tuple[str, ...]]
    """What it says of each field, also ``url``, ``currency`` and ``description``, as it stands;
    of several offers, those of the first or cheapest one come first."""
    attributes: Mapping[str, str | list[str]] = field(default_factory=dict)
    """Its further plain properties, by their names: ``color``, ``numberOfPages``, and those that it
    names itself (``additionalProperty``); a recipe's lists."""
    variants: tuple[Mapping[str, str], ...] = ()
    """The variants that it declares, each with what it is told by."""
    about: float = 0.0
    """How plainly it is what the page is about, in [0, 1]: by its address, its name, its place."""
    node: int | None = None
    """The element that declares it, of microdata and RDFa."""
    nodes: Mapping[str, int] = field(default_factory=dict)
    """The element of each field's first value, of microdata and RDFa."""

    def scored(self, about: float) -> Declaration:
        """The same with its score."""
        return replace(self, about=about)
