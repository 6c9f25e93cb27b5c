"""Lists of data on a page: the main one and, on some sites, further ones.

In ``subjects.txt`` a line is what the records of a list are: their fields, each with the tenths of
the records that have it (``date.5`` is a date that half of them have).
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from training.pages import shapes
from training.pages.design import Design
from training.pages.shapes import Field, Region, Shape
from training.pages.words import Page

SEARCH_COUNTS = (5, 8, 10, 10, 10, 10, 10, 10, 15, 20, 20, 20, 25, 30, 50)
HEAVY_COUNTS = (3, 6, 8, 10, 12, 15, 20, 20, 24, 24, 24, 30, 36, 40, 48, 48, 60, 96)
COUNTS = (2, 3, 4, 5, 6, 8, 8, 10, 10, 10, 10, 12, 15, 20, 20, 20, 24, 25, 30, 40, 50, 100)
INNER_LISTS = "sitelinks.5 thumbs.8 specs bullets.9 stars swatches.8 lines.8 tags.8 pairs".split()
"""Fields that are lists inside the record, which other records may lack."""


def _subjects() -> dict[str, list[str]]:
    out: dict[str, list[str]] = defaultdict(list)
    for line in Path(__file__).with_name("subjects.txt").read_text("utf-8").splitlines():
        name, _, fields = line.partition(" = ")
        out[name].append(fields)
    return out


SUBJECTS = _subjects()


def _fields_of(text: str) -> list[Field]:
    out: list[Field] = []
    for word in text.split():
        name, _, tenths = word.partition(".")
        out.append(Field(name, name.rstrip("0123456789"), int(tenths) / 10 if tenths else 1.0))
    return out


def _fields(design: Design, subject: str) -> list[Field]:
    """The fields of a site's records: one of the lines, a field less or more, in some order."""
    fields = _fields_of(design.pick("subject", SUBJECTS[subject]))
    if subject not in ("data", "search"):
        return fields
    if len(fields) > 3 and design.chance("one less", 0.4):
        fields.remove(design.pick("less", [field for field in fields if field.kind != "title"]))
    further: list[str] = []
    if design.chance("one more", 0.3):
        further.append(design.pick("more", "date.6 place count.7 badge.4 links button".split()))
    if design.heavy and design.chance("actions", 0.5):
        further.append("actions")
    if design.chance("inner lists", 0.3 if subject == "data" else 0.1):
        count = 2 if design.chance("two inner lists", 0.3) else 1
        further.extend(design.some("inner lists", INNER_LISTS, count))
    known = {field.name for field in fields}
    fields.extend(field for field in _fields_of(" ".join(further)) if field.name not in known)
    moved = {n: n + 2.2 * design.fraction(f"place of {one.name}") for n, one in enumerate(fields)}
    return [fields[number] for number in sorted(moved, key=moved.__getitem__)]


def searching(design: Design) -> bool:
    """Whether the site's main list is what a search found."""
    return design.chance("search", 0.45 if design.old else 0.2)


def shape_of(design: Design) -> Shape:
    """The shape of the main list's records."""
    known = shapes.OLD_SHAPES if design.old else shapes.NEW_SHAPES
    if searching(design):
        known = shapes.OLD_SEARCH_SHAPES if design.old else shapes.NEW_SEARCH_SHAPES
    return design.at("main").pick("shape", known)


def _subject(design: Design) -> str:
    """What the main list is of: data, what was found, figures in rows, or headlines."""
    shape = shape_of(design)
    if searching(design):
        return "search"
    if shape in (shapes.figure_table, shapes.figure_tables):
        return "figures"
    if shape is shapes.rows and design.chance("figures", 0.5):
        return "figures"
    simple = shape in (shapes.one_subtree, shapes.columns_of_cards)
    return "headlines" if simple and design.chance("headlines", 0.22) else "data"


def main_region(page: Page) -> Region:
    """The main list: the site's number of records, fewer on a last page."""
    site, design, draw = page.design, page.design.at("main"), page.writer.draw
    known = SEARCH_COUNTS if searching(site) else HEAVY_COUNTS if site.heavy else COUNTS
    count = design.pick("count", known)
    if design.chance("count varies", 0.3):
        count = draw.randint(max(2, count // 3), count + 3)
    elif draw.random() < 0.12:
        count = draw.randint(2, max(2, count))
    shape = shape_of(site)
    if shape in (shapes.several_rows, shapes.in_sections):
        count = min(count, 40)
    return shape(page.at("main"), _fields(design, _subject(site)), count)


def further_region(page: Page, number: int) -> Region:
    """A list of other data beside the main one: featured, also bought, what others say."""
    shared = page.design.chance("further alike", 0.4)
    own = page.at("further" if shared else f"further {number}")
    page.writer.ranked = 0
    most = 6 if own.design.chance("few", 0.4) else 14
    count = max(3, own.design.number("count", 3, most) - (page.writer.draw.random() < 0.2))
    if _subject(page.design) == "figures" and own.design.chance("figures again", 0.7):
        return shapes.figure_table(own, _fields(own.design, "figures"), count)
    fields = _fields(own.design, "further")
    return own.design.pick("shape", shapes.FURTHER_SHAPES)(own, fields, count)


def further_count(design: Design) -> int:
    """The number of further regions of a site's pages: none on most, many on a portal."""
    if _subject(design) == "figures":
        return design.pick("further", (0, 0, 0, 1, 2, 4))
    few, many = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4)
    return design.pick("further", few if design.old else many)
