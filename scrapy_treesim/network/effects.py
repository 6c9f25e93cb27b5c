"""Effects of the groups of inputs on an answer of the network."""

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
    """The effect of a group of inputs on an answer."""

    name: str
    """Name of the group, in :data:`.GROUPS`."""
    phrase: str
    """Description of the group for people."""
    change: float
    """Log-odds of the answer, less those without the group (see :func:`.forward`)."""


def effects(page: Page, log_odds: Callable[[Answers], float]) -> tuple[Effect, ...]:
    """The groups of inputs with an effect on an answer, the largest first."""
    answers = page.once(answers_of)
    if answers is None:
        return ()
    full, without = log_odds(answers), page.once(_without_each)
    changes = [
        Effect(name, phrase, full - log_odds(without[name])) for name, phrase in GROUPS.items()
    ]
    return tuple(sorted((e for e in changes if e.change), key=lambda effect: -abs(effect.change)))


def _without_each(page: Page) -> dict[str, Answers]:
    """The answers on a page of some blocks without each group, for blocks and page alone."""
    reading, none = page.once(reading_of), array("f")
    answers = ((name, forward(reading, shipped(), name)) for name in GROUPS)
    return {name: replace(answer, elements=none, blocks=none) for name, answer in answers}


def before_others(odds: list[float], index: int) -> float:
    """The log-odds of one of several exclusive classes against all the rest together."""
    rivals = [value for position, value in enumerate(odds) if position != index]
    most = max(rivals)
    return odds[index] - most - log(sum(exp(value - most) for value in rivals))
