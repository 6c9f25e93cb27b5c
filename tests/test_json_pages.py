"""JSON pages and states of scripts: lists, threads, things, their columns, and next pages."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import Request
from scrapy.http import HtmlResponse, JsonResponse, TextResponse
from test_middleware import middleware

from benchmarks.json_documents.__main__ import ALL, findings_of, page_of, wrong_columns
from benchmarks.json_documents.content import config, goods, iso, menu, stories
from benchmarks.json_documents.further import FURTHER
from benchmarks.json_documents.judged import JUDGED
from benchmarks.json_documents.recorded import RECORDED
from scrapy_treesim import (
    Page,
    article,
    comments,
    detail,
    explain,
    extract,
    next_page,
    page_kind,
    records,
)
from scrapy_treesim.comments.explain import comment_nodes, comment_reasons
from scrapy_treesim.inspector.inspection import view
from scrapy_treesim.reading.json_tree import documents
from scrapy_treesim.reading.json_tree.leaves import ranks_of
from scrapy_treesim.reading.json_tree.references import resolved_array
from scrapy_treesim.records.json_records import JsonRegion

URL = "https://shop.example/list?page=2"
GOODS = {
    "products": [
        {"id": row["id"], "name": row["name"], "url": f"/p/{row['slug']}", "price": row["price"],
         "currency": "EUR", "tags": ["a", row["slug"]]} for row in goods()
    ]
}  # fmt: skip


READ = {**ALL, **FURTHER, **RECORDED, **JUDGED}
MISSED = {
    "npm search": ["link", "author"], "eBay summaries": ["link"], "iTunes search": ["price"],
    "Eventbrite events": ["image"],
}  # fmt: skip
"""What is known to be read wrongly."""


def shell(state: Any, body: str = "<div id=root></div>") -> Page:
    """A page that shows next to nothing beside its state."""
    script = f"<script type='application/json'>{json.dumps(state)}</script>"
    return Page(f"<title>Shop</title>{body}{script}", url=URL)


@pytest.mark.parametrize("name", READ)
def test_the_list_of_a_document_is_read_with_its_columns(name: str) -> None:
    truth = READ[name]()
    page = page_of(truth)
    pointer, found = findings_of(page, truth.kind)
    assert pointer in (truth.path, *truth.paths)
    wrong = [line.partition(":")[0] for line in wrong_columns(truth, found)]
    assert wrong == MISSED.get(name, [])
    assert truth.next in (None, next_page(page))


@pytest.mark.parametrize(
    "source",
    [
        GOODS, json.dumps(GOODS), json.dumps(GOODS).encode(),
        json.dumps(GOODS).encode("utf-8-sig"), JsonResponse(URL, body=json.dumps(GOODS).encode()),
        TextResponse(URL, body=json.dumps(GOODS).encode("utf-16"), encoding="utf-16"),
    ],
    ids=lambda source: type(source).__name__,
)  # fmt: skip
def test_a_page_is_made_of_json(source: Any) -> None:
    page = Page.of(source, url=URL)
    (region,) = records(page)
    assert page.json == GOODS
    assert (region.xpath, region.records[1].xpath) == ("#/products", "#/products/1")
    assert [record.title for record in region.records] == [row["name"] for row in goods()]
    assert page_kind(page).kind == "list"


def test_broken_json_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON that is broken"):
        Page.of('{"products": [{"name": "Oak stool"}, ')


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"products": [{"name": "Oak stool"}, ', "broken, or in pieces"),
        (json.dumps(GOODS) + " 1", "broken, or in pieces"),
        (json.dumps(GOODS) + "{}", "broken, or in pieces"),
        ('{"a": 1}\n{"a": 2}\n{"a":', "broken, or in pieces"),
        ('{"a": 1}\n[2]\n', "broken, or in pieces"),
        (f"show({json.dumps(GOODS)}", "broken, or in pieces"),
        ("[" * 100_000, "nested too deeply"),
        ('"The ferry is late."', "a single value, and no object or list"),
        ("true", "a single value, and no object or list"),
        ("{undefined}", "broken, or in pieces"),
    ],
)
def test_json_without_an_object_or_a_list_is_no_article(text: str, fault: str) -> None:
    response = JsonResponse(
        URL, body=text.encode(), headers={"Content-Type": "application/json"}, request=Request(URL)
    )
    page = Page(response)
    assert page.json_text == (None, False, fault)
    assert (page_kind(page).kind, article(page), records(page)) == ("other", None, [])
    with pytest.raises(ValueError, match=fault):
        extract(response)
    ours, stats = middleware(TREESIM_JSON=True)
    assert [*ours.findings(response)] == []
    is_known = text[:1] in "[{s" and text != "{undefined}"
    assert stats[f"treesim/skipped/{'broken_json' if is_known else 'not_html'}"] == 1


def test_html_that_is_labelled_json_is_a_page() -> None:
    response = TextResponse(URL, body=b"<p>Hi", headers={"Content-Type": "application/json"})
    assert Page(response).text() == "Hi"


@pytest.mark.parametrize(
    "text",
    [
        ")]}',\n{}", ")]}'\n{}", "for(;;);{}", "for (;;); {}", "while(1);{}", "while (true);\n{}",
        "show({});", "/**/ a.b_$1( {} )\n;\n", "/**/typeof cb === 'function' && cb({});", " {}\n",
    ],
)  # fmt: skip
def test_json_is_read_behind_guards_and_in_calls(text: str) -> None:
    text = text.replace("{}", json.dumps(GOODS))
    page = Page.of(text.encode(), url=URL)
    assert page.json == GOODS
    (region,) = records(page)
    assert isinstance(region, JsonRegion)
    assert bool(region.code) == (text[:2] == " {")


@pytest.mark.parametrize("end", ["\n", "\r\n", " \n\n"])
def test_json_lines_are_a_list(end: str) -> None:
    lines = "".join(json.dumps(row) + end for row in GOODS["products"])
    page = Page.of(lines, url=URL)
    assert page.json == GOODS["products"]
    (region,) = records(page)
    assert isinstance(region, JsonRegion)
    assert (region.xpath, region.jmespath, region.code) == ("#", "[]", "")
    assert len(region.records) == len(goods())


def test_long_text_is_read_as_a_whole() -> None:
    text = json.dumps({"products": GOODS["products"] * 20})
    assert len(text) > 20_000
    assert len(extract(text)["records"]) == 240


def test_a_list_becomes_code_of_a_spider() -> None:
    (region,) = records(Page(GOODS, url=URL))
    assert isinstance(region, JsonRegion)
    spider: dict[str, Any] = {}
    exec(region.code, spider)
    response = JsonResponse(URL, body=json.dumps(GOODS).encode())
    items = [*spider["parse"](None, response)]
    assert [item["title"] for item in items] == [row["name"] for row in goods()]
    assert [item["price"] for item in items] == [row["price"] for row in goods()]


def rows_of_code(code: str, response: TextResponse) -> list[Any]:
    """The objects that a region's code reads of a response."""
    (line,) = (line for line in code.splitlines() if line.startswith("    for row in "))
    spider: dict[str, Any] = {}
    exec(f"def parse(self, response):\n{line}\n        yield row.root", spider)
    return [*spider["parse"](None, response)]


