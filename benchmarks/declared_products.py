"""Products that pages declare, as truth for what is read of the same pages without declarations.

Read by extruct, with nothing of this package: JSON-LD and microdata of schema.org, and OpenGraph of
pages that say to be a product's.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from html import unescape
from typing import Any, Final

import extruct
from lxml import etree

from benchmarks.adapters import NOT_SOLD
from benchmarks.figures import parsed

PRODUCTS: Final = frozenset(
    "Product IndividualProduct ProductModel ProductGroup Vehicle Car Book".split()
)
"""Types that count as a product where they have an offer."""
NO_PRODUCTS: Final = frozenset(
    "Recipe Event JobPosting Course Person Place LocalBusiness Restaurant Organization Movie "
    "SportsTeam CollegeOrUniversity MusicEvent Hospital Physician TouristAttraction".split()
)
"""Types of things that have no price, where they declare no offer either."""

_ORGANIZATIONS: Final = frozenset("Organization LocalBusiness Person Place".split())
"""Types that pages of anything declare beside their own."""
MAX_DEPTH: Final = 6
_HINT: Final = re.compile(rb"schema\.org|og:type|product:price", re.IGNORECASE)
_TAG: Final = re.compile(r"</?\w[^<>]*>")
_DECLARED: Final = (
    "//script[contains(@type, 'ld+json')] | //link[@itemprop] | //meta[@property or @itemprop "
    "or starts-with(@name, 'twitter') or starts-with(@name, 'product') "
    "or starts-with(@name, 'og:')]"
)
_ATTRIBUTES: Final = (
    "itemprop itemscope itemtype itemref itemid property typeof vocab resource about".split()
)

Fields = dict[str, list[Any]]


def declared(html: bytes, url: str) -> list[dict[str, Any]]:
    """All things that a page declares, those inside lists and graphs too, each as plain values."""
    if not _HINT.search(html):
        return []
    logging.getLogger("extruct").setLevel(logging.CRITICAL)
    try:
        found = extruct.extract(
            html,
            base_url=url or "http://page.example/",
            syntaxes=["json-ld", "microdata", "opengraph"],
            uniform=True,
            errors="ignore",
        )
    except Exception:
        return []  # No truth is known of a page that it cannot read.
    return [
        {**one, "@source": source} for source, things in found.items() for one in _things(things)
    ]


def _things(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        for one in value:
            yield from _things(one, depth + 1)
    elif isinstance(value, dict):
        if "@type" in value:
            yield value
        for inner in ("@graph", "mainEntity", "mainEntityOfPage"):
            yield from _things(value.get(inner), depth + 1)


def types_of(thing: dict[str, Any]) -> set[str]:
    """The local names of a thing's types."""
    types = thing.get("@type")
    said = types if isinstance(types, list) else [types]
    return {re.split("[/#:]", one)[-1] for one in said if isinstance(one, str)}


def product_of(html: bytes, url: str) -> Fields | None:
    """The fields of the one product that a page declares, each with all its true values.

    None where it declares none with a name and an offer, or several.
    """
    things = declared(html, url)
    merged: Fields = {}
    for source in ("json-ld", "microdata"):
        products = [
            one
            for one in things
            if one["@source"] == source
            and types_of(one) & PRODUCTS
            and one.get("name")
            and (one.get("offers") or one.get("hasVariant"))
        ]
        if len({str(one["name"]).strip() for one in products}) > 1:
            return None
        for one in products[:1]:
            for name, values in _fields(one).items():
                merged[name] = merged.get(name) or values
    if not merged:
        graph = next((one for one in things if one["@source"] == "opengraph"), {})
        if "product" in " ".join(types_of(graph)).casefold() and graph.get("product:price:amount"):
            merged = {
                "name": texts(graph.get("og:title")),
                "price": amounts(graph.get("product:price:amount")),
                "currency": texts(graph.get("product:price:currency")),
                "image": texts(graph.get("og:image")),
                "brand": texts(graph.get("product:brand")),
                "availability": texts(graph.get("product:availability")),
            }
    return merged if merged.get("name") else None


def item(html: bytes, url: str) -> dict[str, Any]:
    """The fields of the product that a page declares, by extruct alone: a peer of our own.

    Returns what :func:`benchmarks.adapters.item` does.
    """
    found: dict[str, Any] = {
        field: values[0] for field, values in (product_of(html, url) or {}).items() if values
    }
    if "availability" in found:
        is_out = str(found["availability"]).rpartition("/")[2] in NOT_SOLD
        found["availability"] = "OutOfStock" if is_out else "InStock"
    return found


