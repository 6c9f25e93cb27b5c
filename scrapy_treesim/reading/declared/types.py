"""Types of schema.org and Open Graph: those of pages, and of the things that they are about."""

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
"""The kind of page by the schema.org type of what it is about."""

RANKS: Final = (
    ("article", "product", "documentation", "forum"),
    ("service",),
    ("listing",),
    ("",),
)
"""Types that may be what a page is about, those asked first before the others."""

OG_TYPES: Final = {
    "article": "article",
    "blog": "listing",
    "product": "product",
    "product.item": "product",
    "og.product": "product",
    "product.group": "product",
}
"""The kind of page by its ``og:type``."""

UNDATED: Final = frozenset(("product", "listing", "service"))
"""Pages whose date is not looked for where it stands: the dates on them are of other things."""


@lru_cache(maxsize=1024)
def page_type_of(types: tuple[str, ...]) -> str | None:
    """The kind of page that a thing of these types tells; "" for that of a page as such, None for
    one that no page is about."""
    lowered = lower_types(types)
    kind = next((PAGE_TYPES[one] for one in lowered if one in PAGE_TYPES), None)
    return "" if kind is None and any(one.endswith("page") for one in lowered) else kind


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
"""Names in lower case: parts of other things, pages and what stands around on every page."""

ENDINGS_OF_PARTS: Final = ("action", "specification", "page", "element", "policy")
"""Endings of further types that are parts."""

PRODUCTS: Final = frozenset(
    "product productgroup productmodel individualproduct someproducts vehicle car motorcycle "
    "offering productcollection".split()
)
"""Things that are sold, in lower case."""

SITES: Final = frozenset(
    "organization corporation onlinestore onlinebusiness store localbusiness person "
    "newsmediaorganization article newsarticle blogposting socialmediaposting webapplication place "
    "group educationalorganization professionalservice".split()
)
"""Things that pages name which are about others: their owners and authors, and what they write."""


@lru_cache(maxsize=1024)
def is_thing(types: tuple[str, ...]) -> bool:
    """Tell whether a page may be about what has these types."""
    return any(
        name not in PARTS and not name.endswith(ENDINGS_OF_PARTS) for name in lower_types(types)
    )


def is_of_sites(types: tuple[str, ...]) -> bool:
    """Tell whether all of these are types of what pages name beside their thing."""
    return SITES.issuperset(lower_types(types))