_APOLLO = {
    "ROOT_QUERY": {"all": [{"__ref": f"P:{n}"} for n in range(9)]},
    **{f"P:{n}": {"title": f"Oak stool {n}", "url": f"/p/{n}", "price": n} for n in range(9)},
}
_PARTS = {"parts": [{"rows": GOODS["products"][:5]}, {"rows": GOODS["products"][5:]}]}
_BY_ID = {row["id"]: row for row in GOODS["products"]}
_TEXT = json.dumps(GOODS)


@pytest.mark.parametrize(
    ("text", "is_given"),
    [
        (_TEXT, True),
        (json.dumps(GOODS["products"]), True),
        (json.dumps(_PARTS), True),
        (json.dumps({"by id": _BY_ID}), True),
        (json.dumps({"a": {**_BY_ID, "b": {"__typename": "B"}}}), False),
        (json.dumps({"a.b": [{"node": row} for row in GOODS["products"]]}), True),
        (json.dumps({"products": [*GOODS["products"], None, 1]}), False),
        (json.dumps(_APOLLO), False),
        (json.dumps({"body": _TEXT}), False),
        (_TEXT.replace("Oak", "\\ud800"), False),
    ],
)
def test_code_reads_just_the_objects_of_its_list(text: str, is_given: bool) -> None:
    response = JsonResponse(URL, body=text.encode())
    html = f"<title>Shop</title><script type='application/json'>{text}</script>"
    for source in (response, HtmlResponse(URL, body=html.encode(), encoding="utf-8")):
        region = records(Page(source))[0]
        assert isinstance(region, JsonRegion)
        assert bool(region.code) == is_given
        if region.code:
            pointers = [record.xpath.partition("#")[2] for record in region.records]
            expected = [at(json.loads(text), pointer) for pointer in pointers]
            assert rows_of_code(region.code, source) == expected


