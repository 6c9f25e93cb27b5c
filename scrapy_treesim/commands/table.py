"""Items and templates in print: JSON lines for programs, tables for people."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final
from unicodedata import category, east_asian_width

from scrapy_treesim.findings.extraction import findings_of
from scrapy_treesim.findings.kinds import FindingOptions
from scrapy_treesim.items import (
    ALWAYS,
    ArticleItem,
    CommentItem,
    DetailItem,
    Finding,
    Item,
    RecordItem,
    TemplateItem,
)
from scrapy_treesim.kind.page_kind import MAX_REASONS, PageKind, page_kind
from scrapy_treesim.kind.roles import MAIN, SECONDARY
from scrapy_treesim.page import Page, Source
from scrapy_treesim.wording import counted, percent

if TYPE_CHECKING:
    from scrapy_treesim.templates.labels.proposed import ProposedLabel
    from scrapy_treesim.templates.labels.recovery import RecoveredTemplate
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters to drop: they move the cursor or turn the direction of displayed text."""
MAX_LINES: Final = 12
"""Largest number of lines of an article's text, and of further facts of a detail."""
MAX_CELL: Final = 36
"""Largest number of terminal columns of a record's field."""
FIRST: Final = ("title", "price", "date", "author", "rating")
"""Fields shown before any other if there is no room for all."""
MAX_STEPS: Final = 2
"""Largest number of elements of a proposal's path."""
MAX_DEPTH: Final = 8
"""Deepest indented level of a thread; deeper ones are indented as much."""


def as_json_line(items: Sequence[Finding]) -> str:
    """Return one line of JSON an item."""
    return "".join(json.dumps(dict(item), ensure_ascii=False) + "\n" for item in items)


def show(source: Page | Source, *, emit: str = "main") -> None:
    """Print the findings of a page, as ``scrapy treesim extract`` does: for ``scrapy shell``.

    With ``emit="all"`` the secondary findings of the page, too.

    >>> text = "The ferry is back, after a winter in the yard and a spring of waiting for parts."
    >>> show("<h1>The ferry returns</h1>" + 6 * f"<p>{text}</p>")  # doctest: +ELLIPSIS
    (no url)
    PAGE  article ...
    ARTICLE  The ferry returns ...
    """
    page = Page.of(source)
    items = [*chain.from_iterable(findings_of(page, FindingOptions(emit=emit)).values())]
    print(as_table(items, page_kind(page), url=page.url or "(no url)"), end="")


def as_table(
    items: Sequence[Finding], kind: PageKind | None = None, left_out: str = "", url: str = ""
) -> str:
    """Lay out the items of one page, main ones first, cut to the terminal's width; skip rows.

    ``kind`` is the page kind, ``left_out`` names further findings in words; ``url`` is the page's
    address, or else that of the first item.
    """
    width = shutil.get_terminal_size((100, 24)).columns
    shown = [item for item in items if isinstance(item, Item)]
    lines = [url or shown[0].url]
    if kind is not None:
        lines += _page_lines(kind)
    for role in (MAIN, SECONDARY):
        lines += _blocks([item for item in shown if item.role == role], width)
    if left_out:
        lines += ["", f"SECONDARY  --all shows {left_out} as well"]
    return "".join(cut(line, width) + "\n" for line in lines) + "\n"


def _page_lines(kind: PageKind) -> Iterator[str]:
    """Yield the kind of the page, and the strongest reasons for and against it."""
    yield f"PAGE  {kind.kind}  ({kind.confidence:.2f})"
    counting = kind.effects[:MAX_REASONS]
    for side, is_for in (("for", True), ("against", False)):
        if phrases := [effect.phrase for effect in counting if (effect.change > 0) == is_for]:
            yield f"  {side} it: {'; '.join(phrases)}"


def _blocks(items: Sequence[Item], width: int) -> Iterator[str]:
    """Yield the lines of items of one role, kind by kind."""
    for item in items:
        if isinstance(item, ArticleItem):
            yield from _article_lines(item)
        elif isinstance(item, DetailItem):
            yield from _detail_lines(item, width)
    yield from _record_lines([item for item in items if isinstance(item, RecordItem)], width)
    yield from _comment_lines([item for item in items if isinstance(item, CommentItem)], width)
    for item in items:
        if isinstance(item, TemplateItem):
            yield from _heading("TEMPLATE", item, item.template)
            texts = [[name, _shown(value)] for name, value in item.fields.items()]
            yield from _columns(texts, width) if texts else []


