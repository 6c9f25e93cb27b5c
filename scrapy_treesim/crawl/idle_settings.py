"""Valid settings without effect because of other settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.crawl.settings import PREFIX, SETTINGS, check
from scrapy_treesim.findings.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.settings import BaseSettings

_KIND_OF_SETTING: Final = {
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
    # Settings with this ending are about the spider's own items.
    if name.startswith(f"{PREFIX}{kind}_".upper()) and not name.endswith("_FROM")
}
"""Kind of finding of each setting about one kind."""

_USED_BY: Final = {"ARTICLE_METHOD": "MAIN_TEXT_FROM", "COMMENTS_METHOD": "COMMENTS_FROM"}
"""Settings that use a method whatever the kinds are, by the setting of the method."""


def idle_settings(settings: BaseSettings) -> Iterator[str]:
    """Yield a line about each setting without effect.

    A setting of the project for all spiders is not reported when one spider has no use for it.
    """
    for name, cause, reason in _idle(settings):
        later = (settings.getpriority(name) or 0) >= (settings.getpriority(cause) or 0)
        if later and _is_given(name, settings):
            yield f"{name} has no effect: {reason}"


def _idle(settings: BaseSettings) -> Iterator[tuple[str, str, str]]:
    """Yield each setting that would have no effect, the setting that causes it, and the reason."""
    kinds = KINDS
    if _is_given("TREESIM_KINDS", settings):
        kinds = check("TREESIM_KINDS", settings["TREESIM_KINDS"])
    for name, kind in _KIND_OF_SETTING.items():
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
    if _is_given("TREESIM_SCHEMAS", settings):
        yield "TREESIM_WORKERS", "TREESIM_SCHEMAS", "TREESIM_SCHEMAS is for the crawl's process"
    if settings["TREESIM_ITEMS"] == "rows":
        yield "TREESIM_RECORDS_FIELDS", "TREESIM_ITEMS", "rows have the columns of their list"


def _is_given(name: str, settings: BaseSettings) -> bool:
    """Tell whether a setting has a value other than off."""
    return settings.get(name) is not None and bool(check(name, settings[name]))