def at(value: Any, pointer: str) -> Any:
    """The value at a JSON Pointer."""
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        value = value[int(step) if isinstance(value, list) else step]
    return value


@pytest.mark.parametrize(
    "script",
    [
        f"<script>window.s = {_TEXT}</script>",
        f"<script type='application/json'>{_TEXT};</script>",
        f"<script type='application/json'><!-- {_TEXT} --></script>",
        f"<script>self.__next_f.push({json.dumps([1, '1:' + _TEXT])})</script>",
        f"<script>s = JSON.parse({json.dumps(_TEXT)})</script>",
    ],
)
def test_a_script_of_more_than_json_has_no_code(script: str) -> None:
    (region,) = records(Page(f"<title>Shop</title>{script}", url=URL))
    assert isinstance(region, JsonRegion)
    assert region.code == ""


def test_code_of_a_state_reads_its_script() -> None:
    (region,) = records(shell({"a": [{"deep er": GOODS}]}))
    assert isinstance(region, JsonRegion)
    assert region.jmespath == 'a[0]."deep er".products[]'
    assert "response.xpath('(//script)[1]/text()').jmespath(" in region.code


def test_further_keys_are_columns() -> None:
    (region,) = records(Page(GOODS, url=URL))
    columns = {column.name: column for column in region.table.columns}
    assert [*columns] == ["id", "title", "url", "price", "currency", "tags"]
    assert columns["id"].values[0] == goods()[0]["id"]
    assert columns["tags"].values[1] == ["a", "copper-kettle"]
    assert (
        columns["price"].reason
        == 'named after the key "price"; the values are prices; in 12 of 12 records'
    )


def test_a_value_that_all_share_is_in_a_column() -> None:
    rows = [{**row, "state": "new", "none": None} for row in GOODS["products"]]
    columns = records(Page({"items": rows}, url=URL))[0].table.columns
    assert [column.name for column in columns][-1] == "state"
    assert {*columns[-1].cells} == {"new"}
    many = [{**row, **{f"k{n}": n for n in range(80)}, "last": row["id"]} for row in rows]
    names = [column.name for column in records(Page({"items": many}, url=URL))[0].table.columns]
    assert (len(names), names[-1]) == (7, "last")


def test_a_file_of_json_has_no_guessed_addresses(tmp_path: Path) -> None:
    path = tmp_path / "goods.json"
    path.write_text(json.dumps({**GOODS, "next_cursor": "b"}))
    page = Page(path)
    assert records(page)[0].records[0].fields["url"] == "/p/oak-stool"
    assert next_page(page) is None


def test_what_there_is_no_room_for_is_told() -> None:
    rows = [{"title": f"Oak stool {n}", "url": f"/p/{n}", "price": n} for n in range(6_000)]
    more = [{"title": f"Kettle {n}", "url": f"/k/{n}", "price": n} for n in range(5_000)]
    last = [{"title": f"Apron {n}", "url": f"/a/{n}"} for n in range(3)]
    first, second = records(Page({"a": rows, "b": more, "c": last}, url=URL))
    assert isinstance(second, JsonRegion)
    assert (len(first.records), len(second.records)) == (6_000, 4_000)
    told = ("the first of 5,000", "1 further list not read for want of room")
    assert second.reasons[2:] == told
    ours, stats = middleware(TREESIM_JSON=True, TREESIM_EMIT="all")
    body = json.dumps({"a": rows, "b": more, "c": last}).encode()
    assert len([*ours.findings(JsonResponse(URL, body=body, request=Request(URL)))]) == 10_000
    assert stats["treesim/most_records"] == 1


def test_menus_and_settings_are_no_records() -> None:
    assert records(Page({"menu": menu(), "config": config()}, url=URL)) == []


