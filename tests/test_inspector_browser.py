"""The inspector in a real browser: looked at, labelled, reloaded; by mouse and by keyboard."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from beside_pages import goods_beside_news
from browser import Inspect, inspecting, opened, reach, settled

from scrapy_treesim import Templates
from scrapy_treesim.files.corpus import open_corpus
from scrapy_treesim.templates.learn.learning import learn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.waits

expect: Any = pytest.importorskip("playwright.sync_api").expect

SITE = Path(__file__).parents[1] / "example_project" / "site"
SHOP = SITE / "shop"
LIST = SHOP / "index.html"
KNIFE = SHOP / "hand-forged-hori-knife.html"
KETTLE = SHOP / "copper-pour-over-kettle-0-9-l.html"
LANTERN = SHOP / "enamel-storm-lantern.html"
THREAD = SITE / "blog" / "night-train-to-vestmar.html"


@pytest.fixture(scope="module")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An inspector of three pages, for tests that change nothing: two lists and a thread."""
    with inspecting(tmp_path_factory.mktemp("site")) as start:
        yield start(LIST, SHOP / "page-2.html", THREAD)


@pytest.fixture(scope="module")
def unlabelled() -> Templates:
    """What the shop's pages are made of."""
    return Templates().joined(learn(open_corpus(SHOP)).templates)


@pytest.fixture
def templates(unlabelled: Templates, tmp_path: Path) -> Path:
    """A file of them, for one test to label."""
    path = tmp_path / "templates.json"
    unlabelled.save(path)
    return path


def button(tab: Page, name: str) -> Any:
    return tab.get_by_role("button", name=name, exact=True)


def extracted(templates: Path, page: Path) -> dict[str, Any]:
    """The fields of a page as the command prints them."""
    options = ["--kinds", "template", "-s", f"TREESIM_TEMPLATES={templates}"]
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "treesim", "extract", *options, str(page)],
        capture_output=True,
        text=True,
        check=True,
        cwd=templates.parent,
    )
    fields: dict[str, Any] = json.loads(done.stdout)["fields"]
    return fields


# Looking


def test_pointing_at_a_value_tells_its_column_how_sure_it_is_and_why(tab: Page, site: str) -> None:
    page = opened(tab, site)
    tooltip = tab.locator("#tooltip")
    expect(tooltip).to_be_hidden()
    page.get_by_text("£64.00").hover()
    expect(tooltip.locator(".tip-name")).to_have_text("price")
    expect(tooltip.locator(".tip-role")).to_have_text("column")
    expect(tooltip.locator(".tip-confidence")).to_have_text(re.compile(r"\d %|\d%"))
    expect(tooltip.locator(".tip-why li").first).not_to_be_empty()
    expect(tooltip.locator(".tip-value")).to_contain_text("64.00")
    tab.locator("#summary").hover()
    expect(tooltip).to_be_hidden()


def test_a_page_is_opened_on_what_it_is_about(tab: Page, inspect: Inspect) -> None:
    news = SITE / "news" / "ferry-returns-to-the-narrows.html"
    forum = SITE / "forum" / "thread-1029.html"
    chosen = tab.get_by_role("tab", selected=True)
    pages = tab.get_by_label("Page", exact=True)
    tab.goto(inspect(KNIFE, news, forum, LIST, SITE / "forum" / "login.html"))
    settled(tab)
    expect(chosen).to_contain_text("Detail")
    expect(tab.get_by_role("grid", name="Fields").locator("tbody th").first).to_have_text("name")
    for page, name in (
        (news.name, "Article"),
        (forum.name, "Comments"),
        (LIST.name, "Records"),
        ("login.html", "Records"),
        (KNIFE.name, "Detail"),
    ):
        pages.select_option(page)
        settled(tab)
        expect(chosen).to_contain_text(name)
    # What somebody has chosen stays on other pages.
    tab.get_by_role("tab", name="Article").click()
    settled(tab)
    pages.select_option(LIST.name)
    settled(tab)
    expect(chosen).to_contain_text("Article")


