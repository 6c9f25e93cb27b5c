"""Templates in print, cut to the terminal's width."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from scrapy_treesim.commands.table import columns, cut, pad
from scrapy_treesim.templates.outline.template_outline import MAX_STEPS, data_places, suggested
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import Template
from scrapy_treesim.wording import percent

if TYPE_CHECKING:
    from scrapy_treesim.templates.labels.found_again import FoundAgain
    from scrapy_treesim.templates.labels.proposed import ProposedLabel


def templates_table(templates: Templates, new: Collection[str] = ()) -> str:
    """A line a template; new ones are marked."""
    of_site = Counter[str]()
    for one in templates:
        of_site[one.site] += one.pages
    rows = [("", "template", "pages", "share", "medoid", "data, or fields")]
    for one in templates:
        share = f"{one.pages / max(1, of_site[one.site]):.0%}"
        # Where it is labelled, that says more.
        said = ", ".join(one.fields or map(_short, suggested(one))) or "-"
        mark = "+" if one.id in new else ""
        rows.append((mark, one.id, str(one.pages), share, one.medoid, said))
    return "".join(line + "\n" for line in _lines(rows))


def places_table(template: Template) -> str:
    """A table of the places to label on the pages of a template."""
    rows = [("pages", "", "place", "example")]
    for one in data_places(template):
        mark = "*" if one.repeats else ""
        rows.append((f"{one.share:.0%}", mark, _short(one.path), one.example))
    head = f"{template.id}: {counted(template.pages, 'page')} like {template.medoid}\n"
    if template.fields:
        head += f"labelled: {', '.join(template.fields)}\n"
    if len(rows) == 1:
        return head + "it has no text that differs from page to page\n"
    lines = "".join(line + "\n" for line in _lines(rows))
    return head + lines + "(* stands in something that repeats)\n"


def proposals_table(template: Template, labels: Sequence[ProposedLabel], looked: int) -> str:
    """A table of the fields that are proposed for a template, found on some pages of it."""
    head = f"{template.id}: {counted(looked, 'page')} of it looked at\n"
    if template.fields:
        head += f"labelled: {', '.join(template.fields)}\n"
    if not labels:
        return head + "no field is proposed\n"
    rows = [("field", "score", "pages", "place", "example")]
    for one in labels:
        path = " > ".join(one.place.split(" > ")[-MAX_STEPS:])
        rows.append(
            (one.field, f"{one.score:.2f}", f"{one.share:.0%}", _short(path), one.values[0].value)
        )
    return head + "".join(line + "\n" for line in _lines(rows))


def again_table(found: FoundAgain) -> str:
    """A table of the fields of a template that were found again, and how sure each is."""
    head = (
        f"{found.template}: fields as {found.before} found them on"
        f" {counted(found.pages, 'page')} before\n"
    )
    lost = "".join(f"not found again: {name}\n" for name in found.lost)
    if not found.fields:
        return head + lost
    rows = [("field", "sure", "right on", "type", "example")]
    for one in found.fields:
        right = f"{one.right} of {one.asked}"
        rows.append((one.name, percent(one.sure), right, one.rules.type or "-", one.example))
    return head + "".join(line + "\n" for line in _lines(rows)) + lost


def counted(number: int, what: str) -> str:
    """``1 page``, ``2 pages``; ``1 directory``, ``2 directories``."""
    if number == 1:
        return f"1 {what}"
    return f"{number} {what[:-1]}ies" if what.endswith("y") else f"{number} {what}s"


def _short(path: str) -> str:
    """A path with no more than two class names of an element."""
    return " > ".join(
        ".".join(parts[:3]) + "…" * (len(parts) > 3)
        for parts in (step.split(".") for step in path.split(" > "))
    )


def _lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns; the last two share what room is left."""
    width = shutil.get_terminal_size((100, 24)).columns
    wide = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    room = width - sum(wide[:-2]) - 2 * (len(wide) - 1)
    wide[-2] = max(12, min(wide[-2], max(room // 2, room - wide[-1])))
    wide[-1] = max(12, room - wide[-2])
    return [
        "  ".join(pad(cut(cell, most), most) for cell, most in zip(row, wide, strict=True)).rstrip()
        for row in rows
    ]