def test_two_words_are_no_records() -> None:
    assert records(Page({"items": [{"id": 1, "text": "late"}, {"id": 2, "text": "early"}]})) == []


# Values


@pytest.mark.parametrize(
    ("value", "amount", "currency"),
    [
        ({"price": 19.9, "currency": "usd"}, 19.9, "USD"),
        ({"price": "€ 19,90"}, 19.9, "EUR"),
        ({"price": {"amount": "12.990", "currency": "EUR"}}, 12.99, "EUR"),
        ({"price_in_cents": 1990, "currency": "EUR"}, 19.9, "EUR"),
        ({"price": {"centAmount": 1990, "fractionDigits": 2, "currencyCode": "EUR"}}, 19.9, "EUR"),
        ({"prices": {"price": "1990", "currency_minor_unit": 2}}, 19.9, None),
        ({"price": {"amount": 1990, "divisor": 100, "currency_code": "USD"}}, 19.9, "USD"),
        ({"price": {"amount": 1990, "divisor": 7}}, 1990.0, None),
        ({"price": 1990}, 1990.0, None),
        ({"price": "on request"}, None, None),
        ({"price": True}, None, None),
    ],
)
def test_a_price_is_what_its_keys_say(value: dict[str, Any], amount: Any, currency: Any) -> None:
    rows = [{"title": row["name"], "url": f"/p/{row['slug']}", **value} for row in goods()]
    item = extract(Page({"items": rows}, url=URL))["records"][0]
    assert (item["price"], item["currency"]) == (amount, currency)


@pytest.mark.parametrize(
    ("value", "date"),
    [
        (1709540000, "2024-03-04T08:13:20+00:00"),
        (1709540000123, "2024-03-04T08:13:20+00:00"),
        ("1709540000", "2024-03-04T08:13:20+00:00"),
        ("2024-03-04", "2024-03-04"),
        ("4 March 2024", "2024-03-04"),
        (20240304, None),
        ("soon", None),
        (None, None),
    ],
)
def test_a_date_is_iso_or_seconds(value: Any, date: str | None) -> None:
    rows = [{"title": row["title"], "url": f"/{row['slug']}", "date": value} for row in stories()]
    assert extract(Page({"items": rows}, url=URL))["records"][0]["date"] == date


def test_a_special_price_goes_before_the_usual_one() -> None:
    rows = [
        {"name": row["name"], "price": row["old"], "sale_price": None if n % 3 else row["price"]}
        for n, row in enumerate(goods())
    ]
    items = extract(Page({"items": rows}, url=URL))["records"]
    expected = [row["old"] if n % 3 else row["price"] for n, row in enumerate(goods())]
    assert [item["price"] for item in items] == expected


def test_an_object_in_all_of_them_may_be_what_they_are_about() -> None:
    rows = [
        {"id": {"kind": "video", "videoId": row["id"]}, "seller": {"name": "Quay", "url": "/quay"},
         "clip": {"title": row["title"], "url": f"/{row['slug']}", "made": {"by": "x"}}}
        for row in stories()
    ]  # fmt: skip
    (region,) = records(Page({"items": rows}, url=URL))
    assert [record.title for record in region.records] == [row["title"] for row in stories()]
    assert region.table.columns[-3].path == "clip.title"
    bare = [{"seller": row["seller"], "clip": {"made": n}} for n, row in enumerate(rows)]
    assert records(Page({"items": bare}, url=URL)) == []


def test_arrays_of_other_shapes_are_other_lists() -> None:
    queries = [{"query": f"oak {n}", "popularity": n, "objectID": f"q{n}"} for n in range(30)]
    page = Page({"results": [{"hits": queries}, {"hits": GOODS["products"]}]}, url=URL)
    first = records(page)[0]
    assert (first.xpath, len(first.records)) == ("#/results/1/hits", len(goods()))


