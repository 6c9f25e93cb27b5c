"""The settings of the add-on that benchmarks of a crawl measure beside one another, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scrapy.settings import Settings

from scrapy_treesim.settings import SettingError, read_settings

KINDS: Final = ("article", "records", "comments", "detail")
"""Kinds of findings that need no examples and no templates."""

_RENDERED: Final = "html", "markdown"

ADDON_SIDES: Final[dict[str, tuple[Mapping[str, Any], ...]]] = {
    "default": ({},),
    "html and markdown": ({"TREESIM_ARTICLE_FIELDS": ["default", *_RENDERED]},),
    "all fields": (
        {f"TREESIM_{kind.upper()}_FIELDS": "all" for kind in KINDS},
        {"TREESIM_ARTICLE_FIELDS": "all"},
    ),
    **{kind: ({"TREESIM_KINDS": [kind]},) for kind in KINDS},
    "records without columns": ({"TREESIM_KINDS": ["records"], "TREESIM_RECORDS_FIELDS": False},),
}
"""Each with the ways to say it, of which the first counts that the package takes."""


def settings_of(side: str) -> Mapping[str, Any] | None:
    """The settings of a side; None where the package has no such settings."""
    return next((one for one in ADDON_SIDES[side] if are_taken(one)), None)


def are_taken(settings: Mapping[str, Any]) -> bool:
    """Tell if the package knows all of the settings and takes their values."""
    try:
        read_settings(Settings({**settings}))
    except SettingError:
        return False
    return True
