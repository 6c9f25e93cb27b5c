"""Classes of a user's own, filled from pages."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field, fields
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal, NewType, TypedDict

import attrs
import pytest
import scrapy
from crawling import crawl
from itemadapter import ItemAdapter

from scrapy_treesim import Page, SettingError, explain, extract
from scrapy_treesim.crawl.settings import check
from scrapy_treesim.findings.schemas.concepts import concepts_of
from scrapy_treesim.findings.schemas.fields import schema_fields

GOODS = [
    ("Copper kettle", "£64.00", "4.5 out of 5", "12 reviews", "3 May 2024", "In stock"),
    ("Linen bag", "£12.50", "4 out of 5", "3 reviews", "12 June 2024", "Sold out"),
    ("Slate board", "£27.00", "3.5 out of 5", "1,250 reviews", "1 July 2024", "In stock"),
    ("Wool cap", "£24.00", "5 out of 5", "45 reviews", "30 July 2024", "In stock"),
]
HEADS = ("Article", "Price", "Rating", "Reviews", "Added", "Availability")
ROWS = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in GOODS)
HEAD = "".join(f"<th>{head}</th>" for head in HEADS)
LIST = f"<title>Goods</title><h1>Goods</h1><table><tr>{HEAD}</tr>{ROWS}</table>"
THING = (
    "<title>Copper kettle</title><h1>Copper kettle</h1><p class=price>£64.00</p><button>Add to cart"
    "</button><table><tr><th>Colour<td>Red<tr><th>Material<td>Copper<tr><th>Weight<td>1.2 kg"
    "<tr><th>Listed height<td>31 cm</table>"
)


class Stock(Enum):
    """Availability."""

    HERE = "InStock"
    GONE = "SoldOut"


@dataclass
class Product:
    """A dataclass."""

    article: str
    price: Decimal
    shipping_cost: float | None = None
    reviews: int = 0


@attrs.define
class AttrsProduct:
    """An attrs class."""

    name: str = attrs.field(alias="article")
    cost: float
    x: int = attrs.field(default=0, metadata={"description": "Number of reviews, if any"})


class TypedProduct(TypedDict):
    """A TypedDict."""

    article: str
    price: float
    fabric: str | None


class ScrapyProduct(scrapy.Item):
    """A Scrapy Item."""

    article = scrapy.Field()
    price = scrapy.Field(type=float)
    added = scrapy.Field(type=date)


def test_each_record_of_a_list_is_an_instance() -> None:
    products = extract(LIST, schema=Product)

    assert products[0] == Product("Copper kettle", Decimal("64.00"), None, 12)
    assert [product.reviews for product in products] == [12, 3, 1250, 45]
    assert [product.shipping_cost for product in products] == [None] * 4


def test_kinds_of_classes() -> None:
    assert extract(LIST, schema=AttrsProduct)[1] == AttrsProduct("Linen bag", 12.5, 3)
    assert extract(LIST, schema=TypedProduct)[1] == {
        "article": "Linen bag", "price": 12.5, "fabric": None,
    }  # fmt: skip
    item = extract(LIST, schema=ScrapyProduct)[1]
    assert isinstance(item, ScrapyProduct)
    assert ItemAdapter(item).asdict() == {
        "article": "Linen bag", "price": 12.5, "added": date(2024, 6, 12),
    }  # fmt: skip


def test_a_pydantic_model_gets_what_it_accepts() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):  # type: ignore[name-defined,misc]
        article: str = pydantic.Field(alias="product")
        x: float | None = pydantic.Field(None, description="Price of the article")
        reviews: int = pydantic.Field(gt=20)

    models: Any = extract(LIST, schema=Model)
    assert [(model.x, model.reviews) for model in models[:2]] == [(64.0, None), (12.5, None)]
    assert models[3].reviews == 45


@pytest.mark.parametrize(
    ("name", "annotation", "expected"),
    [
        ("price", str, "£64.00"),
        ("price", float, 64.0),
        ("price", int, None),
        ("price", date, None),
        ("price", bool, None),
        ("rating", float, 4.5),
        ("rating", int | None, None),
        ("reviews", int, 12),
        ("reviews", list[int], [12]),
        ("added", date, date(2024, 5, 3)),
        ("added", datetime, datetime(2024, 5, 3)),
        ("added", float, None),
        ("article", float, None),
        ("article", list[str], ["Copper kettle"]),
        ("availability", bool, True),
        ("availability", Stock, Stock.HERE),
        ("availability", Literal["InStock", "SoldOut"], "InStock"),
        ("availability", Literal["Red", "Blue"], None),
        ("item_price", Any, "£64.00"),
        ("preis", Annotated[float, "what it costs"], 64.0),
        ("price", NewType("Pounds", float), 64.0),
        ("price", Final[float], 64.0),
        ("price", Final, "£64.00"),
        ("url", str, None),
        ("colour", str, None),
        ("price_per_unit", float, None),
        ("old_price", float, None),
    ],
)
def test_a_column_fills_a_field_of_its_name_and_type(
    name: str, annotation: Any, expected: Any
) -> None:
    schema = type("Schema", (), {"__annotations__": {name: annotation}})
    schema = dataclass(kw_only=True)(schema)
    first: Any = extract(LIST, schema=schema)[:1]

    assert [getattr(instance, name) for instance in first] == ([expected] if first else [])
    assert first or expected is None


def test_a_page_about_one_thing_is_one_instance() -> None:
    @dataclass
    class Thing:
        name: str
        price: float
        color: str
        weight: float
        height: str
        material: str = field(metadata={"description": "The material"})
        width: float | None = None

    assert extract(THING, schema=Thing) == [
        Thing("Copper kettle", 64.0, "Red", 1.2, "31 cm", "Copper", None)
    ]


@dataclass
class Film:
    """What a page about a film may have."""

    category: str | None = None
    author: str | None = None
    director: str | None = None
    website: str | None = None


def film(more: str, beside: str = "") -> Film:
    """Return the instance of a page about a film, with more in it and beside it."""
    rows = "".join(f"<tr><th>{n}<td>{n}" for n in ("Colour", "Length", "Country"))
    instances: list[Film] = extract(
        f"<title>Wool</title><body><div class=site><main><h1>Wool</h1><p class=price>£64.00</p>"
        f"<button>Add to cart</button><table>{rows}</table>{more}</main>{beside}</div>",
        schema=Film,
    )
    return instances[0] if instances else Film()


OTHERS = "".join(f"<li><b class=category>{name}</b><i class=author>{name}</i>" for name in "XYZ")


@pytest.mark.parametrize("beside", ["", f"<ul>{OTHERS}</ul>"])
@pytest.mark.parametrize(
    ("more", "category", "author"),
    [
        ("<p>Category: <a href=/c class=category>Drama</a></p>", "Drama", None),
        ("<p class=category>Filed in <a href=/c>Drama</a>.</p>", "Drama", None),
        ("<span class=posted_in>Kind: <a href=/c>Drama</a>, <a href=/d>War</a></span>",
         "Drama, War", None),
        ("<p class=author>by Ann Oak</p>", None, "Ann Oak"),
        ("<p class=author><span class=by>By</span> <a href=/a>Ann Oak</a></p>", None, "Ann Oak"),
    ],
)  # fmt: skip
def test_of_elements_of_one_name_the_nearest_to_the_headline_counts(
    more: str, category: str | None, author: str | None, beside: str
) -> None:
    filled = film(more, beside)

    if category or not beside:
        assert filled.category == category
    if author or not beside:
        assert filled.author == author


def test_elements_of_one_name_that_are_as_near_say_nothing() -> None:
    cards = "".join(f"<div><p class=category>{name}</p></div>" for name in ("Drama", "War"))

    assert film(cards).category is None
    assert film(cards.replace("War", "Drama")).category == "Drama"


def test_a_menu_is_no_value() -> None:
    assert film("<ul>" + "".join(f"<li class=category>C{n}" for n in range(9)) + "</ul>") == Film()


def test_who_directed_is_the_director() -> None:
    assert film("<table><tr><th>Directed by<td>Ann Oak</table>").director == "Ann Oak"


def test_a_text_field_has_the_words_of_the_page() -> None:
    @dataclass
    class Stock:
        title: str
        availability: str | None = None

    page = THING.replace("<table>", "<p class=stock>Out of stock</p><table>")
    (stock,) = extract(page, schema=Stock)

    assert stock.availability == "Out of stock"


def test_a_day_of_another_thing_is_a_field_of_its_own() -> None:
    @dataclass
    class Player:
        birth_date: str | None = None
        date: str | None = None

    page = THING.replace("<table>", "<table><tr><th>Date of birth<td>3 May 1990")
    (player,) = extract(page, schema=Player)

    assert (player.birth_date, player.date) == ("3 May 1990", None)


def test_labels_of_other_facts_of_a_job_are_of_other_fields() -> None:
    assert concepts_of("experience_level") != concepts_of("Employment type")
    assert concepts_of("employment_type") == concepts_of("Anstellungsart")


def test_addresses_need_no_dot() -> None:
    @dataclass
    class Good:
        title: str
        url: str | None = None

    rows = "".join(f"<li><a href=/p/{n}><b>Lamp {n}</b></a> <i>£{n}0.00</i>" for n in range(1, 9))
    page = Page(f"<h1>Lamps</h1><ul>{rows}</ul>", url="http://localhost:8000/lamps")

    assert extract(page, schema=Good)[0].url == "http://localhost:8000/p/1"


@pytest.mark.parametrize("label", ["Used by", "Updated by", "Rated by"])
def test_who_uses_it_is_no_author(label: str) -> None:
    assert film(f"<table><tr><th>{label}<td>500 companies</table>") == Film()


def test_many_elements_of_one_name_take_their_time_and_no_more() -> None:
    many = "".join(f"<div><p class=author>A{n}</p></div>" for n in range(5_000))

    assert film(many).author is None


def test_the_words_of_a_link_are_no_website() -> None:
    more = "<table><tr><th>Website<td><a href=/x>{}</a><tr><th>Phone<td>1</table>"

    assert film(more.format("Visit it")).website is None
    assert film(more.format("wool.example")).website == "wool.example"


def test_a_page_with_none_of_it_has_no_instances() -> None:
    @dataclass
    class Flight:
        departure: datetime
        gate: str

    assert extract(LIST, schema=Flight) == []
    assert extract("<p>Nothing here", schema=Flight) == []


def test_reasons_name_the_column_or_what_is_wrong() -> None:
    @dataclass
    class Row:
        price: float
        article: int
        gate: str

    price, article, gate = explain(LIST, "schema", method=Row)
    assert (price.kept, price.confidence) == (True, 1.0)
    assert 'named after the column head "Price"' in price.reasons[0]
    assert (article.kept, article.reasons[-1]) == (False, "of another type")
    assert gate.reasons == ("nothing has such a name",)


@pytest.mark.parametrize("schema", [int, dict, Product("a", Decimal(1)), "Product", None, list])
def test_what_cannot_be_filled_is_refused(schema: Any) -> None:
    with pytest.raises(TypeError, match="cannot be filled: give a dataclass"):
        schema_fields(schema)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("salePrice", "price"), ("Preis", "price"), ("numReviews", "review_count"),
        ("company_name", "employer"), ("published_at", "Publication date"), ("marque", "brand"),
    ],
)  # fmt: skip
def test_names_of_one_concept(first: str, second: str) -> None:
    assert concepts_of(first) == concepts_of(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [("shipping_cost", "price"), ("old_price", "price"), ("brand_url", "brand"), ("a", "b")],
)
def test_names_of_different_concepts(first: str, second: str) -> None:
    assert concepts_of(first) != concepts_of(second)


@attrs.define
class Checked:
    """A class that checks itself."""

    article: str
    price: float = attrs.field(validator=attrs.validators.gt(20))


async def test_what_a_class_refuses_is_left_out_counted_and_told(tmp_path: Path) -> None:
    (tmp_path / "list.html").write_text(LIST)
    items, stats = await crawl(
        tmp_path / "list.html", TREESIM_SCHEMAS=[Checked], TREESIM_KINDS=[], TREESIM_MIX=True
    )
    refused, *_ = explain(LIST, "schema", method=Checked)

    assert [one.article for one in extract(LIST, schema=Checked)] == [
        "Copper kettle", "Slate board", "Wool cap",
    ]  # fmt: skip
    assert len([item for item in items if isinstance(item, Checked)]) == 3
    assert stats["treesim/schema/Checked/refused"] == 1
    assert (refused.name, refused.kept) == ("refused", False)
    assert "the class refuses 1 instance: ValueError: 'price' must be > 20" in refused.reasons[0]


def test_a_pydantic_model_that_refuses_a_whole_row_leaves_it_out() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):  # type: ignore[name-defined,misc]
        article: str

        @pydantic.model_validator(mode="after")  # type: ignore[untyped-decorator,unused-ignore]
        def check(self) -> Any:
            if self.article == "Wool cap":
                raise ValueError("no caps")
            return self

    models: Any = extract(LIST, schema=Model)
    assert len(models) == 3


def with_annotations(annotations: dict[str, Any]) -> Any:
    return dataclass(type("Schema", (), {"__annotations__": annotations}))


@pytest.mark.parametrize(
    ("annotations", "message"),
    [
        ({"price": float, "scale": InitVar[int]}, "wants scale, of which no page has a value"),
        ({"price": float, "more": dict[str, str]}, "wants more, of which no page has a value"),
        ({"price": "Nowhere"}, "the types of Schema cannot be resolved: name 'Nowhere'"),
        ({"price": ClassVar[float]}, "cannot be filled: give a dataclass"),
    ],
)
def test_fields_that_no_page_can_fill_are_told_at_the_start(
    annotations: dict[str, Any], message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        extract(LIST, schema=with_annotations(annotations))
    with pytest.raises(SettingError, match=message):
        check("TREESIM_SCHEMAS", [with_annotations(annotations)])


def test_an_item_without_fields_is_refused() -> None:
    with pytest.raises(TypeError, match="with fields"):
        schema_fields(type("Empty", (scrapy.Item,), {}))


def test_a_field_of_no_type_of_a_page_keeps_its_default() -> None:
    @dataclass
    class Thing:
        article: str
        more: dict[str, int] = field(default_factory=dict)
        kind: ClassVar[str] = "thing"

    assert extract(LIST, schema=Thing)[0] == Thing("Copper kettle")


async def test_a_crawl_yields_instances_and_counts_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "list.html").write_text(LIST)
    (tmp_path / "story.html").write_text("<h1>News</h1>" + "<p>It rained all day long.</p>" * 20)
    feed = tmp_path / "found-%(kind)s.jsonl"
    settings = {
        "TREESIM_SCHEMAS": [Product, TypedProduct], "TREESIM_KINDS": [], "TREESIM_MIX": False,
        "TREESIM_FEEDS": {str(feed): {}},
    }  # fmt: skip
    pages = tmp_path / "list.html", tmp_path / "story.html"
    items, stats = await crawl(*pages, **settings)
    mixed, _ = await crawl(*pages, **settings | {"TREESIM_MIX": True})

    assert [item for item in items if "own" not in item] == []
    assert [item for item in mixed if isinstance(item, Product)] == extract(LIST, schema=Product)
    lines = (tmp_path / "found-Product.jsonl").read_text().splitlines()
    assert '{"article": "Copper kettle", "price": "64"' in lines[0]
    assert '"fabric": null' in (tmp_path / "found-TypedProduct.jsonl").read_text()
    assert stats["treesim/items/schema/Product"] == 4
    assert stats["treesim/schema/TypedProduct/missing/fabric"] == 4
    assert "treesim/schema/Product/missing/price" not in stats


def test_fields_of_classes() -> None:
    assert [member.name for member in schema_fields(Product)] == [f.name for f in fields(Product)]
    described = schema_fields(AttrsProduct)
    assert (described[0].parameter, described[2].about) == ("article", "reviews")