def test_kinds_are_switched_and_survive_a_reload(tab: Page, site: str) -> None:
    page = opened(tab, site, page=2)
    tab.get_by_role("tab", name="Comments").click()
    settled(tab)
    expect(page.locator("[data-ts-role~=comment]")).to_have_count(12)
    expect(tab.get_by_role("listbox", name="Comments").get_by_role("option")).to_have_count(12)
    tab.get_by_role("tab", name="Article").click()
    settled(tab)
    expect(tab.locator("#article-item")).to_contain_text("Notes from the night train to Vestmar")
    expect(page.locator("[data-ts-role~=comment]")).to_have_count(0)
    tab.reload()
    settled(tab)
    expect(tab.get_by_role("tab", name="Article")).to_have_attribute("aria-selected", "true")
    expect(page.locator("[data-ts-role~=kept]")).not_to_have_count(0)


def test_method_measure_and_threshold_work_at_once(tab: Page, site: str) -> None:
    page = opened(tab, site)
    tab.get_by_label("Method").select_option("example")
    settled(tab)
    tab.get_by_label("Example", exact=True).fill("product-grid li")
    expect(page.locator("[data-ts-role~=record]")).not_to_have_count(0)
    threshold = tab.locator("#choice-threshold-number")
    threshold.fill("1")
    expect(page.locator("[data-ts-role~=record]")).not_to_have_count(12)
    few = page.locator("[data-ts-role~=record]").count()
    tab.get_by_label("Measure").select_option("tags")
    threshold.fill("0.3")
    expect(page.locator("[data-ts-role~=record]")).not_to_have_count(few)
    assert page.locator("[data-ts-role~=record]").count() > few


def test_a_choice_that_cannot_be_is_told_and_nothing_is_lost(tab: Page, site: str) -> None:
    page = opened(tab, site)
    tab.get_by_label("Method").select_option("example")
    settled(tab)
    tab.get_by_label("Example", exact=True).fill("li[")
    expect(tab.locator("#alert, #notes").get_by_text("li[").first).to_be_visible()
    tab.get_by_label("Method").select_option("ranked")
    expect(page.locator("[data-ts-role~=record]")).to_have_count(12)
    expect(tab.locator("#alert")).to_be_hidden()


def test_the_header_tells_what_the_page_is_and_on_demand_why(tab: Page, site: str) -> None:
    opened(tab, site)
    kind = tab.locator("#page-kind")
    expect(kind.locator("summary")).to_contain_text(re.compile(r"list\s*\d"))
    expect(kind.locator("summary")).to_have_attribute("title", re.compile("^list .*article "))
    expect(kind.locator(".page-kind-panel")).to_be_hidden()
    reach(tab, "#page-kind summary")
    tab.keyboard.press("Enter")
    expect(kind.locator("dt")).to_have_text(["article", "list", "thread", "detail", "other"])
    expect(kind.locator("dd").first).to_contain_text("%")
    expect(kind.locator("#page-kind-why li").first).to_contain_text(re.compile("^(for|against) "))
    tab.keyboard.press("Escape")
    expect(kind.locator(".page-kind-panel")).to_be_hidden()
    expect(kind.locator("summary")).to_be_focused()
    tab.get_by_label("Page", exact=True).select_option("2")
    expect(kind.locator("summary")).to_contain_text("article")


def test_what_is_secondary_comes_last_and_can_be_hidden(
    tab: Page, inspect: Inspect, tmp_path: Path
) -> None:
    ropes = tmp_path / "ropes.html"
    ropes.write_text(goods_beside_news())
    page = opened(tab, inspect(ropes))
    groups = tab.locator("#findings .group")
    expect(groups.locator(".page-role")).to_have_text(
        [re.compile("^main: "), re.compile("^secondary: ")]
    )
    expect(groups.nth(1)).to_have_class("group secondary")
    order = "([tables, groups]) => treesim.mainFirst(tables, groups).map((one) => one.group)"
    three = [{"group": place} for place in range(3)]
    mixed = [{"role": "main"}, {"role": "secondary"}, {"role": "main"}]
    assert tab.evaluate(order, [three, mixed]) == [0, 2, 1]
    groups.nth(1).get_by_text("Why", exact=True).click()
    expect(groups.nth(1).locator(".why li").first).to_contain_text("secondary: ")
    records = page.locator("[data-ts-role~=record]")
    expect(records).to_have_count(16)
    expect(page.locator("aside [data-ts-muted]")).not_to_have_count(0)
    expect(page.locator("main [data-ts-muted]")).to_have_count(0)
    tab.get_by_label("Secondary lists").uncheck()
    expect(records).to_have_count(10)
    expect(page.locator("aside [data-ts-role]")).to_have_count(0)
    tab.get_by_role("tab", name="Article").click()
    settled(tab)
    expect(tab.get_by_label("Secondary lists")).to_have_count(0)


