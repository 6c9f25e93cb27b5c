"""A page as one Markdown document, and documents cut into chunks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sized
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from trees import examples

import scrapy_treesim as treesim
from benchmarks.hostile_markdown import hostile_page

SITE = Path(__file__).parents[1] / "example_project" / "site"
POST = SITE / "blog" / "night-train-to-vestmar.html"
TEXT = "The ferry is back, after a winter in the yard and a spring of waiting for parts. "


def page_of(inside: str) -> str:
    return f"<h1>The ferry returns</h1>{inside}{6 * f'<p>{TEXT}</p>'}"


def test_a_document_begins_with_its_headline() -> None:
    page = treesim.Page(POST)
    found = treesim.article(page)
    assert found is not None
    assert treesim.markdown(page) == f"# {found.headline}\n\n{found.markdown}\n"
    assert treesim.markdown(page, headline=False) == f"{found.markdown}\n"


def test_a_page_without_main_text_is_no_document() -> None:
    assert treesim.markdown("<p>Log in") == ""


def test_front_matter_is_json_by_lines() -> None:
    written = treesim.markdown(POST, front_matter=True)
    _, head, body = re.split(r"^---$", written, flags=re.M, maxsplit=2)
    values = {
        name: json.loads(value)
        for name, _, value in (line.partition(": ") for line in head.strip().splitlines())
    }
    assert values["title"] == "Notes from the night train to Vestmar"
    assert (values["date"], values["language"]) == ("2024-04-20", "en")
    assert values["tags"] == ["trains", "travel", "sleep", "north"]
    assert body.startswith("\n\n# Notes from the night train")


def test_front_matter_is_not_written_by_a_page() -> None:
    title = "Ferry\n---\nevil: true"
    source = f'<meta property="og:description" content="{title}">{page_of("")}'
    head = treesim.markdown(source, front_matter=True).partition("\n---\n")[0]
    assert "evil: true" not in head.splitlines()


SIGNS = "<>&[]!()*_`{}$~"


@examples(100)
@given(title=st.text(alphabet=f"{SIGNS}\\\"'ab #-:船\u2028\u2029", min_size=1, max_size=30))
def test_front_matter_of_any_title_has_no_markup_and_says_the_same(title: str) -> None:
    title = f"Ship {title} home"
    source = f"{page_of('')}<script type='application/ld+json'>" + json.dumps(
        {"@type": "Article", "headline": title, "keywords": [title], "description": title}
    ).replace("</", "<\\/")
    head = treesim.markdown(source, front_matter=True).split("---\n")[1]
    values = dict(line.split(": ", 1) for line in head.splitlines())
    assert {*values} == {"title", "tags", "description"}
    assert json.loads(values["description"]) == " ".join(title.split())
    assert json.loads(values["tags"]) == [json.loads(values["description"])]
    assert not {*SIGNS} & {*values["title"], *values["description"], *values["tags"][1:-1]}


def test_links_images_and_tables_can_be_left_out() -> None:
    source = page_of(
        f'<p>{TEXT}<a href="/map">The map</a><img src="/a.png" alt="Ferry"></p>'
        f"<table><tr><td>{TEXT}<td>{TEXT}<tr><td>{TEXT}<td>{TEXT}</table>"
    )
    page = treesim.Page(source, "https://e.example/")
    whole = treesim.markdown(page)
    assert "[The map](https://e.example/map)" in whole
    assert "![Ferry](https://e.example/a.png)" in whole
    assert "| --- |" in whole
    bare = treesim.markdown(page, links=False, images=False, tables=False)
    assert "The map" in bare
    assert not re.search(r"\]\(|!\[|\| ---", bare)
    assert bare.count(TEXT.strip()) == whole.count(TEXT.strip())


def test_comments_are_quotations_inside_what_they_answer() -> None:
    written = treesim.markdown(POST, comments=True)
    assert written.startswith(treesim.markdown(POST).rstrip())
    assert "\n> **Edmund Pryce, 2024-04-20T13:55:00**\n>\n> Are bicycles allowed now?" in written
    assert "\n> > **Signe Norrby, 2024-04-20T16:15:00**\n> >\n> > Two per train" in written


def test_chunks_have_the_path_of_their_headings() -> None:
    written = "Begin.\n\n# A\n\n## B\n\nOne.\n\n### C\n\nTwo.\n\n## D\n\n# E\n\nThree.\n"
    assert [(one.headings, one.text) for one in treesim.chunks(written)] == [
        ((), "Begin."),
        (("A", "B"), "One."),
        (("A", "B", "C"), "Two."),
        (("A", "D"), ""),
        (("E",), "Three."),
    ]


def test_a_long_section_is_cut_between_its_blocks() -> None:
    code = "```python\n# no heading\n\nx = 1\n```"
    written = f"# A\n\n{'one ' * 30}\n\n{'two ' * 30}\n\n{code}\n\n> ```\n>\n> # none\n> ```\n"
    found = treesim.chunks(written, 150)
    assert [one.headings for one in found] == [("A",)] * 3
    assert found[2].text == f"{code}\n\n> ```\n>\n> # none\n> ```"
    with pytest.raises(ValueError, match="give 1 or more"):
        treesim.chunks(written, 0)


@pytest.mark.parametrize("before", ["", "- ", "1. ", "10. ", "> ", "> - ", "- - ", "> 2. - > "])
def test_code_that_is_first_in_an_item_ends_where_its_fence_does(before: str) -> None:
    inner = "".join(sign if sign in "> " else " " for sign in re.sub("[-0-9.]", " ", before))
    code = f"{before}```\n{inner}# a\n\n{inner}b\n{inner}```"
    written = f"{code}\n\n# A\n\nOne.\n\n## B\n\nTwo."
    assert [(one.headings, one.text) for one in treesim.chunks(written)] == [
        ((), code),
        (("A",), "One."),
        (("A", "B"), "Two."),
    ]


@pytest.mark.parametrize("most", [20, 200, 1_000])
def test_chunks_of_hostile_pages_are_as_long_as_they_may_be(most: int) -> None:
    for number in range(40):
        written = treesim.markdown(hostile_page(3, number))
        for one in treesim.chunks(written, most):
            tokens = MarkdownIt("commonmark").parse(one.text)
            code = [token.map for token in tokens if token.type in ("fence", "code_block")]
            inside = {line for lines in code if lines for line in range(*lines)}
            lines = [
                line for number, line in enumerate(one.text.split("\n")) if number not in inside
            ]
            # Those of items are part of the items.
            assert not any(re.match("#{1,6} ", line) for line in lines), written
            assert len(one.text) <= most or all(map(str.strip, lines)), written


INLINE = "```` a``b ```` is how `c` is written."
BLOCKS = [
    INLINE,
    "# A",
    "## B",
    "### *C*",
    "Text.",
    "Two\nlines.",
    "* item",
    "```\n# code\n\nmore\n```",
    "---",
]


@examples(200)
@given(st.lists(st.sampled_from(BLOCKS)), st.integers(1, 40))
def test_nothing_is_lost_and_nothing_comes_twice(blocks: list[str], most: int) -> None:
    found = treesim.chunks("\n\n".join(blocks), most)
    written = [block for one in found for block in one.text.split("\n\n") if block]
    plain = "\n\n".join(block for block in blocks if not block.startswith("#")).split("\n\n")
    assert written == [block for block in plain if block]
    headings = {heading for one in found for heading in one.headings}
    assert headings == {block.lstrip("# ") for block in blocks if block.startswith("#")}


SIZES: list[Callable[[str], int | Sized]] = [
    len,
    str.encode,
    str.split,
    lambda text: ["[CLS]", *re.findall(r"\w+|[^\w\s]", text), "[SEP]"],
    # More for the whole than for its parts, none at all, and none for some.
    lambda text: len(text) ** 2 // 10,
    lambda text: 0,
    lambda text: text.count("x"),
]


@examples(300)
@given(
    st.lists(st.sampled_from(["", "x", "xx x, xx", "x x x x x x x x", "#"]), max_size=25),
    st.integers(1, 40),
    st.data(),
)
def test_sizes_and_overlaps_are_as_asked(kinds: list[str], most: int, data: st.DataObject) -> None:
    # Numbered, so that a block that comes twice is known.
    blocks = [f"{number}{kind}" if kind != "#" else "# A" for number, kind in enumerate(kinds)]
    overlap = data.draw(st.integers(0, most // 2))
    size = data.draw(st.sampled_from(SIZES))

    def count(of: list[str], after: str = "") -> int:
        counted = size("\n\n".join(of) + after)
        return counted if isinstance(counted, int) else len(counted)

    seen: list[str] = []
    for chunk in treesim.chunks("\n\n".join(blocks), most, overlap=overlap, size=size):
        inside = chunk.text.split("\n\n") if chunk.text else []
        assert len(inside) <= 1 or count(inside) <= most
        known = sum(block in seen for block in inside)
        assert inside[:known] == seen[len(seen) - known :]
        assert known < max(1, len(inside))
        assert sum(max(1, count([block], "\n\n")) for block in inside[:known]) <= overlap
        if size is len and seen and not chunk.headings:
            longer = seen[-known - 1 :]
            assert count(longer, "\n\n") > overlap or count([*longer, inside[known]]) > most
        seen += inside[known:]
    assert seen == [block for block in blocks if block != "# A"]


def test_an_overlap_is_at_most_half_of_a_chunk() -> None:
    found = treesim.chunks(
        "# A\n\none two\n\nthree\n\nfour\n\n# B\n\nfive", 3, overlap=1, size=str.split
    )
    assert [one.text for one in found] == ["one two\n\nthree", "three\n\nfour", "five"]
    for overlap in (-1, 3):
        with pytest.raises(ValueError, match="half of max_size"):
            treesim.chunks("", 5, overlap=overlap)


@pytest.mark.parametrize(
    "path",
    sorted({*SITE.rglob("*.html")} - {SITE / "odd" / "image.html"}),
    ids=lambda path: path.stem,
)
def test_chunks_of_a_page_are_its_headings_and_its_text(path: Path) -> None:
    written = treesim.markdown(path)
    tokens = MarkdownIt("commonmark").parse(written)
    # Those of items are part of the items.
    outer = [token for token in tokens if token.type == "heading_open" and not token.level]
    headings = [token.map[0] for token in outer if token.map]
    found = treesim.chunks(written, 500)
    assert len({one.headings for one in found} - {()}) <= len(headings)
    assert "".join(one.text.replace("\n", "") for one in found) == "".join(
        line for number, line in enumerate(written.splitlines()) if number not in headings
    )
