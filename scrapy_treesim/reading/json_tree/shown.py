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
_PROPERTIES: Final = {
    "headline": "title", "name": "title", "datePublished": "date", "description": "description",
    "image": "image", "author": "author", "sku": "sku", "mpn": "mpn", "gtin": "gtin",
    "brand": "brand", "price": "price", "priceCurrency": "currency", "ratingValue": "rating",
    "availability": "availability", "reviewCount": "reviews",
}  # fmt: skip
"""Fields by the property of schema.org."""


def page_of(page: Page, thing: JsonThing) -> Page:
    """Make the page of an object: its title, its text, and all that it declares as JSON-LD."""
    title = escape(thing.values["title"])
    declared = json.dumps(_declared(thing)).replace("<", "\\u003c")
    body = html_of_text(thing.leaves.get(thing.paths.get("body", ()), ""))
    return Page(
        f"<html><head><title>{title}</title><script type='application/ld+json'>{declared}</script>"
        f"</head><body><article><h1>{title}</h1>{body}</article>",
        page.url,
        page.moment,
    )


def html_of_text(text: str) -> str:
    """Return a text as HTML: a paragraph a line, unless it is HTML already."""
    if _TAG.search(text):
        return text
    lines = filter(None, map(str.strip, text.splitlines()))
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in lines)


def _declared(thing: JsonThing) -> dict[str, Any]:
    """Return the object as a thing of schema.org."""
    values, used = thing.values, {*thing.paths.values()}
    declared: dict[str, Any] = {
        name: cell_of(values[field]) for name, field in _PROPERTIES.items() if field in values
    }
    if thing.is_article:
        return {"@type": "Article", **declared}
    offers = {name: declared.pop(name, None) for name in ("price", "availability")}
    price = values.get("price")
    offers["priceCurrency"] = (price and price.currency) or declared.pop("priceCurrency", None)
    rating = {name: declared.pop(name, None) for name in ("ratingValue", "reviewCount")}
    facts = [
        {"@type": "PropertyValue", "name": path[0], "value": value}
        for path, value in thing.leaves.items()
        if len(path) == 1 and path not in used
    ]
    further = {"aggregateRating": rating, "additionalProperty": facts[:MAX_FACTS]}
    return {"@type": "Product", **declared, "offers": offers, **further}
