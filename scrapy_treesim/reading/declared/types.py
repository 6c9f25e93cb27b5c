"""Types of schema.org and Open Graph: of pages and of their main things."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scrapy_treesim.reading.declared.thing import lower_types

PAGE_TYPES: Final = {
    name: kind
    for kind, names in (
        (
            "article",
            "article newsarticle blogposting socialmediaposting liveblogposting report recipe "
            "howto scholarlyarticle medicalscholarlyarticle opinionnewsarticle satiricalarticle "
            "analysisnewsarticle backgroundnewsarticle reportagenewsarticle reviewnewsarticle "
            "askpublicnewsarticle advertisercontentarticle",
        ),
        ("product", "product productgroup productmodel individualproduct vehicle car"),
        ("documentation", "techarticle apireference"),
        ("forum", "discussionforumposting question qapage"),
        ("service", "service"),
        ("listing", "collectionpage searchresultspage itemlist offercatalog blog"),
    )
    for name in names.split()
}
"""Kind of page by the schema.org type of its main thing."""

RANKS: Final = (
    ("article", "product", "documentation", "forum"),
    ("service",),
    ("listing",),
    ("",),
)
"""Kinds of pages in the order of preference, equal ones together."""

OG_TYPES: Final = {
    "article": "article",
    "blog": "listing",
    "product": "product",
    "product.item": "product",
    "og.product": "product",
    "product.group": "product",
}
"""Kind of page by its ``og:type``."""

UNDATED: Final = frozenset(("product", "listing", "service"))
"""Kinds of pages without a visible date of their own: the dates on them are of other things."""


@lru_cache(maxsize=1024)
def page_type_of(types: tuple[str, ...]) -> str | None:
    """Return the kind of page for a thing of these types; "" for a page as such, None for a
    thing without one."""
    lowered = lower_types(types)
    kind = next((PAGE_TYPES[name] for name in lowered if name in PAGE_TYPES), None)
    return "" if kind is None and any(name.endswith("page") for name in lowered) else kind


PARTS: Final = frozenset(
    "website webpage breadcrumblist listitem itemlist offercatalog imageobject imagegallery "
    "videoobject audioobject mediaobject offer aggregateoffer aggregaterating rating review "
    "userreview criticreview employerreview brand postaladdress contactpoint geocoordinates "
    "quantitativevalue propertyvalue pricespecification unitpricespecification monetaryamount "
    "openinghoursspecification sitenavigationelement wpheader wpfooter wpsidebar comment question "
    "answer faqpage searchaction entrypoint country language speakablespecification "
    "offershippingdetails merchantreturnpolicy definedregion shippingdeliverytime "
    "interactioncounter nutritioninformation howtostep howtosection virtuallocation thing "
    "searchresultspage collectionpage profilepage qapage itempage aboutpage contactpage "
    "checkoutpage certification peopleaudience sizespecification enumeration intangible "
    "blog datafeed category administrativearea city state offeritemcondition url "
    "itemavailability text date number duration".split()
)
"""Types in lower case of parts of other things, of pages and of things on every page."""

ENDINGS_OF_PARTS: Final = ("action", "specification", "page", "element", "policy")
"""Endings of further types that are parts."""

PRODUCTS: Final = frozenset(
    "product productgroup productmodel individualproduct someproducts vehicle car motorcycle "
    "offering productcollection".split()
)
"""Types of products, in lower case."""

SITES: Final = frozenset(
    "organization corporation onlinestore onlinebusiness store localbusiness person "
    "newsmediaorganization article newsarticle blogposting socialmediaposting webapplication place "
    "group educationalorganization professionalservice".split()
)
"""Types of things beside the main one: owners and authors of pages, and their works."""


@lru_cache(maxsize=1024)
def is_thing(types: tuple[str, ...]) -> bool:
    """Tell whether a thing of these types may be the main one of a page."""
    return any(
        name not in PARTS and not name.endswith(ENDINGS_OF_PARTS) for name in lower_types(types)
    )


def is_of_sites(types: tuple[str, ...]) -> bool:
    """Tell whether all of these types are of things beside the main one."""
    return SITES.issuperset(lower_types(types))
