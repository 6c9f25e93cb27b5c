"""The add-on: one line in ``ADDONS`` switches everything on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.middleware import FindingsMiddleware
from scrapy_treesim.pipelines import CommentsPipeline, MainTextPipeline
from scrapy_treesim.settings import read_settings

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


class Addon:
    """``ADDONS = {"scrapy_treesim.Addon": 500}``."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Check the ``TREESIM_`` settings and add the components they ask for.

        Raises:
            SettingError: a setting that cannot be used, before any request is made.
        """
        chosen = read_settings(settings)
        if not chosen.enabled:
            return
        add = settings.setdefault_in_component_priority_dict
        add("SPIDER_MIDDLEWARES", FindingsMiddleware, 950)
        if chosen.comment_fields:
            add("ITEM_PIPELINES", CommentsPipeline, 110)
        # Last, for it may replace the HTML that the others read.
        if chosen.main_text_fields:
            add("ITEM_PIPELINES", MainTextPipeline, 120)
