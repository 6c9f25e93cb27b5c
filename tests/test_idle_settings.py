"""Settings that have no effect beside the others are told, and no other is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings
from template_site import templates

from scrapy_treesim.crawl.idle_settings import idle_settings
from scrapy_treesim.crawl.settings import SETTINGS
from scrapy_treesim.findings.kinds import KINDS

KEY_TREES = Path(__file__).with_name("key_trees.json")


def told(**settings: Any) -> list[str]:
    """The names of the settings that are told of, in order; each line says why."""
    lines = [line.partition(" has no effect: ") for line in idle_settings(Settings(settings))]
    assert all(reason for _, _, reason in lines)
    return [name for name, _, _ in lines]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A value of each setting that is about one kind of finding."""
    folder = tmp_path_factory.mktemp("files")
    templates().save(folder / "templates.json")
    of_kinds = {
        f"TREESIM_{kind}_{end}".upper(): value
        for kind, method in (("article", "wang"), ("records", "gong"), ("comments", "zhu"))
        for end, value in (("fields", "all"), ("method", method))
    }
    return of_kinds | {
        "TREESIM_ARTICLE_METHOD_OPTIONS": {"min_confidence": 0.9},
        "TREESIM_RECORDS_METHOD_OPTIONS": {"min_confidence": 0.9},
        "TREESIM_COMMENTS_METHOD_OPTIONS": {"min_confidence": 0.9},
        "TREESIM_DETAIL_FIELDS": "all",
        "TREESIM_FOLLOW_NEXT": 5,
        "TREESIM_DROP_DUPLICATES": True,
        "TREESIM_SIMILAR": "li",
        "TREESIM_KEY_TREES": KEY_TREES,
        "TREESIM_TEMPLATES": folder / "templates.json",
        "TREESIM_TEMPLATES_PENDING": folder / "pending.sqlite",
        "TREESIM_TEMPLATE_MIN_CONFIDENCE": 0.5,
    }


OF_RECORDS = {"FOLLOW_NEXT", "DROP_DUPLICATES", "SIMILAR", "KEY_TREES"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_setting_of_a_kind_is_told_where_only_others_are_looked_for(
    kind: str, files: dict[str, Any]
) -> None:
    others = [one for one in KINDS if one != kind]
    names = {
        name
        for name in files
        if name.startswith((f"TREESIM_{kind}_".upper(), f"TREESIM_{kind}S".upper()))
        or (kind == "records" and name.removeprefix("TREESIM_") in OF_RECORDS)
    }
    assert names
    for name in names:
        chosen = {name: files[name]}
        if kind == "template":
            chosen["TREESIM_TEMPLATES"] = files["TREESIM_TEMPLATES"]
        assert {*told(TREESIM_KINDS=others, **chosen)} == {*chosen}
        assert told(TREESIM_KINDS=[kind], **chosen) == told(**chosen) == []


def test_what_asks_for_nothing_is_not_told() -> None:
    empty: dict[str, Any] = {"TREESIM_FOLLOW_NEXT": "0", "TREESIM_DROP_DUPLICATES": "False"}
    empty |= {"TREESIM_SIMILAR": None, "TREESIM_RECORDS_METHOD_OPTIONS": "{}"}
    assert told(TREESIM_KINDS="article", **empty) == []
    assert told() == []


def test_where_requests_name_the_kinds_nothing_is_told() -> None:
    assert told(TREESIM_KINDS=[], TREESIM_FOLLOW_NEXT=5, TREESIM_SIMILAR="li") == []


def test_what_a_project_sets_for_all_its_spiders_is_not_told_of_one() -> None:
    settings = Settings({"TREESIM_FOLLOW_NEXT": 5}, priority="project")
    settings.set("TREESIM_KINDS", ["article"], priority="spider")
    assert [*idle_settings(settings)] == []
    settings.set("TREESIM_FOLLOW_NEXT", 6, priority="cmdline")
    assert len([*idle_settings(settings)]) == 1


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"TREESIM_TEMPLATE_MIN_CONFIDENCE": 0.5}, "TREESIM_TEMPLATE_MIN_CONFIDENCE"),
        ({"TREESIM_TEMPLATES_PENDING_MAX_MB": 5}, "TREESIM_TEMPLATES_PENDING_MAX_MB"),
        ({"TREESIM_SIMILAR": "li", "TREESIM_RECORDS_METHOD": "gong"}, "TREESIM_RECORDS_METHOD"),
        ({"TREESIM_ITEMS": "rows", "TREESIM_RECORDS_FIELDS": "all"}, "TREESIM_RECORDS_FIELDS"),
        ({"TREESIM_SCHEMAS": ["own_classes.Tea"], "TREESIM_WORKERS": 2}, "TREESIM_WORKERS"),
    ],
)
def test_a_setting_that_lacks_another_or_is_overruled_is_told(
    settings: dict[str, Any], name: str
) -> None:
    assert told(**settings) == [name]


@pytest.mark.parametrize(
    ("own", "method"),
    [
        ("TREESIM_MAIN_TEXT_FROM", "TREESIM_ARTICLE_METHOD"),
        ("TREESIM_COMMENTS_FROM", "TREESIM_COMMENTS_METHOD_OPTIONS"),
    ],
)
def test_a_method_for_the_spiders_own_items_has_an_effect(
    own: str, method: str, files: dict[str, Any]
) -> None:
    chosen = {"TREESIM_KINDS": "records", method: files[method]}
    assert told(**chosen) == [method]
    assert told(**chosen, **{own: ["html"]}) == []


def test_general_settings_have_an_effect_whatever_the_kinds_are(files: dict[str, Any]) -> None:
    general = {"TREESIM_MAX_BYTES": 9, "TREESIM_MIX": True, "TREESIM_EMIT": "all"}
    assert {*general} < {*SETTINGS}
    assert told(TREESIM_KINDS="article", **general) == []
