"""Write generated list pages with known records: ``python -m training.record_pages -o DIR``.

What is true of a page:

- a list of data is a region: a title and data of its own (price, text, rating, figures) for each of
  three records or more; the page's main list is one however plain or short it is, and comes first;
- navigation, facets, pagers, tag clouds, calendars, footers, related searches, latest posts and all
  other lists of links (with a date or a count at most) beside the main list are none;
- nor are advertisements, paid results and separators between records, hidden template rows, and
  the lines at a list's ends (names of columns, how many were found, other orders, a form, pages),
  though they stand beside the records in elements of the same kind;
- nor is what a site says of itself or of its departments: promises, slides, tiles of a picture and
  a name, brands, questions and answers, dialogs, menus with pictures;
- a record that lacks a field, or is fuller than the rest, is a record like the others;
- tables of the same columns below headings are one region, of other columns each a region;
- where records hold records, the outer is the record if it has a title and data of its own (a
  thread with its replies, an order with its lines); if it has only a heading (a department), it is
  a section, the inner ones are the records, and all sections together are one region.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from training.data_set import TruePage, of_sites, write_generated
from training.pages.design import ERAS, Design
from training.pages.frame import ABOVE, BELOW, SHOWCASES, framed, some_parts
from training.pages.markup import Child, Node, Shown, written
from training.pages.parts import described
from training.pages.regions import further_count, further_region, main_region, shape_of
from training.pages.shapes import Region
from training.pages.site import Site, changed, new_site
from training.pages.words import Page


@dataclass(frozen=True)
class Draft:
    """A page before it is written: its tree, and its regions, the main one first."""

    root: Node
    regions: list[Region]


def list_site(name: str) -> Site:
    """A site drawn by its name, of any era alike."""
    site = new_site(name, "list")
    return changed(site, Design(name, path="/list").pick("era", ERAS))


def _middle(page: Page, regions: Sequence[Region]) -> list[Child]:
    """The column with the records: the main list, and further ones below headings."""
    own = page.design
    out = some_parts(page, "above", ABOVE, 0, 4)
    if own.chance("page heading", 0.7):
        out[:0] = described(page.at("page head"), "h1|h1|h2|b{$w1-4}")
    out.extend(own.wrapped("list", 1 if own.old else 7 if own.heavy else 4, *regions[0].content))
    below = some_parts(page, "below", BELOW, 0, 3)
    extra: list[Child] = []
    for number, region in enumerate(regions[1:]):
        part = own.at(f"further {number}")
        tag = part.pick("heading", ("h2", "h3", "div", "h2"))
        head = part.element(tag, "heading", page.writer.words(1, 4))
        extra.append(
            part.element("section", "section", *part.wrapped("in", 2, head, *region.content))
        )
    if own.heavy:
        out = [*some_parts(page, "showcases above", SHOWCASES, 0, 3), *out]
        below.extend(some_parts(page, "showcases below", SHOWCASES, 0, 4))
    first = own.chance("further first", 0.25)
    return [*extra, *out, *below] if first else [*out, *below, *extra]


def new_page(site: Site, number: int) -> Draft:
    """One page of a site."""
    page = site.page(f"page {number}")
    page = replace(page, title=page.writer.words(2, 6))
    regions = [main_region(page)]
    regions.extend(further_region(page, n) for n in range(further_count(page.design)))
    for place, region in enumerate(regions):
        region.mark(place)
    root = framed(site, page, _middle(page, regions), "list", number=number)
    return Draft(root, regions)


def regions_of(found: Sequence[Shown]) -> list[dict[str, Any]]:
    """The regions of a page: of each record its elements' paths and its text."""
    regions: dict[int, dict[int, dict[str, Any]]] = {}
    for one in found:
        region, _, number = one.mark.partition(".")
        records = regions.setdefault(int(region), {})
        record = records.setdefault(int(number), {"xpaths": [], "text": ""})
        record["xpaths"].append(one.xpath)
        record["text"] = f"{record['text']} {one.text}".strip()
    return [
        {"records": [records[number] for number in sorted(records)]}
        for _, records in sorted(regions.items())
    ]


def true_page(site_name: str, number: int) -> TruePage:
    """Make a page of a site, with its truth."""
    site = list_site(site_name)
    html, found = written(new_page(site, number).root, site.hand, "record")
    truth = {
        "id": f"{site.name}-{number}",
        "url": f"http://{site.name}.example/{number}",
        "host": f"{site.name}.example",
        "template": site.name,
        "lang": site.language.code,
        "shape": shape_of(site.design).__name__,
        "era": site.design.era,
        "regions": regions_of(found),
    }
    return truth, html


generated = of_sites(true_page, "s", (5, 5))


if __name__ == "__main__":
    write_generated(__doc__, generated)