@pytest.mark.parametrize("none", [0, 0.0, "0", "0.00", None, ""])
def test_a_special_price_of_nothing_is_none(none: Any) -> None:
    rows = [
        {"name": row["name"], "url": f"/p/{n}", "price": row["price"],
         "sale_price": none if n != 2 else 1.5} for n, row in enumerate(goods())
    ]  # fmt: skip
    prices = [item["price"] for item in extract(Page({"items": rows}, url=URL))["records"]]
    assert prices == [row["price"] if n != 2 else 1.5 for n, row in enumerate(goods())]
    free = [{**row, "price": 0, "sale_price": none} for row in rows]
    assert extract(Page({"items": free}, url=URL))["records"][0]["price"] == 0


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("first_publication_date", {"date"}), ("publishedBylines.0.name", {"author"}),
        ("releasedOn", {"date"}), ("expires_at", set()), ("im:rating.label", {"rating"}),
        ("dc:title", {"title"}), ("shippingPrice", set()), ("trackPrice", {"price"}),
        ("priceMoney.currency", {"currency"}), ("profileImage", set()), ("unit_price", {"price"}),
        ("itemWebUrl", set()), ("html_url", {"url"}), ("coauthors.name", set()),
        ("artworkUrl100", {"image"}), ("externalPath", {"url"}), ("published_dt", {"date"}),
        ("webTitle", {"title"}), ("metaTitle", set()), ("memberName", {"author"}),
        ("media.standard.0", {"image"}), ("media.large.size.x", set()), ("trackName", {"title"}),
    ],
)  # fmt: skip
def test_fields_of_paths(path: str, fields: set[str]) -> None:
    assert fields <= {*ranks_of(tuple(path.split(".")))} <= fields | {"sku", "id", "title"}


# States of scripts


def test_a_state_is_not_read_where_the_page_shows_it() -> None:
    rows = "".join(f"<li><a href=/p/{row['slug']}>{row['name']}</a></li>" for row in goods())
    regions = records(shell(GOODS, f"<ul>{rows}</ul>"))
    assert regions
    assert not any(isinstance(region, JsonRegion) for region in regions)


@pytest.mark.parametrize("key", ["related", "menu", "recommendations", "footer"])
def test_a_shell_is_not_for_what_is_beside_its_content(key: str) -> None:
    rows = GOODS["products"] * 8
    assert records(shell({key: rows, "product": {"id": 1}})) == []
    assert len(records(Page({key: rows}, url=URL))) == 1


def test_a_state_is_not_read_beside_an_article() -> None:
    text = "".join(f"<p>{row['text']} It was said on the quay at noon.</p>" for row in stories())
    found = extract(shell(GOODS, f"<h1>The ferry</h1>{text}"))
    assert found["kind"] == "article"
    assert found["records"] == []


@pytest.mark.parametrize(
    "script",
    [
        "window.__STATE__ = {};", "var s = {}, t = 1;", "push('x', {});", "s={}\n</div>",
        "window.s = JSON.parse(%s);", "window.s = JSON.parse('%s');",
    ],
)  # fmt: skip
def test_states_are_read_however_scripts_hold_them(script: str) -> None:
    text = json.dumps(GOODS)
    if "'%s'" in script:
        script = script.replace("%s", text.replace("\\", "\\\\").replace("'", "\\'"))
    script = script.replace("%s", json.dumps(text)).replace("{}", text)
    page = Page(f"<title>Shop</title><script>{script}</script>", url=URL)
    assert len(records(page)[0].records) == len(goods())


def of_indices(value: Any) -> list[Any]:
    """A value as devalue writes it, with each value of its own."""
    values: list[Any] = []

    def add(member: Any) -> int:
        number = len(values)
        values.append(member)
        if isinstance(member, dict):
            values[number] = {key: add(inner) for key, inner in member.items()}
        elif isinstance(member, list):
            values[number] = [add(inner) for inner in member]
        return number

    values.append(["ShallowReactive", 1])
    add({"data": value, "state": {}, "once": {}})
    return values


