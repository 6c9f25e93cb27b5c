"""Classes of a project's own, as the settings name them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Tea:
    """A class of a project's own."""

    title: str
