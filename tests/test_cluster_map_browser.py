"""The map of what was learned in a real browser: as the inspector shows it, and as a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser import Inspect, reach, settled
from template_site import HOST, templates

from scrapy_treesim import Templates
from scrapy_treesim.corpus import open_corpus
from scrapy_treesim.inspector.map.cluster_map import static_map
from scrapy_treesim.inspector.shell import (
    MAP_SCRIPTS,
    MAP_STYLES,
    in_script,
    shell,
    static_text,
)
from scrapy_treesim.templates.learn.learning import learn
from scrapy_treesim.templates.outline.template_outline import OutlineNode, TemplateOutline

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

pytestmark = pytest.mark.waits

expect: Any = pytest.importorskip("playwright.sync_api").expect

SHOP = Path(__file__).parents[1] / "example_project" / "site" / "shop"
HOSTILE = "<img src=x onerror=\"document.title='caught'\">"


def written(path: Path, shown: Templates, **how: Any) -> str:
    """The address of a file with the map in it."""
    config = {"live": False, "token": "", "templates": "templates.json", "pages": []}
    made = in_script(static_map(shown, **how))
    data = f'<script type="application/json" id="treesim-map">{made}</script>'
    code = "\n".join(map(static_text, MAP_SCRIPTS))
    head = f"<style>{''.join(map(static_text, MAP_STYLES))}</style>"
    html = shell("templates_map.html", "Templates", config, head, f"{data}<script>{code}</script>")
    path.write_text(html, "utf-8")
    return path.as_uri()


@pytest.fixture
def two(tab: Tab, tmp_path: Path) -> Tab:
    """A file with the map of a site of two templates."""
    tab.goto(written(tmp_path / "map.html", templates()))
    settled(tab)
    return tab


def card(tab: Tab, number: int) -> Any:
    return tab.locator(f'[data-template="{HOST}/{number}"]')


def rows(tab: Tab, number: int) -> Any:
    return card(tab, number).locator("[role=treeitem]:visible")


def test_a_file_shows_the_tree_and_the_cards_and_asks_nobody(tab: Tab, tmp_path: Path) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    address = written(tmp_path / "map.html", templates())
    tab.goto(address)
    settled(tab)
    expect(tab.get_by_role("heading", level=2)).to_have_text(HOST)
    expect(tab.locator(".leaves li")).to_have_count(2)
    expect(tab.locator(".branches path")).to_have_count(2)
    goods = card(tab, 1)
    expect(goods).to_contain_text("20, 50% of the site")
    expect(goods.locator(".field-name")).to_have_text(["name", "price"])
    expect(goods.get_by_role("img", name=f"Sketch of {HOST}/1")).to_be_visible()
    expect(goods.locator(".sketch-data").first).to_be_visible()
    expect(goods.get_by_role("link", name="Inspect")).to_have_count(0)
    assert [one for one in asked if not one.startswith("data:")] == [address]


def test_the_tree_is_there_in_words(two: Tab) -> None:
    two.get_by_text("The tree in words").click()
    lists = two.locator(".words ul ul li")
    expect(lists).to_have_text([f"{HOST}/1, 20 pages", f"{HOST}/2, 20 pages"])
    expect(two.locator(".words")).to_contain_text("apart")


def test_an_outline_opens_and_is_filtered(two: Tab) -> None:
    goods = card(two, 1)
    goods.get_by_text("Outline", exact=False).first.click()
    expect(goods.get_by_role("treeitem", name="h1.name")).to_contain_text("essential")
    all = rows(two, 1).count()
    goods.get_by_label("Data only").check()
    expect(rows(two, 1).filter(has_text="data as").first).to_be_visible()
    expect(rows(two, 1).filter(has_text="All rights reserved")).to_have_count(0)
    assert 0 < rows(two, 1).count() < all
    goods.get_by_label("Data only").uncheck()
    goods.get_by_role("searchbox").fill("legal")
    expect(rows(two, 1)).to_have_count(4)
    goods.get_by_role("searchbox").fill("nothing like this")
    expect(rows(two, 1)).to_have_count(0)
    expect(goods.get_by_role("status")).to_contain_text("0 of")


def test_an_outline_is_walked_with_no_mouse(two: Tab) -> None:
    reach(two, "summary", "Outline")
    two.keyboard.press("Enter")
    expect(rows(two, 1).first).to_be_visible()
    reach(two, "[role=treeitem]")
    focused = two.locator(":focus")
    expect(focused).to_have_attribute("aria-level", "1")
    two.keyboard.press("ArrowRight")
    expect(focused).to_contain_text("head")
    two.keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("aria-expanded", "false")
    two.keyboard.press("ArrowLeft")
    expect(focused).to_contain_text("html")
    two.keyboard.press("ArrowLeft")
    expect(rows(two, 1)).to_have_count(1)
    two.keyboard.press("Enter")
    two.keyboard.press("End")
    expect(focused).not_to_contain_text("html")


def test_a_leaf_leads_to_its_card(two: Tab) -> None:
    reach(two, ".leaves a", f"{HOST}/2")
    two.keyboard.press("Enter")
    expect(card(two, 2).get_by_role("heading")).to_be_focused()
    expect(card(two, 2)).to_be_in_viewport()


def test_an_outline_that_is_not_in_the_file_is_told(tab: Tab, tmp_path: Path) -> None:
    tab.goto(written(tmp_path / "map.html", templates(), room=0))
    settled(tab)
    card(tab, 1).locator("summary").click()
    expect(card(tab, 1).get_by_role("alert")).to_contain_text("scrapy treesim inspect")


def hostile() -> Templates:
    """Two sites: one whose texts are HTML and nest deeply, and one with a long name."""
    nodes = [OutlineNode("html", -1, 2)]
    nodes += [OutlineNode(f"div.{HOSTILE}", place, 2) for place in range(1_500)]
    nodes.append(OutlineNode("#text", 1_500, 2, example=f"</script>{HOSTILE}"))
    outline = TemplateOutline(2, tuple(nodes))
    goods, long = templates()[0], "x" * 250
    bad = replace(goods, medoid=f"javascript:{HOSTILE}", outline=outline)
    return Templates((bad, replace(goods, site=long, id=f"{long}/1")))


def test_nothing_that_pages_say_runs_or_breaks_the_layout(tab: Tab, tmp_path: Path) -> None:
    tab.set_viewport_size({"width": 900, "height": 700})
    tab.goto(written(tmp_path / "map.html", hostile()))
    settled(tab)
    card(tab, 1).locator("summary").click()
    card(tab, 1).get_by_role("button", name="Open all").click()
    expect(rows(tab, 1)).to_have_count(1_502)
    assert tab.locator("#site img, #site a[href^=javascript]").count() == 0
    assert tab.title() == "Templates"
    tab.get_by_role("link", name="xxxx").first.click()
    expect(tab.get_by_role("heading", level=2)).to_have_text("x" * 250)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_site_list_is_searched(tab: Tab, tmp_path: Path, scheme: Any) -> None:
    tab.emulate_media(color_scheme=scheme)
    tab.goto(written(tmp_path / "map.html", hostile()))
    settled(tab)
    expect(tab.locator("#sites li:visible")).to_have_count(2)
    tab.get_by_label("Find a site").fill(HOST)
    expect(tab.locator("#sites li:visible")).to_have_count(1)


# Live


def test_the_inspector_shows_the_pages_and_opens_them(
    tab: Tab, inspect: Inspect, tmp_path: Path
) -> None:
    path = tmp_path / "templates.json"
    Templates().joined(learn(open_corpus(SHOP)).templates).save(path)
    tab.goto(inspect(path, "--pages", SHOP))
    settled(tab)
    first = tab.locator(".template-card").first
    frame = first.locator("iframe")
    expect(frame).to_have_attribute("sandbox", "")
    expect(first.frame_locator("iframe").locator("body")).to_contain_text("Fernhollow")
    tab.get_by_label("Show pages").uncheck()
    expect(frame).to_have_count(0)
    expect(first.get_by_role("img", name="Sketch of any/1")).to_be_visible()
    first.locator("summary").click()
    expect(first.get_by_role("treeitem").first).to_be_visible()
    first.get_by_role("link", name="Inspect this page").click()
    expect(tab.locator("#page-frame")).to_be_visible()
