"""A page of a site: its regions, the main one first, in the site's frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from training.record_pages.design import Design
from training.record_pages.frames import new_frame, old_frame
from training.record_pages.languages import LANGUAGES
from training.record_pages.markup import Child, Node, plain, widen
from training.record_pages.regions import further_count, further_region, main_region
from training.record_pages.shapes import Region
from training.record_pages.site import Site
from training.record_pages.words import Writer


@dataclass(frozen=True)
class Draft:
    """A page before it is written down: its tree, and its regions, the main one first."""

    root: Node
    regions: list[Region]


def new_page(site: Site, number: int) -> Draft:
    """One page of a site."""
    draw = Random(f"{site.name} page {number}")
    language = site.design.pick("language", LANGUAGES)
    writer = Writer(draw, language, "")
    writer.query = writer.word()
    regions = [main_region(site, writer)]
    for place in range(further_count(site)):
        writer.ranked = 0
        regions.append(further_region(site, writer, place))
    frame: Callable[[Design, Writer, Sequence[Region]], list[Child]] = (
        old_frame if site.design.old else new_frame
    )
    for region_number, region in enumerate(regions):
        for record_number, record in enumerate(region.records):
            for node in record:
                node.record = (region_number, record_number)
    head = plain("head", plain("meta", charset="utf-8"), plain("title", writer.words(2, 6)))
    body = plain("body", *frame(site.design, writer, regions))
    root = plain("html", head, body, lang=language.code)
    widen(root)
    return Draft(root, regions)
