"""Truth of rendered sites as labels of the corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scrapy_treesim.network.weights import PAGE_KINDS
from training.bare import bare_page
from training.corpus import BODY, COMMENT, ITEM, MAIN, POST, RECORD, table_of
from training.data_set import write_set
from training.farm import corpus_truth, design_of, farm_pages, is_closed, part_of

SENTENCE = "The ferry to the northern pier leaves at seven in the morning"
ARTICLE = f"<body><nav><a>Home</a></nav><main><h1>Ferry</h1><p>{SENTENCE}.</p></main></body>"
LIST = "".join(
    f'<div class="row"><a href="/{n}">The {n} ferry</a> <i>Number {n}</i></div>' for n in range(4)
)
THREAD = "".join(f"<div><b>Ann {n}</b><p>{SENTENCE}, says {n}.</p></div>" for n in range(3))
ROW = {"id": "p", "site": "s", "lang": "en", "url": "https://s.example/"}
POSTS = [{"xpath": f"/html/body/div[{n + 1}]", "text": f"{SENTENCE}, says {n}."} for n in range(3)]
RECORDS = [{"title": f"The {n} ferry", "xpath": f"/html/body/div[{n + 1}]"} for n in range(3)]


def labels_of(truth: dict[str, Any], html: str) -> dict[str, Any]:
    table = table_of("farm", corpus_truth(ROW | truth), html.encode(), 1.0)
    assert table is not None
    return table


def test_text_and_kind_of_an_article_are_labels() -> None:
    table = labels_of({"kind": "article", "text": f"{SENTENCE}."}, ARTICLE)
    assert table["labels"][:, MAIN].tolist() == [0, 0, 1]
    assert (table["labels"][:, RECORD] == 0).all()
    assert (table["element_labels"][:, POST] == 0).all()
    assert PAGE_KINDS[table["kind"][0]] == "article"


def test_records_are_labels_and_main_text_is_not_known() -> None:
    table = labels_of({"kind": "list", "records": RECORDS}, f"<body>{LIST}</body>")
    assert (table["labels"][:, MAIN] == -1).all()
    assert (table["element_labels"][:, ITEM] == 1).sum() == 3
    assert 0 in table["labels"][:, RECORD]


def test_of_a_list_that_may_go_on_only_what_lies_between_its_records_is_known() -> None:
    truth = {"kind": "list", "records": RECORDS, "complete": False}
    table = labels_of(truth, f"<body>{LIST}</body>")
    assert set(table["labels"][:, RECORD].tolist()) == {-1, 1}


def test_posts_of_a_thread_are_comments_and_its_main_text() -> None:
    table = labels_of({"kind": "thread", "posts": POSTS}, f"<body>{THREAD}</body>")
    assert (table["element_labels"][:, POST] == 1).sum() == 3
    assert (table["labels"][:, COMMENT] == 1).all()
    assert table["labels"][:, BODY].tolist() == [0, 1] * 3
    assert (table["labels"][1::2, MAIN] == 1).all()


@pytest.mark.parametrize(
    "truth",
    [
        {"kind": "thread", "posts": POSTS[:1]},
        {"kind": "article", "text": SENTENCE, "comments": None},
    ],
)
def test_a_single_post_and_unmatched_comments_are_not_known(truth: dict[str, Any]) -> None:
    assert "comments" not in corpus_truth(ROW | truth)


def test_designs_of_the_closed_part_are_never_read(tmp_path: Path) -> None:
    designs = [f"design {number}" for number in range(12)]
    for design in designs:
        truth = {"kind": "article", "text": SENTENCE, "family": design}
        write_set(tmp_path / design, [(ROW | truth | {"id": design}, ARTICLE)])
    read = {design_of(page.truth) for page, _ in farm_pages(tmp_path)}
    assert read == {design for design in designs if part_of(design) != 2}
    assert 0 < len(read) < len(designs)
    assert is_closed({"site": next(name for name in designs if name not in read)})


def bare_table(truth: dict[str, Any], html: str) -> dict[str, Any]:
    bare = bare_page({"id": "r", "title": "Ferries"} | truth, html.encode())
    assert bare is not None
    table = table_of("farm", *bare, 1.0)
    assert table is not None
    return table


def test_a_bare_list_has_its_records_and_next_to_nothing_around_them() -> None:
    rows = "".join(f"<li class=row><a>Ferry {n}</a> <b>{n}.50</b></li>" for n in range(4))
    source = f"<body><p>{SENTENCE}.</p><ul>{rows}</ul></body>"
    paths = [{"xpaths": [f"/html/body/ul/li[{n + 1}]"]} for n in range(4)]
    table = bare_table({"kind": "list", "regions": [{"records": paths}]}, source)
    assert (table["element_labels"][:, ITEM] == 1).sum() == 4
    assert (table["labels"][:, RECORD] == 1).sum() >= len(table["labels"]) - 2
    assert PAGE_KINDS[table["kind"][0]] == "list"


def test_a_bare_thread_has_its_posts() -> None:
    posts = [post | {"xpath": post["xpath"].replace("body", "body/main")} for post in POSTS]
    source = f"<body><main>{THREAD}</main><footer>{SENTENCE}.</footer></body>"
    table = bare_table({"kind": "thread", "comments": posts}, source)
    assert (table["element_labels"][:, POST] == 1).sum() == 3
    assert (table["labels"][:, COMMENT] == 1).sum() >= len(table["labels"]) - 1


def test_a_page_without_known_places_is_not_cut() -> None:
    assert bare_page({"id": "r", "kind": "list"}, LIST.encode()) is None
