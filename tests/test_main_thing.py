"""The one main thing that a page declares: when it is one, its item, and the forms of its facts."""

from __future__ import annotations

from typing import Any

import pytest
from declaring import json_ld

from scrapy_treesim import Page, PageKind, Ranked, extract, records, roles
from scrapy_treesim.kind.roles import region_roles
from scrapy_treesim.network.weights import PAGE_KINDS

URL = "https://larch.example/x"
NAME = "Larch and Lamp"
TEXT = (
    "<p>Three rooms by the river are full of ropes, of lamps and of nails, and of old friends.</p>"
)
ADDRESS = {
    "@type": "PostalAddress",
    "addressCountry": {"@type": "Country", "name": "GB"},
    "postalCode": "SB1 2AA",
    "addressLocality": "Saltby",
    "streetAddress": "4 Quay Street",
}


def page(*things: dict[str, Any], body: str = TEXT, title: str = NAME) -> Page:
    head = f"<title>{title}</title>{json_ld(*things)}"
    return Page(f"<html><head>{head}</head><body><h1>{title}</h1>{body}</body></html>", url=URL)


def attributes(thing: dict[str, Any], body: str = TEXT) -> dict[str, Any]:
    found = extract(page({"name": NAME, **thing}, body=body))["detail"]
    assert found is not None
    facts: dict[str, Any] = found["attributes"]
    return facts


@pytest.mark.parametrize(
    "kind",
    "Product Event MusicEvent JobPosting HardwareStore Recipe Person Book Movie Course Museum "
    "RealEstateListing TouristTrip".split(),
)
def test_what_a_plain_page_declares_is_main(kind: str) -> None:
    found = extract(page({"@type": kind, "name": NAME}))

    assert (found["detail"]["name"], found["detail"]["role"]) == (NAME, "main")
    assert found["detail"]["declared_type"] == kind
    assert found["detail"]["confidence"] > 0.9
    assert found["records"] == []


RANGE = {"minValue": 30000, "maxValue": 40000, "unitText": "YEAR"}
OWNER = {"@type": "Person", "name": NAME}
PRODUCT = {"@type": "Product", "name": NAME}