def test_an_array_of_indices_is_resolved() -> None:
    page = shell(of_indices({"list": GOODS}))
    (region,) = records(page)
    assert isinstance(region, JsonRegion)
    assert (region.xpath, region.code) == ("(//script)[1]#/data/list/products", "")
    assert [record.values["price"] for record in region.records] == [
        row["price"] for row in goods()
    ]


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        ([{"a": 1}, "x"], {"a": "x"}),
        ([["Reactive", 1], {"a": 2, "b": -1}, "x"], {"a": "x", "b": None}),
        ([[1, 2, 2], ["Date", "2024-03-04"], ["Ref", 3], "x"], ["2024-03-04", "x", "x"]),
        ([[1, 2, 3], ["Set", 4, 4], ["Map", 4, 4], ["null", "k", 4], "x"],
         [["x", "x"], {"x": "x"}, {"k": "x"}]),
        ([{"a": 0, "b": 1}, "x"], {"a": None, "b": "x"}),
        ([{"a": 1, "b": 2}, ["Ref", 1], "x"], {"a": None, "b": "x"}),
        ([{"a": 1}, {"a": 1}], [{"a": 1}, {"a": 1}]),
        ([{"a": 9}, "x"], [{"a": 9}, "x"]),
        ([{"a": True}, "x"], [{"a": True}, "x"]),
        (["x", {"a": 1}], ["x", {"a": 1}]),
        ({"a": 1}, {"a": 1}),
    ],
)  # fmt: skip
def test_values_of_an_array_of_indices(array: Any, expected: Any) -> None:
    assert resolved_array(array) == expected


def test_hostile_arrays_of_indices_are_bounded() -> None:
    count = 10_000
    for array in (
        [{"a": n + 1} for n in range(count)] + ["x"],
        [[n + 1, n + 1] for n in range(count)] + ["x"],
        [[*range(300)] for _ in range(300)] + ["x"],
        [{"a": count, "b": n} for n in range(count)] + ["x"],
    ):
        assert records(shell(array)) == []


def test_code_is_read_by_chompjs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "chompjs", None)
    text = json.dumps(GOODS).replace('"products":', "products:")
    page = f"<title>Shop</title><script>window.s = {text.replace('{', '{/**/')};</script>"
    assert records(Page(page, url=URL)) == []

    class Chompjs:
        @staticmethod
        def parse_js_object(code: str) -> Any:
            assert code.startswith("{/**/products:")
            return GOODS

    monkeypatch.setattr(documents, "chompjs", Chompjs)
    assert len(records(Page(page, url=URL))[0].records) == len(goods())


def cards() -> str:
    """The goods as a page shows them."""
    return "".join(
        f"<li class=card><a href=/p/{row['slug']}><img src={row['image']}><h3>{row['name']}</h3>"
        f"</a><b class=price>€{row['price']:.2f}</b><p>{row['text']}</p></li>"
        for row in goods()
    )


def test_a_state_completes_what_the_page_shows() -> None:
    rows = [
        {"sku": row["sku"], "title": row["name"], "price": row["price"], "published_at":
         iso(row["date"]), "colour": row["brand"]} for row in reversed(goods())
    ]  # fmt: skip
    page = shell({"list": rows}, f"<h1>Kitchen</h1><ul>{cards()}</ul>")
    items = extract(page)["records"]
    assert [item["fields"]["sku"] for item in items] == [row["sku"] for row in goods()]
    assert [item["date"][:10] for item in items] == [iso(row["date"])[:10] for row in goods()]
    assert [item["price"] for item in items] == [row["price"] for row in goods()]
    assert "colour" not in items[0]["fields"]
    reasons = {one.name: one.reasons[0] for one in explain(page, "records")}
    assert reasons["column sku"].startswith(
        'from the state in the script at "(//script)[1]#/list: sku"'
    )


def test_a_state_of_other_prices_completes_none() -> None:
    rows = [{"title": row["name"], "price": row["price"] * 3, "sku": "a"} for row in goods()]
    page = shell({"list": rows}, f"<h1>Kitchen</h1><ul>{cards()}</ul>")
    items = extract(page)["records"]
    assert [item["price"] for item in items] == [row["price"] for row in goods()]


def test_a_state_of_other_things_completes_nothing() -> None:
    rows = [{"title": row["title"], "url": "/a/b", "sku": row["id"]} for row in stories()]
    page = shell({"list": rows}, f"<h1>Kitchen</h1><ul>{cards()}</ul>")
    assert all("sku" not in item["fields"] for item in extract(page)["records"])


# One thing


def test_an_object_is_the_thing_of_its_page() -> None:
    row = goods()[0]
    thing = {
        "sku": row["sku"], "name": row["name"], "price": row["price"], "currency": "EUR",
        "brand": {"name": row["brand"]}, "image": row["image"], "weight": "900 g", "inStock": False,
    }  # fmt: skip
    page = shell({"props": {"product": thing, "related": GOODS["products"]}})
    found = extract(page)
    assert found["kind"] == "detail"
    item = found["detail"]
    names = ("name", "price", "currency", "sku", "brand", "availability")
    expected = (row["name"], row["price"], "EUR", row["sku"], row["brand"], "OutOfStock")
    assert tuple(item[name] for name in names) == expected
    assert item["attributes"]["weight"] == "900 g"
    assert item["xpath"] == "(//script)[1]#/props/product"
    page_detail = detail(page)
    assert page_detail is not None
    assert page_detail.sources["price"].source == "script"


