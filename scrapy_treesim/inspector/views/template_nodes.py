"""The nodes of a template's outline, marked where they are on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.inspector.views.marks import Mark, Marks, cut, percent
from scrapy_treesim.templates.outline.template_outline import MAX_STEPS, align
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.outline.template_outline import Alignment, TemplateOutline

MAX_PLACES: Final = 1_000
"""Elements of a page that one node of an outline is marked by, where it repeats."""
MAX_LABEL: Final = 120
"""Characters of a label."""
MAX_DATA: Final = 300
"""Characters of a text that are read."""


def mark_outline(page: Page, outline: TemplateOutline, marks: Marks) -> str:
    """Mark what the page has of the outline: a mark for each node of it, and one for each element
    that says something of its own. How much of the template the page has, in words."""
    alignment = align(outline, page.tree)
    tree = page.tree
    for place, nodes in sorted(alignment.nodes().items()):
        own = [node for node in nodes if tree.tag[node] != tags.TEXT][:MAX_PLACES]
        if own:
            role = "essential" if outline.is_essential(place) else "optional"
            marks.add(
                Mark(
                    role,
                    tuple(own),
                    cut(outline.nodes[place].label, MAX_LABEL),
                    confidence=outline.probability(place),
                    why=_why(outline, place),
                )
            )
    _mark_data(page, outline, alignment, marks)
    return f"has {percent(alignment.confidence)} of its essential elements and texts"


def _why(outline: TemplateOutline, place: int) -> tuple[str, ...]:
    on, pages = outline.nodes[place].on, outline.pages
    said = (
        f"on all {pages:,} pages" if on == pages else f"on {percent(on / pages)} of {pages:,} pages"
    )
    return (said, "repeats on a page") if outline.nodes[place].repeats else (said,)


def _mark_data(page: Page, outline: TemplateOutline, alignment: Alignment, marks: Marks) -> None:
    """A mark for each element with texts that are not the template's own."""
    tree = page.tree
    texts: dict[int, tuple[int, list[int]]] = {}
    for place, nodes in alignment.data().items():
        for node in nodes:
            texts.setdefault(tree.parent[node], (place, []))[1].append(node)
    known: dict[int, tuple[str, tuple[str, ...]]] = {}
    for element, (place, nodes) in sorted(texts.items()):
        if place not in known:
            known[place] = (_path(outline, place), _why_data(outline, place))
        label, why = known[place]
        marks.add(Mark("data", (element,), label, why=why, value=_said(page, nodes)))


def _said(page: Page, nodes: list[int]) -> str:
    said = ""
    for node in nodes:
        said = f"{said} {page.tree.plain_text(node)}".strip()
        if len(said) > MAX_DATA:
            break
    return said


def _why_data(outline: TemplateOutline, place: int) -> tuple[str, ...]:
    node = outline.nodes[place]
    if not node.is_data:
        return ("a text that the template's other pages do not have",)
    said = ["differs from page to page", *_why(outline, place)]
    if node.example:
        said.append(f"on another page: “{node.example}”")
    return tuple(said)


def _path(outline: TemplateOutline, place: int) -> str:
    """The labels of the elements that hold a node, the outer one first."""
    steps: list[str] = []
    node = outline.nodes[place]
    above = node.parent if node.is_data else place
    while above >= 0 and len(steps) < MAX_STEPS:
        steps.append(cut(outline.nodes[above].label, MAX_LABEL))
        above = outline.nodes[above].parent
    return " > ".join(reversed(steps))
