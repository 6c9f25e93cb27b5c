"""What axe says of the inspector's own pages, in light and dark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from beside_pages import goods_beside_news
from browser import Inspect, opened, settled

from scrapy_treesim import Templates
from scrapy_treesim.files.corpus import open_corpus
from scrapy_treesim.templates.learn.learning import learn

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.waits

expect: Any = pytest.importorskip("playwright.sync_api").expect
axe: Any = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()

SITE = Path(__file__).parents[1] / "example_project" / "site"
SHOP = SITE / "shop"
KNIFE = SHOP / "hand-forged-hori-knife.html"
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("learned") / "templates.json"
    Templates().joined(learn(open_corpus(SHOP)).templates).save(path)
    return path


def violations(tab: Page) -> list[str]:
    """What is wrong and where, one line each."""
    # The page that is looked at is somebody else's: only what stands around it is judged.
    found = axe.run(tab, context={"exclude": [["iframe"]]}).response["violations"]
    return [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]]


@SCHEMES
def test_every_kind_can_be_read_by_everybody(tab: Page, inspect: Inspect, scheme: Any) -> None:
    tab.emulate_media(color_scheme=scheme)
    opened(tab, inspect(SHOP / "index.html", SITE / "blog" / "night-train-to-vestmar.html"))
    for page in ("0", "1"):
        tab.get_by_label("Page", exact=True).select_option(page)
        settled(tab)
        for kind in ("Records", "Article", "Comments", "Template"):
            tab.get_by_role("tab", name=kind).click()
            settled(tab)
            assert violations(tab) == [], kind


@SCHEMES
@pytest.mark.parametrize("width", [390, 1024, 1280])
def test_every_tab_is_whole_and_counts_findings(
    tab: Page, inspect: Inspect, templates: Path, width: int, scheme: Any
) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    opened(tab, inspect(templates, KNIFE, cwd=templates.parent))
    tabs = tab.get_by_role("tab")
    expect(tab.locator("[role=tab] .count")).to_have_text([re.compile(r"\d+")] * 5)
    for each in tabs.all():
        # Without the click's own scrolling: what is beside a box that scrolls is not at its place.
        box = each.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        x, y = box["x"] + box["width"] - 1, box["y"] + box["height"] / 2
        assert each.evaluate("(tab, [x, y]) => tab === document.elementFromPoint(x, y)", [x, y])
        each.click()
        settled(tab)
        expect(each).to_have_attribute("aria-selected", "true")
        number = each.locator(".count").text_content()
        expect(each).to_have_accessible_description(re.compile(f"{number} findings?, each an item"))
        assert violations(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


@SCHEMES
def test_what_a_page_is_and_what_is_secondary_too(
    tab: Page, inspect: Inspect, tmp_path: Path, scheme: Any
) -> None:
    tab.emulate_media(color_scheme=scheme)
    ropes = tmp_path / "ropes.html"
    ropes.write_text(goods_beside_news())
    opened(tab, inspect(ropes))
    expect(tab.locator(".page-role.secondary")).to_be_visible()
    assert violations(tab) == []
    tab.locator("#page-kind summary").click()
    expect(tab.locator("#page-kind-why")).to_be_visible()
    assert violations(tab) == []


@SCHEMES
def test_forms_and_details_too(tab: Page, inspect: Inspect, templates: Path, scheme: Any) -> None:
    tab.emulate_media(color_scheme=scheme)
    url = inspect(templates, KNIFE, "--pages", SHOP, cwd=templates.parent)
    page = opened(tab, url, "template")
    page.get_by_role("heading", level=1).click()
    expect(tab.locator("#details-xpath")).to_be_visible()
    assert violations(tab) == []
    tab.get_by_role("button", name="Label this…").click()
    tab.get_by_label("Field name").fill("name")
    tab.get_by_role("button", name="Preview").click()
    expect(tab.locator(".other-page")).to_have_count(5)
    assert violations(tab) == []
    tab.get_by_role("button", name="Save", exact=True).click()
    tab.once("dialog", lambda asked: asked.accept() if "Remove name?" in asked.message else None)
    tab.get_by_role("button", name="Remove field name").click()
    expect(tab.locator("#notice")).to_contain_text("Removed name")
    page.get_by_role("heading", level=1).click()
    tab.get_by_role("button", name="Make a key tree…").click()
    expect(tab.locator("#keytree-message")).not_to_be_empty()
    assert violations(tab) == []
    tab.get_by_label("Find a value").fill("Norrby")
    tab.get_by_role("button", name="Find", exact=True).click()
    expect(tab.locator("#find-message")).not_to_be_empty()
    assert violations(tab) == []
    tab.get_by_role("button", name="Keyboard shortcuts").click()
    assert violations(tab) == []


def test_what_is_wrong_would_be_told(tab: Page) -> None:
    tab.set_content("<img src='data:,'><p style='color: #eee; background: #fff'>Faint</p>")
    assert {one.partition(":")[0] for one in violations(tab)} >= {"image-alt", "color-contrast"}
