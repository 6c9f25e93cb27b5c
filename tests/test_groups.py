"""Groups of records, what names a record, its pictures, and what is in doubt."""

from __future__ import annotations

import pytest

from scrapy_treesim import Page, explain, extract, similar

NAMES = ("Alma", "Birte", "Clara", "Dora", "Elsa", "Frida")


def cards(names: tuple[str, ...], tag: str = "h4") -> str:
    """A list of records with a heading each."""
    return "".join(
        f"<li class=boat><{tag}><a href=/{name}>The boat {name}</a></{tag}><p>It lies at berth "
        f"{number} of the north pier, and may be hired by the day.</p></li>"
        for number, name in enumerate(names)
    )


def test_headings_between_lists_are_the_groups_of_their_records() -> None:
    page = Page(
        f"<h1>Boats</h1><h2>North pier</h2><ul>{cards(NAMES[:3])}</ul>"
        f"<h2>South pier</h2><ul>{cards(NAMES[3:])}</ul>"
    )
    assert [(one.text.split("\n")[0], one.group) for one in similar(page, "li")] == [
        *((f"The boat {name}", "North pier") for name in NAMES[:3]),
        *((f"The boat {name}", "South pier") for name in NAMES[3:]),
    ]


@pytest.mark.parametrize(
    "above",
    [
        "<h1>Boats</h1>",
        f"<h2>Boats</h2><p>{'Before all of them comes a long text. ' * 9}</p>",
        "<div><h2>Boats</h2><p>of the year</p></div>",
    ],
)
def test_a_heading_of_more_than_the_list_is_no_group(above: str) -> None:
    found = similar(Page(f"{above}<ul>{cards(NAMES)}</ul>"), "li")
    assert {one.group for one in found} == {None}


def test_the_heading_of_a_record_that_was_missed_is_no_group() -> None:
    page = Page(f"<ul>{cards(NAMES[:3])}</ul><h4>Another boat</h4><ul>{cards(NAMES[3:])}</ul>")
    assert {one.group for one in similar(page, "li")} == {None}


@pytest.mark.parametrize(
    "heading", ["<b>{}</b>", "<p><strong>{}</strong></p>", "<header><h4>{}</h4></header>", "{}<hr>"]
)
def test_texts_of_one_form_between_lists_are_groups(heading: str) -> None:
    north, south = heading.format("North pier"), heading.format("South pier")
    lists = [cards(names, "h4 class=name") for names in (NAMES[:3], NAMES[3:])]
    page = f"<h1>Boats</h1>{north}<ul>{lists[0]}</ul>{south}<ul>{lists[1]}</ul>"
    groups = [record.group for record in similar(Page(page), "li")]
    assert groups == ["North pier"] * 3 + ["South pier"] * 3


@pytest.mark.parametrize(
    "line", ["Page: <a href=?1>1</a> <a href=?2>2</a>", "Showing 7 - 12 of 91"]
)
def test_a_line_of_pages_is_no_group(line: str) -> None:
    page = Page(f"<h1>Boats</h1><h3>{line}</h3><ul>{cards(NAMES)}</ul>")
    assert {record.group for record in similar(page, "li")} == {None}


def test_rows_have_groups_where_there_are_any() -> None:
    page = f"<h1>Boats</h1><h2>North pier</h2><ul>{cards(NAMES)}</ul>"
    assert [one["group"] for one in extract(page, emit="all")["records"]] == ["North pier"] * 6


def test_a_plain_text_that_each_record_has_another_of_is_its_title() -> None:
    lines = "".join(f"<li><span>The boat {name}</span> <i>{n}.5 m</i></li>"
                    for n, name in enumerate(NAMES))  # fmt: skip
    found = similar(f"<ul>{lines}</ul>", "li")
    assert [one.title for one in found] == [f"The boat {name}" for name in NAMES]


def test_two_layouts_of_one_list_share_their_columns() -> None:
    def hit(name: str, wrapped: bool) -> str:
        inside = f"<h3><a href=/{name}>The boat {name}</a></h3><p>It is for hire by the day.</p>"
        return f"<li>{f'<div class=wide>{inside}</div>' if wrapped else inside}</li>"

    page = "".join(hit(name, number % 3 == 1) for number, name in enumerate(NAMES))
    found = similar(f"<ul>{page}</ul>", "li", threshold=0.2)
    assert [one.title for one in found] == [f"The boat {name}" for name in NAMES]


def test_what_the_page_calls_the_same_is_one_column_in_any_layout() -> None:
    def story(name: str, number: int) -> str:
        heading = f"<h4 class=heading><a href=/{name}>The boat {name}</a></h4>"
        inside = f"{heading}<p class=lead>It is for hire by the day, all year long.</p>"
        box = f"<div class=box>{inside}</div>"
        return f"<li>{(box, inside, f'<div class=ads>{box}</div>')[number % 3]}</li>"

    page = "".join(story(name, number) for number, name in enumerate(NAMES))
    found = similar(f"<ul>{page}</ul>", "li", threshold=0.1)
    assert [one.title for one in found] == [f"The boat {name}" for name in NAMES]


def test_the_picture_behind_an_element_is_its_record_s() -> None:
    lines = "".join(
        f"<li><a href=/{name}><div style=\"background-image: url('/{name}.jpg')\"></div>"
        f"<h3>The boat {name}</h3></a></li>"
        for name in NAMES
    )
    found = extract(f"<ul>{lines}</ul>", url="http://x.example/", emit="all")["records"]
    assert [one["image"] for one in found] == [f"http://x.example/{name}.jpg" for name in NAMES]


def test_tags_are_one_list_and_actions_are_columns() -> None:
    lines = "".join(
        f"<li><h3>The boat {name}</h3><a class=tag>t{n}</a> <a class=tag>u{n}</a> "
        f"<a class=tag>v{n}</a></li>"
        for n, name in enumerate(NAMES)
    )
    found = similar(f"<ul>{lines}</ul>", "li")
    assert found[0]["tags"] == ["t0", "u0", "v0"]
    lines = "".join(
        f"<li><h3>The boat {name}</h3><a class=do href=/{n}/a>Hire</a> "
        f"<a class=do href=/{n}/b>Ask</a> <a class=do href=/{n}/c>Show</a></li>"
        for n, name in enumerate(NAMES)
    )
    (first, *_) = similar(f"<ul>{lines}</ul>", "li")
    assert all(isinstance(value, str) for value in first.fields.values())


def test_what_only_looks_tell_of_some_records_is_in_doubt() -> None:
    lines = "".join(
        f"<li><h3><a href=/{name}>The boat {name}</a></h3>"
        + (
            "<p>It is for hire by the day, also in winter, if the weather is good.</p>"
            if n % 2
            else ""
        )
        + "</li>"
        for n, name in enumerate(NAMES)
    )
    page = Page(f"<ul>{lines}</ul>")
    found = extract(page, emit="all")["records"]
    assert [one["doubtful"] for one in found] == [[], ["description"]] * 3
    columns = {one.name: one for one in explain(page, "records") if one.name.startswith("column ")}
    assert columns["column description"].confidence < columns["column title"].confidence
