"""An object of JSON as the page that a site would make of it, for the readers of HTML."""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.page import Page
from scrapy_treesim.reading.json_tree.fields import cell_of

if TYPE_CHECKING:
    from scrapy_treesim.reading.json_tree.content import JsonThing

MAX_FACTS: Final = 60
"""Largest number of further properties of a thing."""

_TAG: Final = re.compile(r"<(?:p|div|br|h\d|ul|ol|table|section|article)\b", re.IGNORECASE)
_NAMES: Final = {"title": "headline name", "date": "datePublished", "description": "description",
                 "image": "image", "author": "author", "sku": "sku", "mpn": "mpn",
                 "gtin": "gtin", "brand": "brand"}  # fmt: skip


def page_of(page: Page, thing: JsonThing) -> Page:
    """Make the page of an object: its title, its text, and all that it declares as JSON-LD."""
    title = escape(thing.values["title"])
    body = thing.leaves.get(thing.paths.get("body", ()), "")
    declared = json.dumps(_declared(thing)).replace("<", "\\u003c")
    return Page(
        f"<html><head><title>{title}</title><script type='application/ld+json'>{declared}</script>"
        f"</head><body><article><h1>{title}</h1>{html_of_text(body)}</article>",
        page.url,
        page.moment,
    )


def html_of_text(text: str) -> str:
    """Return a text as HTML: a paragraph a line, unless it is HTML already."""
    if _TAG.search(text):
        return text
    return "".join(
        f"<p>{escape(line, quote=False)}</p>" for line in text.splitlines() if line.strip()
    )


def _declared(thing: JsonThing) -> dict[str, Any]:
    """Return the object as a thing of schema.org."""
    values = {name: cell_of(value) for name, value in thing.values.items()}
    declared = {
        name: values[field] for field, names in _NAMES.items() if field in values
        for name in names.split()
    }  # fmt: skip
    if thing.is_article:
        return {"@type": "Article", **declared}
    offer = {"price": values.get("price"), "availability": values.get("availability")}
    price = thing.values.get("price")
    offer["priceCurrency"] = (price and price.currency) or values.get("currency")
    rating = {"ratingValue": values.get("rating"), "reviewCount": values.get("reviews")}
    used = {*thing.paths.values()}
    facts = [
        {"@type": "PropertyValue", "name": path[0], "value": value}
        for path, value in thing.leaves.items() if len(path) == 1 and path not in used
    ][:MAX_FACTS]  # fmt: skip
    return {
        "@type": "Product", **declared, "offers": {"@type": "Offer", **offer},
        "aggregateRating": rating, "additionalProperty": facts,
    }  # fmt: skip