def _heading(name: str, item: Item, title: object) -> tuple[str, str]:
    """Return the title of an item: its kind, its role unless main, its name and confidence."""
    role = "" if item.role == MAIN else f" ({item.role})"
    return "", f"{name}{role}  {title}  ({item.confidence:.2f})"


def _article_lines(item: ArticleItem) -> Iterator[str]:
    yield from _heading("ARTICLE", item, item.get("headline") or item.get("title") or "")
    text = (item.get("text") or "").splitlines()
    yield from (f"  {line}" for line in text[:MAX_LINES])
    if len(text) > MAX_LINES:
        yield f"  … {len(text) - MAX_LINES} lines more"


def _detail_lines(item: DetailItem, width: int) -> Iterator[str]:
    """Yield the fields, with the source and confidence of each read by itself; then the facts."""
    yield from _heading("DETAIL", item, item.get("name") or "")
    why = {
        name: f"{reason['source']} {reason['confidence']:.2f}"
        for name, reason in (item.get("explain") or {}).items()
    }
    left_out = (*ALWAYS, "attributes", "explain", "declared", "declared_type")
    rows = [
        [name, _shown(value), why.get(name, "")]
        for name, value in item.items()
        if name not in left_out and value not in (None, [], "")
    ]
    yield from _columns(rows, width) if rows else []
    facts = [[label, value] for label, value in (item.get("attributes") or {}).items()]
    if facts:
        yield from ("", f"  {counted(len(facts), 'further fact')}")
        yield from _columns(facts[:MAX_LINES], width)
    if len(facts) > MAX_LINES:
        yield f"  … {len(facts) - MAX_LINES} facts more"


def _shown(value: Any) -> str:
    """Return a field's value as text; of a dict its values."""
    if isinstance(value, dict):
        return ", ".join(map(str, value.values()))
    return " | ".join(map(_shown, value)) if isinstance(value, list) else str(value)


def _record_lines(records: Sequence[RecordItem], width: int) -> Iterator[str]:
    for region in sorted({record.get("region", 0) for record in records}):
        rows = [record for record in records if record.get("region", 0) == region]
        yield from _heading("RECORDS", rows[0], f"region {region}: {len(rows)}")
        plain = [
            [str(row.get("position", "")), row.get("text") or "", row.get("link") or ""]
            for row in rows
        ]
        yield from _columns(_fields(rows, width) or plain, width)


def _comment_lines(comments: Sequence[CommentItem], width: int) -> Iterator[str]:
    if comments:
        yield from _heading("COMMENTS", comments[0], len(comments))
        rows = [
            [
                row.get(name) or ""
                for name in ("author", "date" if row.get("date") else "time", "text")
            ]
            for row in comments
        ]
        indents = [2 * min(row.get("depth") or 0, MAX_DEPTH) for row in comments]
        yield from _columns(rows, width, indents)