def test_a_story_is_the_article_of_its_page() -> None:
    row = stories()[0]
    body = "".join(f"<p>{text['text']} It was said on the quay.</p>" for text in stories())
    story = {"headline": row["title"], "publishedAt": iso(row["date"]), "body": body}
    found = extract(Page({"data": {**story, "author": {"name": row["author"]}}}, url=URL))
    article = found["article"]
    assert (found["kind"], article["headline"]) == ("article", row["title"])
    assert article["author"] == row["author"]
    assert article["date"].startswith("2024-03-04")
    assert article["text"].count("\n") == len(stories()) - 1
    assert "<script" not in article["markdown"]


# Threads


def test_a_thread_is_explained_and_pickled() -> None:
    page = page_of(ALL["Reddit comments"]())
    posts = comments(page)
    assert pickle.loads(pickle.dumps(posts)) == posts
    assert posts[1].depth == 1
    assert posts[0].html == f"<p>{posts[0].text}</p>"
    reasons = ("a post in JSON, with an author and a text",)
    assert explain(page, "comments")[0].reasons == comment_reasons(posts[0]) == reasons
    assert not any(comment_nodes(posts[0]))


@pytest.mark.parametrize(
    "name", ["Shopify products.json", "Comments in a flat list", "Redux, byId and allIds"]
)
@pytest.mark.parametrize("kind", ["records", "comments", "article"])
def test_the_inspector_has_a_view_of_json(name: str, kind: str) -> None:
    assert view(page_of(ALL[name]()), kind, {}).to_json()


def test_the_inspector_has_a_view_of_completed_records() -> None:
    page = shell(GOODS, f"<h1>Kitchen</h1><ul>{cards()}</ul>")
    assert view(page, "records", {}).to_json()


def test_regions_are_pickled() -> None:
    (region,) = records(Page(GOODS, url=URL))
    again = pickle.loads(pickle.dumps(region))
    assert again.to_dict() == region.to_dict()


# Next pages


@pytest.mark.parametrize(
    ("more", "address"),
    [
        ({"next": "/list?page=3"}, "https://shop.example/list?page=3"),
        ({"links": {"next": {"href": "?page=3"}}}, "https://shop.example/list?page=3"),
        ({"paging": {"next": "https://other.example/"}}, None),
        ({"next_cursor": "b c"}, "https://shop.example/list?page=2&cursor=b+c"),
        ({"pageInfo": {"nextPageToken": "t"}}, "https://shop.example/list?page=2&pageToken=t"),
        ({"total_pages": 3}, "https://shop.example/list?page=3"),
        ({"total_pages": 2}, None),
        ({"next": None}, None),
        ({"cursor": "b"}, "https://shop.example/list?page=2&cursor=b"),
        ({"pageToken": "b", "after": "c"}, "https://shop.example/list?page=2&after=c"),
        ({"next": "read/write"}, None),
        ({"next": "api/list?page=3"}, "https://shop.example/api/list?page=3"),
        ({"next": "./3"}, "https://shop.example/3"),
        ({"has_more": False, "next_cursor": "b"}, None),
        ({"has_more": True, "next_cursor": "b"}, "https://shop.example/list?page=2&cursor=b"),
        ({"pageInfo": {"hasNextPage": False, "endCursor": "b"}, "next": "/a?page=3"}, None),
        (
            {"next": "/a?page=3", "labels": {"pageInfo": {"hasNextPage": False}}},
            "https://shop.example/a?page=3",
        ),
    ],
)
def test_a_next_page_is_a_link_a_cursor_or_a_number(more: dict[str, Any], address: Any) -> None:
    assert next_page(Page({**GOODS, **more}, url=URL)) == address


def test_a_cursor_of_this_page_is_no_next_page() -> None:
    page = Page({**GOODS, "cursor": "b"}, url="https://shop.example/list?cursor=b")
    assert next_page(page) is None