def test_a_table_that_is_taken_along_has_no_formula(
    tab: Page, inspect: Inspect, tmp_path: Path
) -> None:
    rows = "".join(
        f"<tr><td><a href=/{n}>={n}+HYPERLINK(A1)</a></td><td>-{n}.50</td><td>€{n}.20</td></tr>"
        for n in range(1, 8)
    )
    goods = tmp_path / "goods.html"
    goods.write_text(f"<html><body><table>{rows}</table></body></html>")
    opened(tab, inspect(goods))
    button(tab, "Copy as CSV").click()
    expect(tab.locator("#notice")).to_contain_text("Copied")
    written = [*csv.reader(io.StringIO(tab.evaluate("navigator.clipboard.readText()")))]
    assert len(written) == 8
    assert not [cell for row in written for cell in row if cell.startswith("=")]
    assert {"'=1+HYPERLINK(A1)", "-1.50"} <= set(written[1])


def test_a_page_of_ten_thousand_elements_is_shown(
    tab: Page, inspect: Inspect, tmp_path: Path
) -> None:
    items = "".join(
        f"<li><h3><a href='/{n}'>Tool {n}</a></h3><p>Made of wood {n}.</p><b>{n}.50 EUR</b></li>"
        for n in range(2000)
    )
    long = tmp_path / "long.html"
    long.write_text(f"<html><body><h1>Tools</h1><ul>{items}</ul></body></html>")
    page = opened(tab, inspect(long))
    assert page.locator("[data-treesim-node]").count() > 10_000
    expect(page.locator("[data-ts-role~=record]")).to_have_count(2000)
    page.get_by_text("Tool 1500", exact=True).hover()
    expect(tab.locator("#tooltip .tip-value")).to_contain_text("1500")
    expect(tab.get_by_role("grid").locator("tbody tr")).not_to_have_count(2000)
    page.get_by_text("Tool 1500", exact=True).click()
    expect(tab.get_by_role("grid").get_by_text("Tool 1500", exact=True)).to_be_visible()


# Labelling


def test_a_value_that_is_labelled_comes_back_as_a_field(
    tab: Page, inspect: Inspect, templates: Path
) -> None:
    page = opened(tab, inspect(templates, KNIFE, "--pages", SHOP), "template")
    page.get_by_role("heading", level=1).click()
    expect(tab.locator("#details-value")).to_have_text("Hand-Forged Hori Knife")
    button(tab, "Label this…").click()
    tab.get_by_label("Field name").fill("name")
    button(tab, "Preview").click()
    preview = tab.get_by_role("region", name="Preview")
    expect(preview.locator("#label-here")).to_have_text("Hand-Forged Hori Knife")
    expect(preview.locator(".other-page")).to_have_count(5)
    expect(preview.locator(".other-page a[href^='/open/']")).to_have_count(5)
    expect(preview.locator("#label-elsewhere")).to_contain_text("Copper Pour-Over Kettle 0.9 L")
    assert Templates.load(templates).by_id("any/1").fields == {}
    button(tab, "Save").click()
    expect(tab.locator("#notice")).to_contain_text("Saved in templates.json")
    row = tab.get_by_role("grid", name="Fields").locator("[data-field=name]")
    expect(row).to_contain_text("Hand-Forged Hori Knife")
    tab.reload()
    settled(tab)
    expect(row).to_contain_text("Hand-Forged Hori Knife")
    expect(page.locator("[data-ts-role~=field]")).to_have_text("Hand-Forged Hori Knife")
    assert extracted(templates, LANTERN) == {"name": "Enamel Storm Lantern"}


def test_a_proposed_field_is_accepted_by_a_click(
    tab: Page, inspect: Inspect, templates: Path
) -> None:
    opened(tab, inspect(templates, KNIFE, "--pages", SHOP), "template")
    tab.get_by_text("Proposed fields", exact=True).click()
    proposed = tab.get_by_role("table", name="Proposed fields")
    expect(proposed).to_contain_text("Hand-Forged Hori Knife")
    button(tab, "Accept field name").click()
    expect(tab.locator("#notice")).to_contain_text("Saved in templates.json")
    row = tab.get_by_role("grid", name="Fields").locator("[data-field=name]")
    expect(row).to_contain_text("Hand-Forged Hori Knife")
    # It is still open, without what was accepted.
    expect(proposed).to_be_visible()
    expect(button(tab, "Accept field name")).to_have_count(0)
    assert extracted(templates, LANTERN) == {"name": "Enamel Storm Lantern"}


