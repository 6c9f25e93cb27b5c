"""The settings of the add-on that benchmarks measure beside one another, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

KINDS: Final = ("article", "records", "comments", "detail")
"""Kinds of findings that need no examples and no templates."""

ADDON_SIDES: Final[dict[str, Mapping[str, Any]]] = {
    "default": {},
    "html and markdown": {
        "TREESIM_ARTICLE_FIELDS": ["default", "html", "markdown"],
        "TREESIM_COMMENTS_FIELDS": ["default", "html"],
    },
    "all fields": {f"TREESIM_{kind.upper()}_FIELDS": "all" for kind in KINDS},
    **{kind: {"TREESIM_KINDS": [kind]} for kind in KINDS},
    "records without columns": {
        "TREESIM_KINDS": ["records"],
        "TREESIM_RECORDS_FIELDS": ["region", "region_key", "position", "text"],
    },
}
"""``default`` is the add-on as it comes, with all kinds of findings."""