def _fields(rows: Sequence[RecordItem], width: int) -> list[tuple[str, ...]]:
    """Return a region's columns under their names, as rows, as many as the terminal has room for.

    The usual ones come to be shown first, then the fullest; addresses are left out. Empty where
    there are no others.
    """
    # The record with the most columns gives their order.
    fullest = sorted((row.get("fields") or {} for row in rows), key=len, reverse=True)
    cells = {
        name: [" ".join(_shown((row.get("fields") or {}).get(name, "")).split()) for row in rows]
        for name in dict.fromkeys(chain.from_iterable(fullest))
    }
    shown = [
        name for name, texts in cells.items() if not all("://" in text for text in texts if text)
    ]
    widest = min(MAX_CELL, (width - 2) // 2)
    room = width - len(str(len(rows))) - 2
    chosen: set[str] = set()
    for name in sorted(shown, key=lambda name: (name not in FIRST, cells[name].count(""))):
        cell_width = min(max(map(columns, (name, *cells[name]))), widest) + 2
        if cell_width <= room:
            room -= cell_width
            chosen.add(name)
    selected = [
        [cut(text, widest) for text in (name, *cells[name])] for name in shown if name in chosen
    ]
    positions = ["", *(str(row.get("position", "")) for row in rows)]
    return [*zip(positions, *selected, strict=True)] if selected else []


def _columns(rows: Sequence[Sequence[str]], width: int, indents: Sequence[int] = ()) -> list[str]:
    """Return rows as lines; a column is as wide as its widest cell, or as a share of the line.

    ``indents`` has the spaces before each row's first cell.
    """
    cells = [[" ".join(cell.split()) for cell in row] for row in rows]
    for row, indent in zip(cells, indents, strict=False):
        row[0] = " " * indent + row[0]
    share = (width - 2) // 2
    widths = [min(max(map(columns, column)), share) for column in zip(*cells, strict=True)]
    return [f"  {_line(row, widths)}" for row in cells]


def _table(rows: Sequence[Sequence[str]], *, whole: bool = False) -> str:
    """Lay rows out in columns; the last two share the room left, or the last is whole."""
    width = shutil.get_terminal_size((100, 24)).columns
    wide = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    room = width - sum(wide[:-2]) - 2 * (len(wide) - 1)
    wide[-2] = max(12, min(wide[-2], max(room // 2, room - wide[-1])))
    if not whole:
        wide[-1] = max(12, room - wide[-2])
    return "".join(f"{_line(row, wide)}\n" for row in rows)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    """Join cells side by side, each cut or padded to a width."""
    cells = (pad(cut(cell, width), width) for cell, width in zip(row, widths, strict=True))
    return "  ".join(cells).rstrip()


def columns(text: str) -> int:
    """Return the width in terminal columns: 2 for a wide character, 0 for a combining one."""
    return sum(
        0 if category(c) in ("Mn", "Me", "Cf") else 2 if east_asian_width(c) in "WF" else 1
        for c in text
    )


def cut(text: str, width: int) -> str:
    """Cut the text to ``width`` terminal columns, with … at the end; drop controls."""
    text = _CONTROLS.sub("", text)
    if columns(text) <= width:
        return text
    characters: list[str] = []
    room = width - 1
    for c in text:
        room -= columns(c)
        if room < 0:
            break
        characters.append(c)
    return "".join(characters) + "…"


def pad(text: str, width: int) -> str:
    """Pad the text with spaces to ``width`` columns."""
    return text + " " * (width - columns(text))


def templates_table(templates: Templates, new: Collection[str] = ()) -> str:
    """Return one line a template, with the whole address of its medoid; new ones are marked."""
    of_site = Counter[str]()
    for template in templates:
        of_site[template.site] += template.pages
    rows = [("", "template", "pages", "share", "fields", "medoid")]
    for template in templates:
        share = f"{template.pages / max(1, of_site[template.site]):.0%}"
        mark = "+" if template.id in new else ""
        rows.append((
            mark, template.id, str(template.pages), share, ", ".join(template.fields) or "-",
            template.medoid,
        ))  # fmt: skip
    return _table(rows, whole=True)


def proposals_table(template: Template, labels: Sequence[ProposedLabel], looked: int) -> str:
    """Return a table of the fields proposed for a template, found on a sample of its pages."""
    labelled = f"labelled: {', '.join(template.fields)}\n" if template.fields else ""
    head = f"{template.id}: {counted(looked, 'page')} of it looked at\n{labelled}"
    if not labels:
        return head + "no field is proposed\n"
    rows = [("field", "score", "pages", "place", "example")]
    for proposal in labels:
        path = " > ".join(proposal.place.split(" > ")[-MAX_STEPS:])
        rows.append((
            proposal.field, f"{proposal.score:.2f}", f"{proposal.share:.0%}", _short(path),
            proposal.values[0].value,
        ))  # fmt: skip
    return head + _table(rows)


def recovered_table(recovered: RecoveredTemplate) -> str:
    """Return a table of a template's recovered fields, with their probabilities."""
    head = (
        f"{recovered.template}: fields as {recovered.before} found them on"
        f" {counted(recovered.pages, 'page')} before\n"
    )
    lost = "".join(f"not found again: {name}\n" for name in recovered.lost)
    if not recovered.fields:
        return head + lost
    rows = [("field", "sure", "right on", "type", "example")]
    for field in recovered.fields:
        right = f"{field.right} of {field.asked}"
        rows.append(
            (field.name, percent(field.sure), right, field.rules.type or "-", field.example)
        )
    return head + _table(rows) + lost


def _short(path: str) -> str:
    """Return a path with two class names of an element at most."""
    return " > ".join(
        ".".join(parts[:3]) + "…" * (len(parts) > 3)
        for parts in (step.split(".") for step in path.split(" > "))
    )
