"""Links to a list's other pages, which stand at its end as if they were one more record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.records.over_pages.next_words import Says, label_says
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

_Nodes: TypeAlias = "tuple[int, ...]"

MAX_LINKS: Final = 60
"""Links of a record that are read."""
MAX_LABEL: Final = 12
"""Characters of a label that is neither a number nor says that the next page comes."""
MAX_BESIDE: Final = 40
"""Characters beside the links: "Page 1 of 20"."""
_LINK: Final = tags.NUMBER["a"]


def without_page_links(tree: PageTree, records: Sequence[_Nodes]) -> Sequence[_Nodes]:
    """The records without a last or first one that is nothing but links to other pages."""
    if len(records) < 3:
        return records
    first, *_, last = records
    if _leads_on(tree, last) and not _leads_on(tree, records[-2]):
        records = records[:-1]
    if len(records) > 2 and _leads_on(tree, first) and not _leads_on(tree, records[1]):
        records = records[1:]
    return records


def _leads_on(tree: PageTree, nodes: _Nodes) -> bool:
    """Tell whether there is little but links to other pages: two numbers or the next one."""
    labels: list[str] = []
    chars = linked = 0
    for root in nodes:
        chars += tree.text_chars(root)
        linked += tree.linked_chars(root)
        for node in range(root, root + tree.size[root]):
            if tree.tag[node] == _LINK and tree.text_chars(node):
                if len(labels) == MAX_LINKS or tree.text_chars(node) > MAX_BESIDE:
                    return False
                labels.append(tree.plain_text(node).strip())
    if not labels or chars - linked > MAX_BESIDE:
        return False
    numbers = sum(label.strip("[]() ").isdecimal() for label in labels)
    onward = [label for label in labels if label_says(label) >= Says.ARROWS]
    if numbers < 2 and not onward:
        return False
    return all(len(label) <= MAX_LABEL or label in onward for label in labels)