# In a crawl


@pytest.mark.parametrize("is_read", [False, True])
def test_a_crawl_reads_json_if_told_to(is_read: bool) -> None:
    ours, stats = middleware(TREESIM_JSON=is_read)
    response = JsonResponse(URL, body=json.dumps(GOODS).encode(), request=Request(URL))
    items = [*ours.findings(response)]
    assert len(items) == (len(goods()) if is_read else 0)
    assert ("treesim/skipped/not_html" in stats) != is_read


# Hostile documents


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        json.dumps(GOODS).replace("4100", "9" * 5_000),
        json.dumps(GOODS).replace("Oak", "\\ud800"),
        json.dumps({"products": [{**row, "price": float("nan")} for row in GOODS["products"]]}),
        json.dumps({"ROOT_QUERY": {}, "P": "text", "a": {"title": "Oak", "__ref": "P"}}),
    ],
    ids=["deep", "long number", "surrogate", "NaN", "reference to a text"],
)
def test_odd_documents_raise_nothing(text: str) -> None:
    for page in (f"<title>Shop</title><script>s = {text}</script>", text):
        found = extract(Page(page, url=URL))
        json.dumps(found, ensure_ascii=False).encode()


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["title", "price", "url", "author", "body", "replies", "date", "next"])
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=30,
)


@given(st.dictionaries(st.text(max_size=5), _VALUES, max_size=5))
def test_any_document_is_read_alike_as_page_and_as_state(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    page = Page(text, url=URL)
    state = shell(document)
    first = [region.xpath for region in records(page)]
    assert [region.xpath for region in records(Page(document, url=URL))] == first
    if state.json is None and records(state):
        assert [region.xpath.partition("#")[2] for region in records(state)] == [
            xpath.partition("#")[2] for xpath in first
        ]


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
def test_no_numbers_of_python_are_nothing(number: str) -> None:
    goods_read = [
        {"name": name, "url": f"/{n}", "price": n + 0.5, "stock": float(number)}
        for n, name in enumerate(["Oak stool", "Copper kettle", "Linen apron"])
    ]
    for text in (json.dumps(goods_read), json.dumps(goods_read).encode()):
        (region,) = records(Page(text))
        assert [record.values["price"] for record in region.records] == [0.5, 1.5, 2.5]
        assert "stock" not in region.records[0].fields


def test_the_full_name_beside_an_account_is_no_title_of_a_post() -> None:
    posts = [
        {"id": n, "name": f"Full Name{n}", "username": f"user{n}", "post_number": n,
         "created_at": f"2024-01-0{n}T10:00:00Z", "cooked": f"<p>Answer {n}, on oil and wood.</p>"}
        for n in range(1, 6)
    ]  # fmt: skip
    found = extract({"post_stream": {"posts": posts}, "title": "Oil for wood"})

    assert found["kind"] == "thread"
    assert [post["author"] for post in found["comments"]][:2] == ["user1", "user2"]


@pytest.mark.parametrize("key", ["postedOn", "first_published", "listedDate", "created_at"])
@pytest.mark.parametrize("edited", ["updated_at", "modified"])
def test_a_day_of_publication_goes_before_one_of_changes(key: str, edited: str) -> None:
    posts = [
        {"title": f"Post {n}", "url": f"/{n}", edited: "2024-06-01", key: f"2024-05-0{n}"}
        for n in range(1, 5)
    ]
    (region,) = records(Page({"posts": posts}))

    assert str(region.records[0].values["date"]).startswith("2024-05-01")


@pytest.mark.parametrize(("key", "rating"), [("reviews", None), ("products", 1.0)])
def test_a_review_in_a_state_does_not_complete_the_thing(key: str, rating: float | None) -> None:
    names = ["Oak stool", "Copper kettle", "Linen apron", "Brass lamp", "Pine shelf"]
    shown = "".join(f"<li><a href=/p/{n}><h3>{name}</h3></a>" for n, name in enumerate(names))
    held = [{"name": name, "url": f"/r/{n}", "rating": 1} for n, name in enumerate(names)]
    state = json.dumps({"props": {key: held}})
    html = f"<ul>{shown}</ul><script type='application/json'>{state}</script>"
    (region,) = records(Page(html, url="https://shop.example/"))

    assert region.records[0].values.get("rating") == rating
