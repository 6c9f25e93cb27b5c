"""Settings that are right by themselves and have no effect beside the other settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.crawl.settings import PREFIX, SETTINGS, check
from scrapy_treesim.findings import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.settings import BaseSettings

_OF_KIND: Final = {
    "TREESIM_FOLLOW_NEXT": "records",
    "TREESIM_DROP_DUPLICATES": "records",
    "TREESIM_SIMILAR": "records",
    "TREESIM_KEY_TREES": "records",
    "TREESIM_TEMPLATES": "template",
    "TREESIM_TEMPLATES_PENDING": "template",
} | {
    name: kind
    for kind in KINDS
    for name in SETTINGS
    # Those that end so are about the spider's own items.
    if name.startswith(f"{PREFIX}{kind}_".upper()) and not name.endswith("_FROM")
}
"""The kind of finding that a setting is about."""

_USED_BY: Final = {"ARTICLE_METHOD": "MAIN_TEXT_FROM", "COMMENTS_METHOD": "COMMENTS_FROM"}
"""Settings by which a method is used whatever the kinds are."""


def idle_settings(settings: BaseSettings) -> Iterator[str]:
    """Tell of each setting without effect, in a line.

    What a project sets for all of its spiders is none, though one of them may have no use for it.
    """
    for name, cause, reason in _idle(settings):
        later = (settings.getpriority(name) or 0) >= (settings.getpriority(cause) or 0)
        if later and _is_given(name, settings):
            yield f"{name} has no effect: {reason}"


def _idle(settings: BaseSettings) -> Iterator[tuple[str, str, str]]:
    """Settings without effect if they are given, with the setting that is the cause, and why."""
    kinds = KINDS
    if _is_given("TREESIM_KINDS", settings):
        kinds = check("TREESIM_KINDS", settings["TREESIM_KINDS"])
    for name, kind in _OF_KIND.items():
        method = name.removeprefix(PREFIX).removesuffix("_OPTIONS")
        if kind not in kinds and not _is_given(PREFIX + _USED_BY.get(method, ""), settings):
            yield name, "TREESIM_KINDS", f"TREESIM_KINDS leaves {kind} out; name it there too"
    if not _is_given("TREESIM_TEMPLATES", settings):
        yield "TREESIM_TEMPLATE_MIN_CONFIDENCE", "", "it needs TREESIM_TEMPLATES"
    if not _is_given("TREESIM_TEMPLATES_PENDING", settings):
        yield "TREESIM_TEMPLATES_PENDING_MAX_MB", "", "it needs TREESIM_TEMPLATES_PENDING"
    if _is_given("TREESIM_SIMILAR", settings):
        for name in ("TREESIM_RECORDS_METHOD", "TREESIM_RECORDS_METHOD_OPTIONS"):
            yield name, "TREESIM_SIMILAR", "TREESIM_SIMILAR finds the records"
    if settings["TREESIM_ITEMS"] == "rows":
        yield "TREESIM_RECORDS_FIELDS", "TREESIM_ITEMS", "rows have the columns of their list"


def _is_given(name: str, settings: BaseSettings) -> bool:
    """Tell whether a setting asks for anything."""
    return settings.get(name) is not None and bool(check(name, settings[name]))
