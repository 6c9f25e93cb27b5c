"""Fields found without examples as labels of templates."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from kind_pages import article, goods_list, thread
from template_site import HOST, learned, name_of, pages, post, price_of, product, url_of
from test_learn import save
from test_learn_commands import run, succeeds, told

from scrapy_treesim import Page, Templates
from scrapy_treesim.files.corpus import open_corpus
from scrapy_treesim.inspector.inspection import InspectedPage, Inspection, InspectionFiles
from scrapy_treesim.inspector.labels.labelling import Labelling
from scrapy_treesim.inspector.labels.values import Label
from scrapy_treesim.templates.labels.labelling import Labelled
from scrapy_treesim.templates.labels.proposed import (
    ACCEPTED,
    MAX_PROPOSED,
    ProposedLabel,
    accept_labels,
    proposed_labels,
)


def sold(number: int, price: bool = True) -> str:
    """A product that can be bought, with facts whose order changes."""
    facts = [("Weight", f"{number} kg"), ("Material", f"Oak {number}"), ("Made in", "Norway")]
    facts = facts[number % 3 :] + facts[: number % 3]
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts)
    more = (
        f"<table class='facts'>{rows}</table><form class='buy' action='/cart'><label>Quantity "
        "<input name='qty'></label><button class='add-to-cart'>Add to cart</button></form>"
        "<p class='stock'>In stock</p><div class='about'>"
    )
    return product(number, price).replace("<div class='about'>", more, 1)


def goods(numbers: Iterable[int]) -> list[Page]:
    return pages("goods", lambda number: sold(number, bool(number % 4)), numbers)


UNLABELLED = Templates().joined(learned([goods(range(20)), pages("news", post, range(20))], {}))[0]
NOTHING = Labelled(Templates((UNLABELLED,)), {}, {}, {})
"""A template before anything of it is labelled."""

GOODS = goods(range(30, 42))


@pytest.fixture(scope="module")
def proposed() -> dict[str, ProposedLabel]:
    return {one.field: one for one in proposed_labels(UNLABELLED, GOODS)}


def test_fields_are_proposed_where_they_stand_on_most_pages(
    proposed: dict[str, ProposedLabel],
) -> None:
    name, price = proposed["name"], proposed["price"]
    assert [one.value for one in name.values] == [name_of(number) for number in range(30, 42)]
    assert name.share == 1.0
    assert name.place.endswith("main.product > h1.name")
    # One product in four has no price.
    assert price.share == 0.75
    assert [one.value for one in price.values][:2] == [price_of(30), price_of(31)]
    assert price.on(0) == price.values[0]
    assert price.on(2) is None
    assert all(0.0 <= one.score <= 1.0 for one in proposed.values())
    assert min(name.score, price.score) >= ACCEPTED


def test_fields_that_the_template_has_are_not_proposed(proposed: dict[str, ProposedLabel]) -> None:
    labelled, _ = accept_labels(NOTHING, [proposed["name"]], GOODS)
    left = proposed_labels(labelled.templates[0], GOODS)
    assert {one.field for one in left} == proposed.keys() - {"name"}


def test_facts_are_proposed_by_their_labels_whatever_their_order(
    proposed: dict[str, ProposedLabel],
) -> None:
    assert {"weight", "material", "made_in"} <= proposed.keys()
    weights = [one.value for one in proposed["weight"].values]
    assert weights == [f"{number} kg" for number in range(30, 42)]
    assert "beside Weight" in proposed["weight"].place


@pytest.mark.parametrize("make", [article, goods_list, thread])
def test_templates_of_lists_and_articles_have_none(make: Callable[[], str]) -> None:
    assert proposed_labels(UNLABELLED, [Page(make(), url_of("news", n)) for n in range(3)]) == ()


def test_what_no_rule_can_be_learned_for_is_told(proposed: dict[str, ProposedLabel]) -> None:
    name = proposed["name"]
    wrong = replace(
        name,
        field="wrong",
        values=tuple(replace(one, value="Nothing of it") for one in name.values),
    )
    labelled, (line,) = accept_labels(NOTHING, [wrong, name], GOODS)
    assert [*labelled.templates[0].fields] == ["name"]
    assert line.startswith("wrong is left out: ")
    assert "\n" not in line


@pytest.mark.parametrize(
    "given", [[], [Page("")], [Page("<p>a")] * 3, [Page("<table><tr><th>:<td>", "x:/")] * 2]
)
def test_nothing_is_proposed_of_pages_that_say_nothing(given: list[Page]) -> None:
    assert proposed_labels(UNLABELLED, given) == ()


def firm(number: int, more: str = "") -> str:
    """A page about a firm, whose facts stand beside texts and in elements of all kinds."""
    return (
        f"<title>Firms</title><body><nav><a href='/'>Home</a></nav><h1>Firm of {number}</h1>"
        f"<div><b>Founded in</b><i>{1900 + number}</i></div><div class='owner'>Ann {number}</div>"
        f"<table><tr><td>Town</td><td>Ville {number}</td></tr></table><p>Call {number}7!</p>"
        f"<div class='logo'>The register</div><p>Ann {number}</p>{more}</body>"
    )


FIRMS = pages("firms", firm, range(10, 18))


OF_FIRMS = Templates().joined(learned([FIRMS], {}))[0]


def test_texts_that_differ_are_named_by_what_stands_before_or_around_them() -> None:
    found = {one.field: one for one in proposed_labels(OF_FIRMS, FIRMS)}
    values = {field: one.values[0].value for field, one in found.items()}
    assert values["founded_in"] == "1910"
    assert values["town"] == "Ville 10"
    assert values["owner"] == "Ann 10"
    assert "Firm of 10" in values.values()
    assert found["founded_in"].place.endswith(", beside Founded in")
    assert found["owner"].place.endswith("div.owner")


def test_no_more_is_proposed_than_people_look_through() -> None:
    many = "".join(f"<div><b>Fact {n}x</b><i>{{0}} of {n}</i></div>" for n in range(80))
    given = pages("firms", lambda number: firm(number, many.replace("{0}", str(number))), range(8))
    found = proposed_labels(replace(OF_FIRMS, outline=None), given)
    assert len(found) == MAX_PROPOSED
    assert len({one.field for one in found}) == MAX_PROPOSED
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


# The command


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proposed")
    shown = [(url_of("goods", n), sold(n, bool(n % 4))) for n in range(20)]
    news = [(url_of("news", number), post(number)) for number in range(12)]
    save(folder / "pages.jsonl", [*shown, *news])
    succeeds(folder, "learn", "pages.jsonl", "-o", "t.json", "--workers", "1")
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    for name in ("pages.jsonl", "t.json"):
        shutil.copy(made / name, tmp_path / name)
    return tmp_path


def test_proposals_are_printed_and_nothing_is_written(folder: Path) -> None:
    before = (folder / "t.json").read_bytes()
    done = succeeds(folder, "label", "t.json", "--propose", "--pages", "pages.jsonl")
    assert f"{HOST}/1: 20 pages of it looked at" in done.stdout
    lines = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert "100%" in lines["name"]
    assert "75%" in lines["price"]
    assert (folder / "t.json").read_bytes() == before


def test_the_surest_proposals_are_accepted(folder: Path) -> None:
    done = succeeds(folder, "label", "t.json", "--propose", "--accept", "--pages", "pages.jsonl")
    assert "price on 15 of 20 pages" in done.stdout
    found = Templates.load(folder / "t.json")
    match = found.extract(Page(sold(77), url_of("goods", 77)))
    assert match is not None
    assert match.fields["name"] == name_of(77)
    assert match.fields["price"] == price_of(77)
    succeeds(folder, "label", "t.json", "--propose", "--accept", "--pages", "pages.jsonl")
    assert Templates.load(folder / "t.json") == found


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--propose"], "--propose wants --pages"),
        (["--accept", "--examples", "x"], "--accept is for what --propose or --pending finds"),
        (["--propose", "--examples", "x", "--pages", "pages.jsonl"], "--examples, --propose or"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    folder: Path, options: list[str], said: str
) -> None:
    done = run(folder, "label", "t.json", *options)
    assert done.returncode == 2
    assert said in told(done)


# The inspector


def inspector(folder: Path, html: str = "") -> Labelling:
    page = InspectedPage("2.html", Page(html or sold(2), url_of("goods", 2)))
    written = InspectionFiles((folder / "t.json",), (), folder / "l.jsonl")
    return Labelling(Inspection([page], written, corpus=open_corpus(folder / "pages.jsonl")))


def test_the_inspector_proposes_what_one_click_labels(folder: Path) -> None:
    labelling = inspector(folder)
    proposed = {one["field"]: one for one in labelling.proposed(0)}
    assert {"name", "price", "image"} <= proposed.keys()
    assert proposed["price"]["value"] == price_of(2)
    assert proposed["price"]["part"] is None
    assert proposed["price"]["looked"] > 5
    for one in proposed.values():
        label = Label(0, one["node"], one["field"], take=one["take"], value=one["part"])
        assert [here["value"] for here in labelling.save(label)["here"]] == [one["value"]]
    found = Templates.load(folder / "t.json").extract(Page(sold(9), url_of("goods", 9)))
    assert found is not None
    assert (found.fields["name"], found.fields["price"]) == (name_of(9), price_of(9))
    assert proposed.keys().isdisjoint(one["field"] for one in labelling.proposed(0))


def test_the_browser_is_told_all_that_it_reads_and_posts_what_the_form_posts(
    folder: Path,
) -> None:
    static = files("scrapy_treesim.inspector").joinpath("static")
    script = static.joinpath("fields.js").read_text("utf-8")
    form = static.joinpath("label_form.js").read_text("utf-8")
    said = inspector(folder).proposed(0)[0]
    read = {*re.findall(r"\bproposal\.(\w+)", script)}
    pattern = r"const label = \(page, \{ ([\w, ]+) \}\) => \(\{(.*?)\}\)"
    (posted,) = re.findall(pattern, script, re.S)
    assert read | {*posted[0].split(", ")} == said.keys()
    (body,) = re.findall(r"const body = \(node\) => \(\{(.*?)\n  \}\)", form, re.S)
    names = r"^ {4}(\w+)[,:]"
    assert re.findall(names, posted[1], re.M) == re.findall(names, body, re.M)
