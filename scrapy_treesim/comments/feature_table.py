"""The table that features stand in: the one place of their names, meanings and order."""

from __future__ import annotations


class FeatureTable(dict[str, str]):
    """What each feature means, by its name, in the order of the features' values."""

    def add(self, name: str, meaning: str) -> int:
        """Add a feature; return where its value stands."""
        if name in self:
            raise ValueError(f"two features are named {name}")
        self[name] = meaning
        return len(self) - 1
