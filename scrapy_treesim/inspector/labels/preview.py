"""The effect of a label: on its own page and on others of the template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from scrapy_treesim.templates.rules.example import squeezed
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.inspector.labels.values import Taken
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.rules import FieldValue


@dataclass(frozen=True, slots=True)
class Here:
    """A value that is found on the page of the label, and the elements that it stands in."""

    value: str
    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The values found on another page of the template."""

    name: str
    url: str
    number: int | None
    """Among the pages that are open; None for one of the corpus."""
    values: tuple[str, ...]
    confidence: float | None
    """In [0, 1]; None where nothing is found."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The values that a label would find, or finds now that it is saved."""

    field: str
    template: str
    """The id of the page's template."""
    value: str
    """What is taken of the node that was clicked."""
    all: bool
    here: tuple[Here, ...]
    confidence: float | None
    """Of what is found here, in [0, 1]; None where nothing is."""
    elsewhere: tuple[Elsewhere, ...]
    takes: tuple[Taken, ...]
    """All that can be taken of the node, what is meant most likely first."""
    notes: tuple[str, ...] = ()
    """Sentences for people."""
    saved: str | None = None
    """The file that it was written to."""

    def to_json(self) -> dict[str, Any]:
        """As the browser is told."""
        return {
            **asdict(self),
            "count": sum(len(one.nodes) for one in self.here),
            "takes": [one.to_json() for one in self.takes],
        }


def found_here(
    page: Page, found: FieldValue | None, meant: Mapping[int, str]
) -> tuple[tuple[Here, ...], float | None]:
    """The values found on a page with their elements, and how sure that is.

    ``meant``: by node what was labelled; rules tell of a value that stands several times the first.
    """
    if found is None:
        return (), None
    nodes: dict[str, list[int]] = {}
    for value, node in zip(found.values, found.nodes, strict=True):
        nodes.setdefault(squeezed(value), []).append(node)
    for node, value in meant.items():
        if squeezed(value) in nodes:
            nodes[squeezed(value)].append(node)
    here = [Here(value, _elements(page, nodes[squeezed(value)])) for value in found.values]
    return tuple(here), found.confidence


def _elements(page: Page, nodes: Iterable[int]) -> tuple[int, ...]:
    """The nodes' elements, each once; of those that lie in one another the innermost."""
    tree = page.tree
    elements = sorted(
        {tree.parent[node] if tree.tag[node] == tags.TEXT else node for node in nodes}
    )
    after = [*elements[1:], len(tree)]
    return tuple(
        node for node, next in zip(elements, after, strict=True) if next >= node + tree.size[node]
    )
