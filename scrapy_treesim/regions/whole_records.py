"""Records as whole elements, where they are that: a row, not the cells in it that have text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis

_Nodes: TypeAlias = "tuple[int, ...]"

MAX_LEFT: Final = 0.25
"""Texts of the elements that hold one record of several siblings each, for each text that these
have: more beside them is something else."""


def whole(analysis: Analysis, records: Sequence[_Nodes]) -> list[_Nodes]:
    """The records, each as the element around its nodes if each has all the text of one.

    What has no text, such as an icon in a cell of its own, belongs to the record then as well. So
    does a badge that some have beside the siblings that all have: where each record is siblings
    alone in an element of their own, little of its text may be left.
    """
    around = [_element_around(analysis, nodes) for nodes in records]
    if _are_all(analysis, records, around) or _are_alone(analysis, records, around):
        return [(element,) for element in around]
    return list(records)


def _are_all(analysis: Analysis, records: Sequence[_Nodes], around: Sequence[int]) -> bool:
    """Tell whether every record is a node, or has all the text of the element around it."""
    return min(around) >= 0 and all(
        len(nodes) == 1 or not _left(analysis, nodes, element)
        for nodes, element in zip(records, around, strict=True)
    )


def _element_around(analysis: Analysis, nodes: _Nodes) -> int:
    """The node, or the element whose children the nodes are; -1 for none."""
    if len(nodes) == 1:
        return nodes[0]
    above = analysis.parent[nodes[0]]
    return -1 if any(analysis.parent[node] != above for node in nodes) else above


def _left(analysis: Analysis, nodes: _Nodes, element: int) -> int:
    """The number of texts in an element that are not in these nodes."""
    size, texts = analysis.size, analysis.texts
    held = sum(texts[node + size[node]] - texts[node] for node in nodes)
    return texts[element + size[element]] - texts[element] - held


def _are_alone(analysis: Analysis, records: Sequence[_Nodes], around: Sequence[int]) -> bool:
    """Tell whether every record is several siblings, most of the text of an element of its own."""
    if min(around) < 0 or len(set(around)) < len(around) or min(map(len, records)) < 2:
        return False
    tag, texts, size = analysis.tag, analysis.texts, analysis.size
    left = sum(_left(analysis, *pair) for pair in zip(records, around, strict=True))
    held = sum(texts[one + size[one]] - texts[one] for one in around) - left
    return left <= MAX_LEFT * held and len({tag[element] for element in around}) == 1
