"""The table that features stand in: the one place of their names and their order."""

from __future__ import annotations

from typing import TypeVar

V = TypeVar("V")


class FeatureTable(dict[str, V]):
    """The meaning, or weight, of each feature by its name, in the order of the values."""

    def add(self, name: str, entry: V) -> int:
        """Add a feature; return where its value stands."""
        if name in self:
            raise ValueError(f"two features are named {name}")
        self[name] = entry
        return len(self) - 1
