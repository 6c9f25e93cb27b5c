"""Data sets of generated pages about one thing each; most are goods in a shop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urljoin

from training import data_set
from training.comment_pages.comment import Talk
from training.detail_pages.marks import written
from training.detail_pages.shops.page import goods_page
from training.detail_pages.truth import truth_of
from training.page_kinds.page import about_thing
from training.page_kinds.site import SHARES, Site, new_site

SELLING: Final = 0.74
"""The share of sites that are shops; a few of the others sell, too."""
PAGES_A_SITE: Final = (1, 3)
"""The least and the most pages of a site."""


def _site(name: str) -> Site:
    draw = Random(f"{name} selling")
    if draw.random() < SELLING:
        return new_site(name, "shop")
    return new_site(name, draw.choice([trade for trade in SHARES if trade != "shop"]))


def _of_thing(site: Site, number: int) -> tuple[dict[str, Any], str]:
    """What is true of a page about a thing that is not in a shop, and its HTML."""
    writer = site.speaker(f"page {number}")
    talk = Talk(site.design, writer, writer.title())
    draft = about_thing(site, talk, number, addressed=True)
    assert draft.thing is not None
    html, places = written(draft.root, site.hand)
    told = truth_of(draft.thing, places)
    fields = told["fields"]
    if "votes" in fields:
        fields["reviews"] = fields.pop("votes")
    if "image" in fields:
        fields["image"] = [
            form for image in fields["image"] for form in (image, urljoin(draft.address, image))
        ]
    return {"url": draft.address, "title": draft.title, "sold": False, **told}, html


def _of_goods(site: Site, number: int) -> tuple[dict[str, Any], str]:
    """What is true of a page of a shop, and its HTML."""
    page = goods_page(site, number)
    told = {
        "url": page.address,
        "title": page.title,
        "sold": True,
        "thing": site.things.name,
        "fields": page.fields,
        "attributes": page.attributes,
        "places": page.places,
    }
    return told, page.html


def true_page(site: Site, number: int) -> data_set.TruePage:
    """Make a page of a site, with its truth."""
    told, html = (_of_goods if site.things.sold else _of_thing)(site, number)
    known = {
        "id": f"{site.name}-{number}",
        "url": told.pop("url"),
        "site": site.name,
        "host": site.host,
        "kind": "detail",
        "lang": site.language.code,
        "trade": site.trade,
    }
    return {**known, **told}, html


def generated(pages: int, seed: int) -> Iterator[data_set.TruePage]:
    """Yield pages of as many sites as they make; the same for the same seed."""
    made = number = 0
    while made < pages:
        name = f"d{seed}x{number:04}"
        number += 1
        site = _site(name)
        for place in range(min(Random(f"{name} pages").randint(*PAGES_A_SITE), pages - made)):
            made += 1
            yield true_page(site, place)


def write_set(folder: Path, pages: int, seed: int) -> None:
    """Write ``pages`` pages of as many sites as they make."""
    data_set.write_set(folder, generated(pages, seed))
