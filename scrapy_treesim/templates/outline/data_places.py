"""The places of a template's data: candidates for labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scrapy_treesim.templates.template import Template

MAX_STEPS: Final = 2
"""Labels in the path of a place."""

_HEAD: Final = ("head > title",)


@dataclass(frozen=True, slots=True)
class DataPlace:
    """A text that differs from page to page."""

    path: str
    """The labels of the elements that hold it, the outer ones first: ``main.product > h1.name``."""
    share: float
    """Of the template's pages, those that have it, in (0, 1]."""
    repeats: bool
    """Whether it stands in something that repeats."""
    example: str
    """What it says on some page."""


def data_places(template: Template) -> list[DataPlace]:
    """The places of a template's data, in the order of the page; none without an outline."""
    outline = template.outline
    if outline is None:
        return []
    repeats: list[bool] = []
    places = []
    for number, node in enumerate(outline.nodes):
        repeats.append(node.repeats or (node.parent >= 0 and repeats[node.parent]))
        if node.is_data:
            steps: list[str] = []
            above = node.parent
            while above >= 0 and len(steps) < MAX_STEPS:
                steps.append(outline.nodes[above].label)
                above = outline.nodes[above].parent
            path = " > ".join(reversed(steps))
            share = outline.probability(number)
            places.append(DataPlace(path, share, repeats[number], node.example or ""))
    return places


def suggested(template: Template, most: int = 3) -> list[str]:
    """The elements that most likely hold fields: on most pages, named by a class, not repeated."""
    places = [one for one in data_places(template) if not one.repeats and one.path not in _HEAD]
    order = sorted(places, key=lambda one: (-round(one.share, 1), not _is_named(one.path)))
    holders = dict.fromkeys(one.path.rpartition(" > ")[2] for one in order)
    return [*holders][:most]


def _is_named(path: str) -> bool:
    holder = path.rpartition(" > ")[2]
    return "." in holder or "#" in holder or holder in ("h1", "h2", "time", "address")
