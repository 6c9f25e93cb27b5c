"""The table of articles beside other extractors."""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import pytest

from benchmarks import batch_peers
from benchmarks.pages import DataSet, LabelledPage
from benchmarks.peers import DEFAULT, function_of, golds_of, named_set, pairs_of
from benchmarks.peers_runner import PEERS
from benchmarks.peers_table import Golds, Measured, cost_table, groups_of, measured, table
from benchmarks.quality import tokens
from benchmarks.record_peers import ours, scored

TEXT = "one two three four five six seven eight"


@pytest.fixture
def pages(tmp_path: Path) -> DataSet:
    rows = [
        {"id": "a", "url": "", "lang": "en", "page_type": "article", "text": TEXT, "site": "x"},
        {"id": "b", "url": "", "lang": "hu", "page_type": "forum", "text": TEXT, "site": "x"},
        {"id": "c", "url": "", "text": TEXT, "site": "x"},
        {"id": "d", "url": "", "lang": "en", "text": "", "site": "x"},
    ]
    (tmp_path / "pages").mkdir()
    html = gzip.compress(f"<body><p>{TEXT}</p></body>".encode())
    for row in rows:
        (tmp_path / "pages" / f"{row['id']}.html.gz").write_bytes(html)
    (tmp_path / "other.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return DataSet(tmp_path, "other.jsonl")


@pytest.fixture
def golds(pages: DataSet) -> Golds:
    return {"some": golds_of(pages, None)}


def answers(golds: Golds, text: str) -> dict[str, dict[str, Measured]]:
    made = {"text": text, "cpu": 2.0, "parse_cpu": 1.0, "error": ""}
    return {
        name: measured([{"id": page, **made} for page in golds[name]], golds[name])
        for name in golds
    }


def test_pages_without_a_text_are_left_out(golds: Golds) -> None:
    assert golds["some"].keys() == {"a", "b", "c"}
    assert golds["some"]["a"].tokens == tokens(TEXT)


@pytest.mark.parametrize(
    ("by", "sizes"),
    [
        ("set", {"some, articles": 1, "some, all": 3}),
        ("lang", {"en": 1, "others": 1, "not told": 1, "all": 3}),
        ("type", {"article": 1, "forum": 1, "not told": 1, "all": 3}),
    ],
)
def test_rows(golds: Golds, by: str, sizes: dict[str, int]) -> None:
    assert {name: len(pages) for name, pages in groups_of(golds, by).items()} == sizes


def test_the_best_peers_and_ours(golds: Golds) -> None:
    half = "one two three four five six"
    made = {
        "ours": answers(golds, TEXT),
        "good 1.0": answers(golds, half),
        "bad 1.0": answers(golds, "something else entirely is said"),
    }
    said = table(made, golds, "lang").splitlines()
    row = [cell.strip() for cell in said[2].strip("|").split("|")]
    assert row == [
        "en", "1", "1.000 / 100.0", "0.750 / 0.0", "0.000 / 0.0",
        "good 0.750", "good 0.0", "+0.250 / +100.0",
    ]  # fmt: skip
    assert said[-1] == "ours above the best peer: F1 in 4, satisfied in 4 of 4 rows"


def test_an_extractor_that_lacks_a_set_has_no_figure_of_its_pages(golds: Golds) -> None:
    two = {**golds, "more": golds["some"]}
    made = {"ours": answers(two, TEXT), "one 1.0": answers(golds, TEXT)}
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table(made, two).splitlines()[2:6]
    ]
    assert [(row[0], row[3]) for row in rows] == [
        ("some, articles", "1.000 / 100.0"),
        ("some, all", "1.000 / 100.0"),
        ("more, articles", ""),
        ("more, all", ""),
    ]


def test_the_cost_is_told_beside_the_quality(golds: Golds) -> None:
    two = {**golds, "more": golds["some"]}
    made = {"ours": answers(two, TEXT), "one 1.0": answers(golds, TEXT)}
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in cost_table(made, two).splitlines()
    ]
    assert rows[0] == ["CPU over the parse", "pages", "ours", "one 1.0"]
    assert rows[2] == ["some, articles", "1", "2.0 (2.0)", "2.0 (2.0)"]
    assert rows[4] == ["more, articles", "1", "2.0 (2.0)", ""]


def test_records_of_a_peer_are_measured() -> None:
    html = "<ul>" + "".join(f"<li>thing {n}</li>" for n in range(4)) + "</ul><p>a</p><p>b</p>"
    items = [[f"/html/body/ul/li[{n}]"] for n in range(1, 5)]
    truth = {"regions": [{"records": [{"xpaths": one} for one in items]}]}
    page = LabelledPage("a", "https://x.example/", html.encode(), truth)
    others = [["/html/body/p[1]"], ["/html/body/p[2]"]]
    made = {"id": "a", "cpu": 3.0, "parse_cpu": 1.0, "error": ""}
    right = scored([page], [{**made, "regions": [items, others]}])
    assert (right.first, right.whole, right.exact, right.ratios) == ([1.0], [0.8], 1, [3.0])
    wrong = scored([page], [{**made, "regions": [others, items], "error": "KeyError"}])
    assert (wrong.first, wrong.whole, wrong.exact, wrong.failed) == ([0.0], [0.8], 0, 1)
    assert scored([page], [{**made, "regions": []}]).first == [0.0]
    (own,) = ours([page])
    assert (own["id"], own["error"]) == ("a", "")


def test_what_batch_commands_wrote_is_read_by_page(tmp_path: Path, golds: Golds) -> None:
    (tmp_path / "article").mkdir()
    line = json.dumps({"url": "file:///x/0-a%20b.html", "text": TEXT})
    (tmp_path / "article" / "part-00000.jsonl").write_text(line + "\n")
    (tmp_path / "0-c.json").write_text(json.dumps({"text": TEXT}))
    assert dict(batch_peers.our_texts(tmp_path)) == {"0-a b": TEXT}
    assert dict(batch_peers.trafilatura_texts(tmp_path)) == {"0-c": TEXT}
    runs = [batch_peers.Run(wall, 2.0, 50_000_000, {"a": TEXT}) for wall in (1.0, 2.0, 4.0)]
    line = batch_peers.told("some", 2, runs, 100, 0.5, {"a": golds["some"]["a"]})
    assert line.split() == "some 2 50 (25 to 100) 4.0 50 1.000 / 100.0".split()


def test_sets_that_lie_elsewhere() -> None:
    assert named_set("a=b/c") == ("a", DataSet(Path("b/c")))
    assert named_set("a=b/c:t.jsonl") == ("a", DataSet(Path("b/c"), "t.jsonl"))
    with pytest.raises(argparse.ArgumentTypeError):
        named_set("a")


def test_peers_for_forums_get_sets_of_forums_unless_named(pages: DataSet) -> None:
    sets = {"wcxb": pages, "magic_forum": pages}
    usual = pairs_of(sets, None)
    assert {peer for _, peer in usual} == set(DEFAULT) <= set(PEERS)
    assert [name for name, peer in usual if peer == "magic-html-forum"] == ["magic_forum"]
    assert len(pairs_of(sets, ["magic-html-forum"])) == 2


def test_another_function_as_ours() -> None:
    assert function_of(f"{__name__}:shouted")(b"", "") == "LOUD"


def shouted(html: bytes, url: str) -> str:
    """An extractor to be named."""
    return "LOUD"
