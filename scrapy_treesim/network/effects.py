"""Effects: how much each group of inputs counts for an answer of the network."""

from __future__ import annotations

from array import array
from dataclasses import replace
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from scrapy_treesim.network.forward import answers_of, forward
from scrapy_treesim.network.weights import shipped
from scrapy_treesim.reading.inputs import GROUPS
from scrapy_treesim.reading.read import reading_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_treesim.network.forward import Answers
    from scrapy_treesim.page import Page


class Effect(NamedTuple):
    """A group of inputs, and how much it counts."""

    name: str
    """One of :data:`.GROUPS`."""
    phrase: str
    """Description of the group for people."""
    change: float
    """The log-odds of the answer, less those without the group (see :func:`.forward`)."""


def effects(page: Page, log_odds: Callable[[Answers], float]) -> tuple[Effect, ...]:
    """The groups that change an answer on a page, those that do most first."""
    answers = page.once(answers_of)
    if answers is None:
        return ()
    known, others = log_odds(answers), page.once(_without_each)
    found = [
        Effect(name, phrase, known - log_odds(others[name])) for name, phrase in GROUPS.items()
    ]
    return tuple(sorted((one for one in found if one.change), key=lambda one: -abs(one.change)))


def _without_each(page: Page) -> dict[str, Answers]:
    """The answers on a page of some blocks without each of the groups; of blocks and page alone."""
    reading, none = page.once(reading_of), array("f")
    found = ((name, forward(reading, shipped(), name)) for name in GROUPS)
    return {name: replace(one, elements=none, blocks=none) for name, one in found}


def before_others(odds: list[float], place: int) -> float:
    """The log-odds of one of several that exclude one another, against all others together."""
    others = [one for at, one in enumerate(odds) if at != place]
    most = max(others)
    return odds[place] - most - log(sum(exp(one - most) for one in others))
