"""The benchmark of lists' typed values: its truth is whole, and it tells right from wrong."""

import json
import re
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from benchmarks.generated_names import Names
from benchmarks.typed_values import ADDRESSES, FIELDS, NUMBERS, amount, is_right
from scrapy_treesim import Page

TRUTH = Path(__file__).parent.parent / "benchmarks" / "list_cells.json"
SCHEMA = re.compile(r"https?://\S")
PAGE = Page("<table><tr><th>Ad Slot</th><th>重量</th></tr><tr><td>mp3 player</td></tr></table>")


def test_the_truth_is_of_the_fields_and_their_types() -> None:
    pages = json.loads(TRUTH.read_text(encoding="utf-8"))["pages"]
    assert [sum(page["half"] == half for page in pages) for half in "abc"] == [20] * 3
    for page in pages:
        assert SCHEMA.match(page["url"])
        for record in (record for of_list in page["lists"] for record in of_list):
            assert record["xpaths"]
            assert all(xpath.startswith("/html") for xpath in record["xpaths"])
            assert set(record["cells"]) <= {*FIELDS}
            for name, value in record["cells"].items():
                for one in value if isinstance(value, list) else [value] * (value is not None):
                    assert one == one.strip() != ""
                    if name in NUMBERS:
                        assert Decimal(one) >= 0
                    elif name in ADDRESSES:
                        assert SCHEMA.match(one)
                    elif name == "date":
                        assert date.fromisoformat(one)
                    elif name == "currency":
                        assert re.fullmatch("[A-Z]{3}", one)


@pytest.mark.parametrize(
    ("field", "said", "true", "right"),
    [
        ("price", 19.9, ["19.90"], True),
        ("price", 19.9, ["1990"], False),
        ("reviews", 12, ["12"], True),
        ("rating", "four", ["4"], False),
        ("date", "2024-03-05T10:00:00+02:00", ["2024-03-05"], True),
        ("date", "2024-05-03", ["2024-03-05"], False),
        ("url", "http://shop.example/ä%20b#top", ["http://shop.example/%C3%A4 b"], True),
        ("image", "http://shop.example/b.jpg", ["http://shop.example/a.jpg"], False),
        ("title", "Red\n apple", ["Red apple"], True),
        ("title", "Red apple\u202c", ["Red apple"], True),
        ("title", "red apple", ["Red apple"], False),
        ("availability", "in stock", ["In Stock", "InStock"], True),
        ("currency", "$", ["USD"], False),
    ],
)
def test_values_are_compared_by_their_type(
    field: str, said: object, true: list[str], right: bool
) -> None:
    assert is_right(field, said, true) == right


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("$1,234.50", "1234.50"),
        ("1.234,5 €", "1234.5"),
        ("12 000 Ft", "12000"),
        ("1,234", "1234"),
        ("★★★☆☆", "3"),
        ("none", None),
    ],
)
def test_numbers_are_read_of_texts(text: str, number: str | None) -> None:
    assert amount(text) == number


def test_names_that_no_person_would_give_are_told() -> None:
    people = ["price", "url_2", "release_dates", "ad_slot", "重量", "mp3_player", "isbn"]
    others = ["asgeh_tw_bva", "widget_4", "css_1xtw9ox", "a8", "title_wrapper", "42"]
    assert Names(Path("no such folder")).generated(PAGE, people + others) == others
