"""The lists of data on a page: the main one and, on some sites, further ones."""

from __future__ import annotations

from training.record_pages import figure_tables, table_shapes
from training.record_pages import shapes as plain_shapes
from training.record_pages.design import Design
from training.record_pages.fields import svg
from training.record_pages.markup import plain
from training.record_pages.shapes import Fields, Region, Shape
from training.record_pages.site import Site
from training.record_pages.subjects import FIGURES, pick_fields
from training.record_pages.words import Writer


def carousel(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Records in a row that is pushed to and fro, between two buttons."""
    shapes = (plain_shapes.one_subtree, plain_shapes.in_wrappers)
    inner = plain_shapes.one_of(design.at("slides"), writer, fields, count, shapes)
    track = design.wrapped("track", 3, *inner.content)
    back, onward = (plain("button", svg(design), type="button") for _ in range(2))
    content = [track] if track else inner.content
    return Region([design.element("div", "carousel", back, *content, onward)], inner.records)


FURTHER_SHAPES: tuple[Shape, ...] = (
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.in_wrappers,
    plain_shapes.wrapped_rows,
    table_shapes.rows,
    carousel,
    carousel,
)
FURTHER_DATA = (
    "image title price",
    "image title rating price",
    "image title snippet",
    "title snippet",
    "image title author snippet",
    "date title place",
    "author snippet rating",
    "title number number2",
    "image title date",
    "image title snippet.8 date author.7",
    "image title place price pairs",
    "rating title snippet author date",
    "image badge.4 title price was.4",
    "title price",
    "image title price",
    "image title.8 price rating.4",
    "image title",
)

SEARCH_COUNTS = (5, 8, 10, 10, 10, 10, 10, 10, 15, 20, 20, 20, 25, 30, 50)
HEAVY_COUNTS = (3, 6, 8, 10, 12, 15, 20, 20, 24, 24, 24, 30, 36, 40, 48, 48, 60, 96)
COUNTS = (2, 3, 4, 5, 6, 8, 8, 10, 10, 10, 10, 12, 15, 20, 20, 20, 24, 25, 30, 40, 50, 100)


def _count(design: Design, writer: Writer, site: Site) -> int:
    """How many records the page has: the site's number, fewer on a last page."""
    known = SEARCH_COUNTS if site.searching else HEAVY_COUNTS if design.heavy else COUNTS
    count = design.pick("count", known)
    if design.chance("count varies", 0.3):
        count = writer.draw.randint(max(2, count // 3), count + 3)
    elif writer.draw.random() < 0.12:
        count = writer.draw.randint(2, max(2, count))
    costly = site.shape in (table_shapes.several_rows, plain_shapes.in_sections)
    return min(count, 40) if costly else count


def main_region(site: Site, writer: Writer) -> Region:
    design = site.design.at("main")
    fields = pick_fields(design, site.kinds)
    return site.shape(design, writer, fields, _count(design, writer, site))


def further_region(site: Site, writer: Writer, number: int) -> Region:
    """A list of other data beside the main one: featured, also bought, what others say."""
    shared = site.design.chance("further alike", 0.4)
    design = site.design.at("further" if shared else f"further {number}")
    most = 6 if design.chance("few", 0.4) else 14
    count = max(3, design.number("count", 3, most) - (writer.draw.random() < 0.2))
    if site.kinds is FIGURES and design.chance("figures again", 0.7):
        fields = pick_fields(design, FIGURES)
        return figure_tables.figure_table(design, writer, fields, count)
    fields = pick_fields(design, FURTHER_DATA)
    return design.pick("shape", FURTHER_SHAPES)(design, writer, fields, count)


def further_count(site: Site) -> int:
    """How many further regions a site's pages have: none on most, many on a portal."""
    old, new = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4)
    if site.kinds is FIGURES:
        return site.design.pick("further", (0, 0, 0, 1, 2, 4))
    return site.design.pick("further", old if site.design.old else new)
