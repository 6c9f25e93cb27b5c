"""All that a page declares, as plain values: nested as declared, bounded, ready for JSON."""

from __future__ import annotations

import json

import pytest
from declaring import json_ld

import scrapy_treesim as treesim
from scrapy_treesim import Page, declared
from scrapy_treesim.findings.kinds import KINDS, FindingOptions
from scrapy_treesim.items import ArticleItem, DetailItem, chosen_fields, default_fields

CHAIR = {
    "@context": "https://schema.org",
    "@type": "Product",
    "name": "Oak chair",
    "image": ["/a.jpg"],
    "offers": {"@type": "Offer", "price": 120.5, "available": True, "none": None},
}
MARKED = """<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Oat cake</h1>
<p itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ada
  Vale</b></p><i itemprop="recipeIngredient">100 g oats</i>
<i itemprop="recipeIngredient">1 egg</i></div>"""
TALK = '<div vocab="https://schema.org/" typeof="Event"><b property="name">A talk</b></div>'


def test_things_are_nested_as_they_are_declared() -> None:
    meta = '<meta property="og:title" content="Chair"><meta name="a" content="1">'
    found = declared(
        meta + '<meta name="a" content="2">' + json_ld(CHAIR, [{"@id": "#x"}]) + MARKED + TALK
    )
    chair = {**CHAIR, "offers": {"@type": "Offer", "price": 120.5, "available": True}}
    assert found == {
        "json-ld": [chair, {"@id": "#x"}],
        "microdata": [
            {
                "@type": "Recipe",
                "name": "Oat cake",
                "author": {"@type": "Person", "name": "Ada Vale"},
                "recipeIngredient": ["100 g oats", "1 egg"],
            }
        ],
        "rdfa": [{"@type": "Event", "name": "A talk"}],
        "meta": {"og:title": "Chair", "a": ["1", "2"]},
    }


def test_items_have_it_on_demand() -> None:
    text = "<p>The ferry came back to the harbour after a long winter, and people waited.</p>" * 20
    page = Page(f"<title>The ferry</title><h1>The ferry</h1>{text}{json_ld(CHAIR)}")
    for item_class, kind in ((ArticleItem, "article"), (DetailItem, "detail")):
        assert "declared" not in default_fields(item_class)
        wanted = chosen_fields(item_class, ["default", "declared"])
        made = FindingOptions(emit="all", article_fields=wanted, detail_fields=wanted)
        (item,) = KINDS[kind](page, made)
        assert item["declared"] == declared(page) != {}
        (item,) = KINDS[kind](page, FindingOptions(emit="all"))
        assert "declared" not in item


RECIPE = """<title>Oat cake</title><h1>Oat cake</h1><p>It keeps for a week.</p>
<h2>{0}</h2><ul><li>100 g oats<li>1 egg<li>a pinch of salt</ul>
<h2>{1}</h2><ol><li>Mix all of it in a bowl and leave it for an hour.<li>Bake it for 20 minutes.
</ol><h2>Comments</h2><p>I liked it a lot, and so did the dog.</p>"""
INGREDIENTS = ["100 g oats", "1 egg", "a pinch of salt"]
STEPS = ["Mix all of it in a bowl and leave it for an hour.", "Bake it for 20 minutes."]


@pytest.mark.parametrize(
    "names",
    [
        ("Ingredients", "Method"),
        ("Zutaten für 4 Personen", "Zubereitung"),
        ("INGRÉDIENTS", "Préparation"),
        ("材料（2人分）", "作り方"),
    ],
)
def test_a_recipe_has_its_lists(names: tuple[str, str]) -> None:
    found = treesim.detail(RECIPE.format(*names))
    assert found is not None
    assert found.attributes["ingredients"] == INGREDIENTS
    assert found.attributes["steps"] == STEPS


def test_declared_lists_go_before_shown_ones() -> None:
    sections = [
        {"@type": "HowToSection", "name": "Base", "itemListElement": [{"text": "Grind."}]},
        {"@type": "HowToStep", "text": "Bake it &amp; wait."},
    ]
    recipe = {
        "@type": "Recipe",
        "name": "Oat cake",
        "recipeIngredient": ["200 g oats"],
        "recipeInstructions": sections,
    }
    found = treesim.detail(RECIPE.format("Ingredients", "Method") + json_ld(recipe))
    assert found is not None
    assert found.attributes["ingredients"] == ["200 g oats"]
    assert found.attributes["steps"] == ["Grind.", "Bake it & wait."]
    marked = '<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Oat cake</h1>'
    marked += '<div itemprop="recipeInstructions"><p>Grind.</p><p>Bake.</p></div></div>'
    found = treesim.detail(marked)
    assert found is not None
    assert found.attributes["steps"] == ["Grind.", "Bake."]
    said = {**recipe, "recipeInstructions": "Grind.<br>Bake.\n\nEat."}
    found = treesim.detail("<h1>Oat cake</h1>" + json_ld(said))
    assert found is not None
    assert found.attributes["steps"] == ["Grind.", "Bake.", "Eat."]
    json.dumps(found.to_dict())


@pytest.mark.parametrize(
    ("labels", "is_job"),
    [
        (("Employer", "Location", "Salary"), True),
        (("Firma", "Arbeitsort", "Gehalt"), True),
        (("Company", "Location", "Job type"), True),
        (("Company", "Location", "Weight"), False),
    ],
)
def test_what_a_job_page_shows_has_them_too(labels: tuple[str, ...], is_job: bool) -> None:
    values = ("Harbour Yard", "Penryn", "28,000 a year")
    rows = "".join(
        f"<dt>{label}</dt><dd>{value}</dd>" for label, value in zip(labels, values, strict=True)
    )
    found = treesim.detail(f"<title>Boat builder</title><h1>Boat builder</h1><dl>{rows}</dl>")
    assert found is not None
    named = {name: found.attributes.get(name) for name in ("company", "place")}
    assert named == dict(zip(named, values if is_job else (None, None), strict=False))
