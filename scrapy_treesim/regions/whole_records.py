"""Records as whole elements, where they are that: a row, not the cells in it that have text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis

_Nodes: TypeAlias = "tuple[int, ...]"


def whole(analysis: Analysis, records: Sequence[_Nodes]) -> list[_Nodes]:
    """The records, each as the element around its nodes if each has all the text of one.

    What has no text, such as an icon in a cell of its own, belongs to the record then as well.
    """
    around = [_element_around(analysis, nodes) for nodes in records]
    return list(records) if (-1,) in around else around


def _element_around(analysis: Analysis, nodes: _Nodes) -> _Nodes:
    """The element whose text these nodes have, and all of it; -1 for none."""
    parent, size, texts = analysis.parent, analysis.size, analysis.texts
    if len(nodes) == 1:
        return nodes
    above = parent[nodes[0]]
    if above < 0 or any(parent[node] != above for node in nodes):
        return (-1,)
    held = sum(texts[node + size[node]] - texts[node] for node in nodes)
    return (above,) if held == texts[above + size[above]] - texts[above] else (-1,)
