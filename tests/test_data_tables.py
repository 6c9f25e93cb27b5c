"""Tables as grids: where each cell stands, what names a column, and what is a record."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.grids import cells_of, generated_table
from scrapy_treesim import Page, extract, records
from scrapy_treesim.reading.data_tables import DataTable, DataTables
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.grid import Grid, grid_of


def table_node(page: Page) -> int:
    """The first table of a page."""
    return page.tree.tag.index(tags.NUMBER["table"])


def read(source: str) -> DataTable | None:
    """The first table of a page, read as data."""
    page = Page(f"<!doctype html><body>{source}")
    return page.once(DataTables).around(table_node(page))


def texts(source: str) -> list[list[str | None]]:
    """The text of each slot of a table."""
    page = Page(f"<!doctype html><body>{source}")
    grid = grid_of(page.tree, table_node(page))
    assert isinstance(grid, Grid)
    return [
        [None if cell is None else page.tree.plain_text(cell.node) for cell in row]
        for row in grid.slots
    ]


@pytest.mark.parametrize(
    ("source", "slots"),
    [
        # The example of the HTML Standard, 4.9.11: the cell of two rows takes a slot of the second.
        (
            "<tr><td>1<td rowspan=2>2<td>3<tr><td>4<td>5",
            [["1", "2", "3"], ["4", "2", "5"]],
        ),
        ("<tr><td colspan=2>1<td>2<tr><td>3<td>4<td>5", [["1", "1", "2"], ["3", "4", "5"]]),
        ("<tr><td>1<td>2<td>3<tr><td>4", [["1", "2", "3"], ["4", None, None]]),
        # To the end of its row group, and no further.
        (
            "<tbody><tr><td rowspan=0>1<td>2<tr><td>3<tbody><tr><td>4<td>5",
            [["1", "2"], ["1", "3"], ["4", "5"]],
        ),
        (
            "<tbody><tr><td rowspan=9>1<td>2<tbody><tr><td>4<td>5",
            [["1", "2"], ["4", "5"]],
        ),
        ("<tr><td colspan=x>1<td rowspan=-3>2<tr><td>3", [["1", "2"], ["3", None]]),
        (
            "<tr><td>1<table><tr><td>7<td>8</table><td>2<tr><td>3<td>4",
            [["178", "2"], ["3", "4"]],
        ),
    ],
)
def test_cells_have_the_slots_of_the_standard(source: str, slots: list[list[str | None]]) -> None:
    assert texts(f"<table>{source}</table>") == slots


def test_spans_beyond_all_measure_make_no_grid() -> None:
    cells = "<td colspan=200 rowspan=60000>a</td>"
    page = Page(f"<table>{f'<tr>{cells}</tr>' * 300}</table>")
    assert grid_of(page.tree, table_node(page)) is None
    assert records(page) == []


@pytest.mark.parametrize(
    "source",
    [
        "<table><thead><tr><th>Name<th>Price</thead><tbody><tr><td><td></tbody></table>",
        "<table><tr><th>Name<th>Price<tr><th>Ona<th>2</table>",
        "<table><tr><td><td><tr><td><td></table>",
    ],
)
def test_a_table_of_headers_alone_has_no_records(source: str) -> None:
    assert records(f"<h1>Prices</h1>{source}") == []


def test_cells_stand_under_the_headers_that_pandas_finds() -> None:
    counts = [cells_of(generated_table(Random(seed))) for seed in range(60)]
    cells, right = (sum(side) for side in zip(*filter(None, counts), strict=True))
    # Of a short row that others span into pandas makes another than the standard does.
    assert cells > 1500
    assert right >= 0.99 * cells


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("<tr><th>Name<th>Age<th>Club", ("Name", "Age", "Club")),
        ("<thead><tr><td>Name<td>Age<td>Club</thead>", ("Name", "Age", "Club")),
        ("<tr><td><b>Name</b><td><b>Age</b><td><strong>Club</strong>", ("Name", "Age", "Club")),
        ("<tr><td>Name<td>Age<td>Club", ("Name", "Age", "Club")),
        ("<tr><th rowspan=2>Name<th colspan=2>In 2025<tr><th>Age<th>Club",
         ("Name", "In 2025 Age", "In 2025 Club")),
        ("<tr><th colspan=3>All players<tr><th>Name<th>Age<th>Club", ("Name", "Age", "Club")),
        ("<tr><th>Name<td>Age<th>Club", ("Name", "Age", "Club")),
        ("<tr><th>Name<br>of player<th>Age<th>Club", ("Name of player", "Age", "Club")),
    ],
)  # fmt: skip
def test_rows_of_headers_name_the_columns(head: str, names: tuple[str, ...]) -> None:
    body = "".join(f"<tr><td>Player {word}<td>{age}<td>Reds" for word, age in
                   zip(("one", "two", "three"), (21, 34, 19), strict=True))  # fmt: skip
    table = read(f"<table>{head}{body}</table>")
    assert table is not None
    assert table.names == names
    assert len(table.records) == 3


def test_repeated_headers_and_sums_are_no_records_and_rows_across_are_groups() -> None:
    head = "<tr><th>Boat<th>Berth<th>Length</tr>"
    table = read(
        f"<table>{head}<tr><td colspan=3>North pier<tr><td>Alma<td>A1<td>9<tr><td>Birte<td>A2<td>7"
        f"{head}<tr><td colspan=3>South pier<tr><td>Clara<td>B1<td>12"
        "<tfoot><tr><td>Sum<td><td>28</tfoot></table>"
    )
    assert table is not None
    assert [table.grid.rows[row] for row in table.records] == sorted(
        table.grid.rows[row] for row in table.records
    )
    assert table.groups == ("North pier", "North pier", "South pier")


def test_rows_across_below_each_row_tell_more_of_it() -> None:
    pairs = "".join(f"<tr><td>{n}<td>Boat {n}<td>A{n}<tr><td colspan=3>More of boat {n}."
                    for n in range(1, 6))  # fmt: skip
    source = f"<table><tr><th>No.<th>Boat<th>Berth{pairs}</table>"
    table = read(source)
    assert table is not None
    assert set(table.groups) == {None}
    found = extract(source, emit="all")["records"]
    assert [one["fields"]["berth"] for one in found] == ["A1", "A2", "A3", "A4", "A5"]
    assert all(f"More of boat {n}." in one["fields"].values() for n, one in enumerate(found, 1))


def test_headers_that_differ_from_section_to_section_name_groups() -> None:
    sections = "".join(
        f"<tr><th>Board<th>{home}<th>Rating<tr><td>1<td>Ona<td>1500<tr><td>2<td>Jens<td>1400"
        for home in ("Saltby", "Wold", "Quay")
    )
    table = read(f"<table>{sections}</table>")
    assert table is not None
    assert table.names == ("Board", "", "Rating")
    assert table.groups == ("Saltby", "Saltby", "Wold", "Wold", "Quay", "Quay")


def test_a_month_of_days_is_no_data() -> None:
    head = "".join(f"<th>{day}" for day in "MTWTFSS")
    weeks = "".join(
        f"<tr>{''.join(f'<td>{day}' for day in range(first, first + 7))}" for first in (1, 8, 15)
    )
    assert read(f"<table><tr>{head}{weeks}</table>") is None


@pytest.mark.parametrize(
    "source",
    [
        "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
        "<table><tr><td><table><tr><td>a<td>b</table><td>c<tr><td>d<td>e</table>",
        "<table><tr><td>a<td>b</table>",
        "<table><tr><td>a<tr><td>b</table>",
        "<table></table>",
    ],
)
def test_tables_that_lay_out_are_none_of_data(source: str) -> None:
    assert read(source) is None


def test_columns_are_called_as_their_headers_and_say_what_they_are_besides() -> None:
    lines = "".join(
        f"<tr><td><a href=/{n}>Kettle {n}</a><td>2024-05-0{n}<td>£{n}.50<td>£{n + 1}.00"
        for n in range(1, 7)
    )
    page = f"<h1>Kettles</h1><table><tr><th>Ware<th>Since<th>Price<th>Old price{lines}</table>"
    first, *_ = extract(page, url="http://x.example/")["records"]
    assert first["fields"] == {
        "ware": "Kettle 1", "url": "http://x.example/1", "since": "2024-05-01",
        "price": "£1.50", "old_price": "£2.00",
    }  # fmt: skip
    assert (first["title"], first["link"]) == ("Kettle 1", "http://x.example/1")
    assert (first["price"], first["old_price"], first["currency"]) == (1.5, 2.0, "GBP")


def test_what_stands_in_brackets_is_no_word_of_a_header() -> None:
    lines = "".join(f"<tr><td>{n}<td>PGC 0565{n}<td>15h51m" for n in range(6))
    head = "<tr><th>No.<th>Object Name<br>(* =&gt; Essential Note)<th>RA"
    found = extract(f"<table>{head}{lines}</table>", emit="all")["records"]
    assert [one["title"] for one in found] == [f"PGC 0565{n}" for n in range(6)]


def test_amounts_of_several_columns_are_never_one() -> None:
    lines = "".join(f"<tr><td>Place {n}<td>£{n}.00<td>£{n}.50<td>£{n}.25" for n in range(1, 6))
    page = f"<table><tr><th>From<th>Adult<th>Child<th>Senior{lines}</table>"
    assert extract(page, emit="all")["records"][0]["fields"] == {
        "from": "Place 1", "adult": "£1.00", "child": "£1.50", "senior": "£1.25"
    }  # fmt: skip


def test_tables_with_the_same_headers_are_one_list_with_a_group_each() -> None:
    def meetings(*days: int) -> str:
        lines = "".join(f"<tr><td>{day} May 2024<td><a href=/{day}>Agenda</a>" for day in days)
        return f"<table><tr><th>Date<th>Papers</tr>{lines}</table>"

    page = f"<h1>Meetings</h1><h2>Audit</h2>{meetings(1, 8, 9)}<h2>Finance</h2>{meetings(3, 5)}"
    found = extract(page, emit="all")["records"]
    assert [(one["fields"]["date"], one["group"]) for one in found] == [
        ("1 May 2024", "Audit"), ("8 May 2024", "Audit"), ("9 May 2024", "Audit"),
        ("3 May 2024", "Finance"), ("5 May 2024", "Finance"),
    ]  # fmt: skip


def test_tables_with_other_headers_are_other_lists() -> None:
    boats = "".join(f"<tr><td>Boat {n}<td>A{n}" for n in range(5))
    fish = "".join(f"<tr><td>Fish {n}<td>{n}40" for n in range(5))
    page = (
        f"<table class=a><tr><th>Boat<th>Berth{boats}</table>"
        f"<table class=a><tr><th>Fish<th>Kilos{fish}</table>"
    )
    assert sorted([column.name for column in region.table.columns] for region in records(page)) == [
        ["boat", "berth"],
        ["fish", "kilos"],
    ]
