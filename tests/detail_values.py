"""A detail made by hand, and a finder that reads one of the simplest pages."""

from __future__ import annotations

import re
from typing import Any

from scrapy_treesim import Detail, FieldSource, Page, SiteMemory
from scrapy_treesim.tree import tags


def a_detail(**changed: Any) -> Detail:
    """A kettle with all its fields."""
    values: dict[str, Any] = {
        "xpath": "/html/body",
        "confidence": 0.93456,
        "name": "Copper kettle",
        "price": 45.5,
        "currency": "EUR",
        "old_price": 50.0,
        "availability": "InStock",
        "sku": "K-1",
        "mpn": "1200",
        "gtin": "4006381333931",
        "brand": "Narrows",
        "image": "https://narrows.example/1.jpg",
        "images": ["https://narrows.example/1.jpg", "https://narrows.example/2.jpg"],
        "rating": 4.5,
        "reviews": 12,
        "description": "It boils water.\nIt is made of copper.",
        "breadcrumbs": ["Goods", "Kitchen"],
        "variants": [{"size": "0.9 l", "price": "45.50"}, {"size": "1.2 l", "price": "55.00"}],
        "attributes": {"Weight": "1.2 kg", "Made in": "Narrows"},
        "declared_type": "Product",
        "sources": {
            "name": FieldSource("shown", 0.98765, "/html/body//h1", "Copper kettle"),
            "price": FieldSource(
                "json-ld",
                0.9,
                "/html/head/script",
                "45.50",
                (("50.00", 0.08, "shown"), ("1.20", 0.01, "script")),
            ),
            "brand": FieldSource("label", 0.8),
        },
    }
    return Detail(**{**values, **changed})


_PRICE = re.compile(r"\d{1,6}\.\d\d")


def from_heading(page: Page, memory: SiteMemory | None = None) -> Detail | None:
    """What the first ``h1`` names, at the first price of the page's text; None without one."""
    headings = page.of_tag(tags.NUMBER["h1"])
    if not headings:
        return None
    name = page.text(headings[0])
    price = _PRICE.search(page.text())
    return Detail(
        xpath="/html",
        confidence=0.9,
        name=name,
        price=float(price[0]) if price else None,
        sources={"name": FieldSource("shown", 0.9, page.xpath(headings[0]), name)},
    )
