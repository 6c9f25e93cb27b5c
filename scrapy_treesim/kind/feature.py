"""The features of a page as a table has them: a name, and a phrase for people."""

from __future__ import annotations

from typing import Final, NamedTuple


class Feature(NamedTuple):
    """One number that is known of every page."""

    name: str
    phrase: str
    """What its value is of, before people."""


KINDS: Final = ("article", "list", "thread", "detail", "other")
"""The kinds of pages, in the order of the model's outputs: one main text; entries that lead to
other pages, or rows; posts of a discussion; one thing with its facts; anything else."""