@pytest.mark.parametrize(
    "things",
    [
        [],
        [{"@type": "Organization", "name": NAME}],
        [{"@type": "WebSite", "name": NAME}],
        [{"@type": "Store", "name": "Another name"}],
        [{"@type": "NewsArticle", "headline": NAME, "author": OWNER}],
        [{"@type": "BlogPosting", "headline": NAME}, OWNER],
        [{"@type": "NewsArticle", "headline": NAME}, PRODUCT],
        [{"@type": "Article"}, {"@type": "Product", "name": "Another name"}],
        [PRODUCT, {"@type": "Product", "name": "Another name"}],
        [{"@type": "ItemList", "itemListElement": [PRODUCT]}],
        [{"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "name": NAME}]}],
        [{"@type": "Event", "name": "Another name", "url": "/events/another"}],
    ],
)
def test_what_is_no_main_thing_makes_no_item(things: list[dict[str, Any]]) -> None:
    found = page(*things)

    assert not roles(found).detail.is_main
    assert extract(found)["detail"] is None


def test_a_recipe_beside_its_article_is_main_and_so_is_the_article() -> None:
    recipe = {"@type": ["Article", "Recipe"], "name": NAME, "recipeIngredient": ["2 eggs"]}
    found = extract(page({"@type": "Article", "headline": NAME}, recipe, body=9 * TEXT))

    assert found["detail"]["attributes"]["ingredients"] == ["2 eggs"]
    assert found["article"]["text"]


def test_the_start_of_an_event_is_no_date_of_a_text() -> None:
    body = f"<p>Monday, 5 February 2024, 6:30 pm</p>{9 * TEXT}"
    event = {"@type": "Event", "name": NAME, "startDate": "2024-02-05 18:30"}

    assert extract(page(body=body))["article"]["date"] is not None
    found = extract(page(event, body=body))
    assert found["article"]["date"] is None
    assert found["detail"]["attributes"]["startDate"] == "2024-02-05T18:30:00"


def test_a_shown_price_is_none_of_a_place() -> None:
    body = f"{TEXT}<p class=price>Price: 20.00 EUR</p>"

    assert extract(page({"@type": "Product", "name": NAME}, body=body))["detail"]["price"] == 20
    assert extract(page({"@type": "Bakery", "name": NAME}, body=body))["detail"]["price"] is None


def test_the_facts_of_a_place_have_fixed_forms() -> None:
    hours = [
        {
            "dayOfWeek": ["https://schema.org/Monday", "Tuesday"],
            "opens": "10:00:00",
            "closes": "18:00",
        },
        {"dayOfWeek": "Sa-Su", "opens": "11:00", "closes": "12:00"},
        {"dayOfWeek": "Monday", "opens": "00:00", "closes": "00:00", "validFrom": "2024-12-25"},
    ]
    facts = attributes({
        "@type": "Bakery",
        "telephone": "01632 960311",
        "address": ADDRESS,
        "geo": {"longitude": -1.13, "latitude": 54.21},
        "openingHoursSpecification": hours,
    })  # fmt: skip

    assert facts == {
        "telephone": "01632 960311",
        "address": "4 Quay Street, Saltby, SB1 2AA, GB",
        "geo": "54.21, -1.13",
        "openingHours": ["Mo,Tu 10:00-18:00", "Sa-Su 11:00-12:00"],
    }


@pytest.mark.parametrize(
    ("location", "text"),
    [
        ({"address": ADDRESS, "name": "Hall"}, "Hall, 4 Quay Street, Saltby, SB1 2AA, GB"),
        ({"name": "Hall", "address": "4 Quay Street"}, "Hall, 4 Quay Street"),
        ("Hall, Saltby", "Hall, Saltby"),
        ({"@type": "VirtualLocation", "url": "https://larch.example/live"}, "https://larch.example/live"),
    ],
)  # fmt: skip
def test_a_location_has_name_and_address(location: Any, text: str) -> None:
    assert attributes({"@type": "Event", "location": location})["location"] == text


@pytest.mark.parametrize(
    ("salary", "text"),
    [
        ({"currency": "GBP", "value": RANGE}, "30000-40000 GBP YEAR"),
        ({"currency": "GBP", "value": 30000}, "30000 GBP"),
        ("30000 a year", "30000 a year"),
    ],
)  # fmt: skip
def test_a_salary_has_amounts_currency_and_unit(salary: Any, text: str) -> None:
    assert attributes({"@type": "JobPosting", "baseSalary": salary})["salary"] == text


@pytest.mark.parametrize(
    "footer", ["<footer>", "<div class=site-footer>", "<div role=contentinfo>"]
)
def test_facts_of_a_footer_are_none_of_the_thing(footer: str) -> None:
    facts = "<dl><dt>Height</dt><dd>75 cm</dd><dt>Weight</dt><dd>2 kg</dd></dl>"

    assert attributes({"@type": "Product"}, TEXT + facts).keys() == {"Height", "Weight"}
    assert attributes({"@type": "Product"}, TEXT + footer + facts) == {}


def test_the_author_of_a_sure_list_is_not_its_main_thing() -> None:
    fruit = "Apple Pear Plum Fig Quince Cherry Peach Grape".split()
    cards = "".join(
        f"<li><a href=/{name}><img src=/{name}.jpg><h3>{name}</h3></a> <b>$2.50</b>"
        for name in fruit
    )
    found = roles(page(OWNER, body=f"<ul>{cards}</ul>"))

    assert not found.detail.is_main
    assert found.regions[0].is_main


@pytest.mark.parametrize("link", ["", "<a href=/{}>More</a>"])
def test_lists_without_links_are_facts_of_the_thing(link: str) -> None:
    rows = (
        f"<li>{day}: 10:00 - 18:00 {link.format(day)}</li>" for day in "Mon Tue Wed Thu".split()
    )
    found = page({"@type": "Bakery", "name": NAME}, body=f"{9 * TEXT}<ul>{''.join(rows)}</ul>")
    kind = PageKind("list", dict.fromkeys(PAGE_KINDS, 0.0) | {"list": 1.0}, found)

    regions = records(found, method=Ranked(min_confidence=0.0))
    (role, *_) = region_roles(found, kind, regions)
    assert role.is_main == bool(link)
