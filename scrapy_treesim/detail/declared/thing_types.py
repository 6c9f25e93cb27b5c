"""Types of schema.org: those that no page is about, and those that one is likely about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from scrapy_treesim.reading.declared.marked_things import NODE
from scrapy_treesim.reading.declared.thing import Thing, lower_types

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


_WAYS: Final = frozenset(("", "@graph", "mainEntity", "mainEntityOfPage", "about", "itemOffered"))
"""Properties that lead to what the page is about, not to what is said of it."""
_OF_GROUPS: Final = frozenset(("hasVariant", "isVariantOf", "model"))
_NAMING: Final = frozenset(("@id", "@type", "@context", NODE))


def things_in(things: Sequence[Thing]) -> Iterator[tuple[Thing, bool]]:
    """Those of one syntax that a page may be about, each with whether it is said of another one:
    related to it, an entry of a list, reviewed ...

    Variants are not among them: they are read with their group.
    """
    nested: list[bool] = []
    grouped: list[bool] = []
    for thing in things:
        is_nested = is_grouped = False
        if thing.above is not None:
            above = things[thing.above].types
            is_nested = nested[thing.above] or (
                bool(above) if thing.of not in _WAYS else not thing.of and is_thing(above)
            )
            is_grouped = grouped[thing.above] or (bool(above) and thing.of in _OF_GROUPS)
        nested.append(is_nested)
        grouped.append(is_grouped)
        # A mere reference says nothing.
        if not is_grouped and is_thing(thing.types) and thing.properties.keys() - _NAMING:
            yield thing, is_nested
