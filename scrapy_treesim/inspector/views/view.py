"""A page and the choices of a person made into a view: what is marked, why, what is exported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.findings import Wanted
from scrapy_treesim.inspector.views.article import article_view
from scrapy_treesim.inspector.views.comments import comments_view
from scrapy_treesim.inspector.views.detail import detail_view
from scrapy_treesim.inspector.views.parts import (
    MAX_MARKS,
    MAX_PARTS,
    Choice,
    ChoiceError,
    Chosen,
    Group,
    Mark,
    View,
)
from scrapy_treesim.inspector.views.records import records_view
from scrapy_treesim.inspector.views.template import template_view

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

__all__ = ["VIEWS", "Choice", "ChoiceError", "Group", "Mark", "View", "view"]


VIEWS: Final[dict[str, Callable[[Page, Chosen, Wanted], View]]] = {
    "records": records_view,
    "article": article_view,
    "detail": detail_view,
    "comments": comments_view,
    "template": template_view,
}
"""By kind of findings, in the order of the tabs: what makes its view."""


def view(page: Page, kind: str, chosen: Mapping[str, str], wanted: Wanted | None = None) -> View:
    """The findings of a kind on a page, with the choices made; all else as ``wanted`` has it.

    Bounded by what a crawl does with the page: 20,000 marks, texts and tables that a note says were
    cut.

    Raises:
        ChoiceError: no such kind or choice, or a value that it cannot have.
    """
    if kind not in VIEWS:
        raise ChoiceError(f"there is no kind {kind!r:.60}; there are {', '.join(VIEWS)}")
    wanted = wanted or Wanted()
    made = Chosen(chosen)
    found = VIEWS[kind](page, made, wanted)
    if wanted.emit == "main" and (why := _why_none_is_main(found.groups)):
        found.notes.append(
            f'A crawl leaves this out: {why}. With `TREESIM_EMIT = "all"` it does not.'
        )
    if found.cut_to:
        found.notes.append(
            f"Texts of more than {found.cut_to:,} characters and more than {MAX_PARTS} parts of a "
            "value are cut here, not in the export."
        )
    if found.left_out:
        found.notes.append(
            f"The page has more than is marked: {MAX_MARKS:,} marks are shown, "
            f"{found.left_out:,} are not."
        )
    found.kind, found.choices = kind, made.offered
    return found


def _why_none_is_main(groups: Sequence[Group]) -> str | None:
    """The reason that a crawl emits nothing of what was found; None where it does."""
    roles = [group.role for group in groups if group.role is not None]
    return roles[0].why if roles and not any(role.is_main for role in roles) else None