def test_a_key_tree_of_a_local_page_is_not_for_all_pages_unasked(
    tab: Page, inspect: Inspect, templates: Path
) -> None:
    page = opened(tab, inspect(LIST, cwd=templates.parent))
    page.get_by_text("£64.00").click()
    button(tab, "Make a key tree…").click()
    expect(tab.locator("#keytree-message")).to_contain_text("12 records")
    expect(tab.locator("#keytree-notes")).to_contain_text("no web address")
    pattern = tab.get_by_label("URL pattern")
    expect(pattern).to_have_value("")
    button(tab, "Save").click()
    expect(pattern).to_be_focused()
    file = templates.parent / "key_trees.json"
    assert not file.exists()
    pattern.fill("shop.example/goods/")
    button(tab, "Save").click()
    expect(tab.locator("#notice")).to_contain_text("Saved in key_trees.json: records, 12 records")
    assert json.loads(file.read_text())["key_trees"]["records"]["for"] == ["shop.example/goods/"]


# Keys


def test_findings_are_gone_through_by_keys(tab: Page, site: str) -> None:
    page = opened(tab, site)
    records = page.locator("[data-ts-role~=record]")
    tab.get_by_role("tab", name="Records").focus()
    for key, place in (("n", 0), ("n", 1), ("j", 2), ("p", 1), ("k", 0), ("p", 11)):
        tab.keyboard.press(key)
        expect(records.nth(place)).to_have_attribute("data-ts-pin", "")
        expect(page.locator("[data-ts-role~=record][data-ts-pin]")).to_have_count(1)
    expect(tab.get_by_role("grid").locator("tbody tr").nth(11)).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("region", name="Details")).to_be_visible()
    expect(records.nth(11)).to_have_attribute("data-ts-pin", "")
    tab.keyboard.press("Escape")
    expect(tab.get_by_role("region", name="Details")).to_have_count(0)
    expect(page.locator("[data-ts-pin]")).to_have_count(0)


def test_tabs_and_rows_are_gone_through_by_arrows(tab: Page, site: str) -> None:
    page = opened(tab, site, page=2)
    tab.get_by_role("tab", name="Records").focus()
    tab.keyboard.press("ArrowRight")
    settled(tab)
    expect(tab.get_by_role("tab", name="Article")).to_be_focused()
    for _ in range(2):
        tab.keyboard.press("ArrowRight")
        settled(tab)
    expect(tab.get_by_role("tab", name="Comments")).to_have_attribute("aria-selected", "true")
    options = tab.get_by_role("listbox", name="Comments").get_by_role("option")
    reach(tab, "#findings [role=option]")
    expect(options.first).to_be_focused()
    tab.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_be_focused()
    tab.keyboard.press("Enter")
    expect(page.locator("[data-ts-role~=comment]").nth(1)).to_have_attribute("data-ts-pin", "")


def test_a_value_is_labelled_with_no_mouse(tab: Page, inspect: Inspect, templates: Path) -> None:
    opened(tab, inspect(templates, KNIFE, "--pages", SHOP), "template")
    places = tab.get_by_role("listbox", name="Not yet labelled").get_by_role("option")
    reach(tab, "[aria-label='Not yet labelled'] [role=option]")
    while "£" not in (tab.evaluate("document.activeElement.textContent") or ""):
        tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("region", name="Details")).to_be_visible()
    reach(tab, "button", "Label this…")
    tab.keyboard.press("Enter")
    expect(tab.get_by_label("Field name")).to_be_focused()
    tab.keyboard.type("price")
    reach(tab, "button", "Save")
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-field=price]")).to_contain_text("£44.00")
    expect(tab.locator("[data-field=price]")).to_be_focused()
    expect(places).not_to_have_count(0)
    assert extracted(templates, KETTLE) == {"price": "£64.00"}


def test_the_keys_are_told(tab: Page, site: str) -> None:
    opened(tab, site)
    tab.get_by_role("tab", name="Records").focus()
    tab.keyboard.press("?")
    dialog = tab.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("next finding")
    tab.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    tab.keyboard.press("/")
    expect(tab.get_by_label("Find a value")).to_be_focused()
    tab.keyboard.type("n?")
    expect(dialog).to_be_hidden()
    expect(tab.get_by_label("Find a value")).to_have_value("n?")
