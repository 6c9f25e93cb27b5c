"""The kinds of findings: one registry, and every list beside it has the same kinds."""

from __future__ import annotations

import re

from scrapy_treesim.crawl.feeds import CLASSES_OF_KIND
from scrapy_treesim.crawl.settings import SETTINGS
from scrapy_treesim.findings.kinds import KINDS, FindingOptions
from scrapy_treesim.inspector.inspection import VIEWS, Inspection
from scrapy_treesim.inspector.shell import static_text
from scrapy_treesim.items import CLASSES
from scrapy_treesim.kind.roles import SECONDARY


def test_all_kinds_are_wanted_by_default_in_the_order_of_the_registry() -> None:
    assert FindingOptions().kinds == tuple(KINDS)


def test_the_inspector_has_a_view_of_every_kind() -> None:
    assert set(VIEWS) == set(KINDS)
    assert Inspection([]).config()["kinds"] == list(VIEWS)


def test_the_scripts_know_the_kinds_that_there_are_views_of() -> None:
    script = static_text("state.js")
    table = re.search(r"^  treesim\.kinds = \{\n(.*?)^  \};", script, re.DOTALL | re.MULTILINE)

    assert table is not None
    assert re.findall(r"^    (\w+): \{", table[1], re.MULTILINE) == list(VIEWS)


def test_scripts_and_styles_have_the_word_for_what_is_secondary() -> None:
    assert f'const SECONDARY = "{SECONDARY}";' in static_text("groups.js")
    assert f".{SECONDARY} h3" in static_text("inspector.css")


def test_settings_feeds_and_classes_have_the_names_of_the_kinds() -> None:
    of_settings = {
        name.split("_")[1].lower()
        for name in SETTINGS
        if re.search("_(FIELDS|METHOD|CONFIDENCE)", name)
    }

    assert list(CLASSES_OF_KIND) == list(CLASSES) == list(KINDS)
    assert of_settings == set(KINDS)
