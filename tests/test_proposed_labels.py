"""Fields found without examples as labels of templates."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from template_site import HOST, learned, name_of, pages, price_of, product, templates, url_of
from test_learn import save, site
from test_learn_commands import run, told

from scrapy_treesim import Page, Template, Templates, load_templates
from scrapy_treesim.templates.labels.proposed import (
    ACCEPTED,
    ProposedLabel,
    accept_labels,
    examples_of,
    proposed_labels,
)

UNLABELLED = replace(templates()[0], fields={})
GOODS = pages("goods", lambda number: product(number, bool(number % 4)), range(30, 42))


def with_facts(number: int) -> str:
    """A product with a table of facts, its rows in an order that changes."""
    facts = [("Weight", f"{number} kg"), ("Material", f"Oak {number}"), ("Made in", "Norway")]
    facts = facts[number % 3 :] + facts[: number % 3]
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts)
    return product(number).replace("<div class='about'>", f"<table>{rows}</table><div>", 1)


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


def test_a_picture_is_taken_of_its_attribute(proposed: dict[str, ProposedLabel]) -> None:
    assert {one.take for one in proposed["image"].values} == {"src"}


def test_fields_that_the_template_has_are_not_proposed() -> None:
    assert "name" in templates()[0].fields
    assert {"name", "price"}.isdisjoint(one.field for one in proposed_labels(templates()[0], GOODS))


def test_facts_are_proposed_by_their_labels_whatever_their_order() -> None:
    given = pages("goods", with_facts, range(12))
    (template,) = learned([given], {})
    found = {one.field: one for one in proposed_labels(template, given)}
    assert {"weight", "material", "made_in"} <= found.keys()
    assert [one.value for one in found["weight"].values] == [f"{n} kg" for n in range(12)]
    assert "beside Weight" in found["weight"].place


def test_accepted_labels_are_learned_as_examples_are(proposed: dict[str, ProposedLabel]) -> None:
    both = Templates().joined([UNLABELLED])
    accepted = accept_labels(both, [proposed["name"], proposed["price"]], GOODS)
    assert accepted.left_out == ()
    labelled = accepted.labelled
    (template,) = labelled.templates
    assert [*template.fields] == ["name", "price"]
    assert {name: one.found for name, one in labelled.counts[template.id].items()} == {
        "name": 12, "price": 9,
    }  # fmt: skip
    match = labelled.templates.extract(Page(product(77), url_of("goods", 77)))
    assert match is not None
    assert match.fields == {"name": name_of(77), "price": price_of(77)}


def test_what_no_rule_can_be_learned_for_is_told(proposed: dict[str, ProposedLabel]) -> None:
    name = proposed["name"]
    wrong = replace(
        name,
        field="wrong",
        values=tuple(replace(one, value="Nothing of it") for one in name.values),
    )
    accepted = accept_labels(Templates().joined([UNLABELLED]), [wrong, name], GOODS)
    assert [*accepted.labelled.templates[0].fields] == ["name"]
    (line,) = accepted.left_out
    assert line.startswith("wrong is left out: ")
    assert "\n" not in line


def test_examples_are_of_the_surest_values(proposed: dict[str, ProposedLabel]) -> None:
    surest = max(proposed["price"].values, key=lambda one: one.probability)
    first = examples_of(proposed["price"], GOODS)[0]
    assert first.fields == {"price": surest.value}
    assert first.nodes == {"price": [surest.node]}


@pytest.mark.parametrize(
    "given", [[], [Page("")], [Page("<p>a")] * 3, [Page("<table><tr><th>:<td>", "x:/")] * 2]
)
def test_nothing_is_proposed_of_pages_that_say_nothing(given: list[Page]) -> None:
    assert proposed_labels(UNLABELLED, given) == ()


def test_a_template_without_an_outline_has_proposals_too() -> None:
    bare: Template = replace(UNLABELLED, outline=None)
    assert {"name", "price"} <= {one.field for one in proposed_labels(bare, GOODS)}


# The command


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proposed")
    save(folder / "pages.jsonl", site())
    done = run(folder, "learn", "pages.jsonl", "-o", "t.json", "--workers", "1")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    for name in ("pages.jsonl", "t.json"):
        shutil.copy(made / name, tmp_path / name)
    return tmp_path


def test_proposals_are_printed_and_nothing_is_written(folder: Path) -> None:
    before = (folder / "t.json").read_bytes()
    done = run(folder, "label", "t.json", "--propose", "--pages", "pages.jsonl")
    assert done.returncode == 0, done.stderr
    assert f"{HOST}/1: 20 pages of it looked at" in done.stdout
    lines = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert "100%" in lines["name"]
    assert "75%" in lines["price"]
    assert (folder / "t.json").read_bytes() == before


def test_the_surest_proposals_are_accepted(folder: Path) -> None:
    done = run(folder, "label", "t.json", "--propose", "--accept", "--pages", "pages.jsonl")
    assert done.returncode == 0, done.stderr
    assert "price on 15 of 20 pages" in done.stdout
    found = load_templates(folder / "t.json")
    match = found.extract(Page(product(77), url_of("goods", 77)))
    assert match is not None
    assert match.fields["name"] == name_of(77)
    assert match.fields["price"] == price_of(77)
    again = run(folder, "label", "t.json", "--propose", "--accept", "--pages", "pages.jsonl")
    assert again.returncode == 0, again.stderr
    assert load_templates(folder / "t.json") == found


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--propose"], "--propose wants --pages"),
        (["--accept", "--show", "x"], "--accept is for what --propose finds"),
        (["--propose", "--show", "x", "--pages", "pages.jsonl"], "--examples, --show or --propose"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    folder: Path, options: list[str], said: str
) -> None:
    done = run(folder, "label", "t.json", *options)
    assert done.returncode == 2
    assert said in told(done)
