"""Addresses of goods, with their code or without."""

from __future__ import annotations

from random import Random
from typing import Final

from training.page_kinds.addresses import slug_of
from training.page_kinds.site import Site

CODED: Final = (
    "/{noun}/{code}",
    "/{noun}/{code}/{slug}",
    "/{noun}/{slug}/{code}",
    "/{slug}/dp/{code}",
    "/{slug}/{noun}/{code}/",
    "/p/{code}",
    "/{lang}/{a}/{code}.html",
    "/{noun}/{slug}-{code}",
    "/{slug}-{code}.html",
    "/{slug}-{code}.html",
    "/{a}/{slug}-{code}/",
    "/{slug}-p{code}.html",
    "/{slug}-p-{code}.html",
    "/{slug}_{code}",
    "/{slug},{code}.html",
    "/{a}/{code}-{slug}.html",
    "/{noun}.php?id={code}",
    "/{noun}/view?pid={code}",
    "/shop/{noun}.aspx?sku={code}&cat={few}",
    "/index.php?route={noun}/{noun}&{noun}_id={code}",
    "/detail?lang={lang}&artnr={code}",
)
UNCODED: Final = (
    "/{slug}",
    "/{slug}/",
    "/{slug}.html",
    "/{noun}/{slug}",
    "/{noun}/{slug}/",
    "/{a}/{b}/{slug}.html",
    "/{lang}/{noun}/{slug}",
    "/c{few}/{slug}",
    "/{noun}/{slug}?ref=home",
    "/collections/{a}/products/{slug}",
)


def goods_address(site: Site, name: str, code: str, number: int) -> tuple[str, str]:
    """The address of goods, and their code as it stands in it, or nothing."""
    draw = Random(f"{site.name} goods address {number}")
    own = site.design.at("goods address")
    shape = own.pick("shape", CODED if own.chance("coded", 0.6) else UNCODED)
    if own.chance("lower", 0.3):
        code = code.lower()
    code = code.replace("/", "-").replace(" ", "-")
    path = shape.format(
        slug=slug_of(draw, name),
        noun=own.pick("noun", site.things.nouns),
        code=code,
        few=draw.randint(2, 99),
        a=draw.choice(("home", "sale", "shop", "new", slug_of(draw, "")[:8])),
        b=slug_of(draw, "")[:6],
        lang=site.language.code,
    )
    scheme = own.pick("scheme", ("https", "https", "https", "http"))
    return f"{scheme}://{site.host}{path}", code if "{code}" in shape else ""