def is_no_product(html: bytes, url: str) -> bool:
    """Say whether a page declares a thing that has no price, and nothing that has one."""
    things = declared(html, url)
    types = set[str]().union(*map(types_of, things)) if things else set()
    told = re.search(rb'"offers"|"price|itemprop=["\']?(?:offers|price)|product:price', html)
    return told is None and not types & PRODUCTS and bool(types & (NO_PRODUCTS - _ORGANIZATIONS))


def _fields(thing: dict[str, Any]) -> Fields:
    offers = _offers([thing.get("offers"), thing.get("hasVariant")])
    rated = _first(thing.get("aggregateRating"))
    brand = thing.get("brand")
    codes = ("gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "productID")
    return {
        "name": texts(thing.get("name")),
        "price": [
            amount
            for offer in offers
            for amount in amounts(
                offer.get("price"),
                offer.get("lowPrice"),
                *(one.get("price") for one in dicts(offer.get("priceSpecification"))),
            )
        ],
        "currency": [
            code.upper()
            for offer in offers
            for code in texts(
                offer.get("priceCurrency"),
                *(one.get("priceCurrency") for one in dicts(offer.get("priceSpecification"))),
            )
        ],
        "availability": [one for offer in offers for one in texts(offer.get("availability"))],
        "sku": texts(thing.get("sku"), *(offer.get("sku") for offer in offers)),
        "mpn": texts(thing.get("mpn"), *(offer.get("mpn") for offer in offers)),
        "gtin": [
            digits
            for text in texts(
                *(thing.get(code) for code in codes),
                *(offer.get(code) for offer in offers for code in codes),
            )
            if (digits := re.sub(r"^(?:isbn|ean|upc|gtin\d*)[: ]*|[ -]", "", text.casefold()))
            and re.fullmatch(r"\d{7,14}x?", digits)
        ],
        "brand": texts(brand, *(one.get("name") for one in dicts(brand))),
        "image": texts(
            thing.get("image"),
            *(one.get(key) for one in dicts(thing.get("image")) for key in ("url", "contentUrl")),
        ),
        "rating": amounts(rated.get("ratingValue")),
        "reviews": amounts(rated.get("reviewCount"), rated.get("ratingCount")),
    }  # fmt: skip


def _offers(value: Any, depth: int = 0) -> list[dict[str, Any]]:
    """Offers, those inside variants and aggregates too."""
    found = []
    for one in dicts(value) if depth <= MAX_DEPTH else ():
        found.append(one)
        found += _offers(one.get("offers"), depth + 1)
    return found


def dicts(value: Any, depth: int = 0) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value]
    if isinstance(value, list) and depth <= MAX_DEPTH:
        return [found for one in value for found in dicts(one, depth + 1)]
    return []


def _first(value: Any) -> dict[str, Any]:
    return next(iter(dicts(value)), {})


def texts(*values: Any) -> list[str]:
    found = []
    for value in values:
        for one in value if isinstance(value, list) else [value]:
            told = unescape(str(one)) if isinstance(one, (str, int, float)) else ""
            text = " ".join(_TAG.sub("", told).split())
            if text:
                found.append(text)
    return found


def amounts(*values: Any) -> list[Decimal]:
    found = []
    for text in texts(*values):
        plain = re.sub(r"[^\d.,]", "", text).strip(".,")
        both = "," in plain and "." in plain
        if both and plain.rindex(",") > plain.rindex("."):
            plain = plain.replace(".", "").replace(",", ".")
        elif both or re.fullmatch(r"\d{1,3}(?:,\d{3})+", plain):
            plain = plain.replace(",", "")
        elif re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", plain):
            plain = plain.replace(".", "")
        try:
            amount = Decimal(plain.replace(",", "."))
        except InvalidOperation:
            continue
        if amount:
            found.append(amount)
    return found


def stripped(html: bytes) -> bytes:
    """The page without what it declares to machines."""
    root: Any = parsed(html)
    for one in root.xpath(_DECLARED):
        if one.getparent() is not None:
            one.drop_tree()
    for one in root.iter(etree.Element):
        if "itemprop" in one.attrib or "property" in one.attrib:
            one.attrib.pop("content", None)
        for name in _ATTRIBUTES:
            one.attrib.pop(name, None)
    page: bytes = etree.tostring(root, method="html", encoding="utf-8")
    return page
