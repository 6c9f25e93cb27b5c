"""Forms for another search, which stand at a list's ends as if they were one more record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

_Nodes: TypeAlias = "tuple[int, ...]"

MIN_RECORDS: Final = 4
"""Records from which one of them may be a form."""
_CHOICES: Final = tags.numbers("select textarea")
_INPUT: Final = tags.NUMBER["input"]
_TYPED: Final = frozenset(("", "email", "search", "text"))


def without_end_forms(tree: PageTree, records: Sequence[_Nodes]) -> Sequence[_Nodes]:
    """The records without a last or first one that has fields to type or choose in, if no other
    has any."""
    if len(records) < MIN_RECORDS:
        return records
    first, *others, last = records
    at_start, at_end = _has_field(tree, first), _has_field(tree, last)
    if not (at_start or at_end) or any(_has_field(tree, nodes) for nodes in others):
        return records
    return records[at_start : len(records) - at_end]


def _has_field(tree: PageTree, nodes: _Nodes) -> bool:
    return any(
        tree.tag[node] in _CHOICES
        or (tree.tag[node] == _INPUT and (tree.get(node, "type") or "").lower() in _TYPED)
        for root in nodes
        for node in range(root, root + tree.size[root])
    )
