"""The add-on, of which commands that crawl nothing load this module alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


class Addon:
    """The add-on: one line, ``ADDONS = {"scrapy_treesim.Addon": 500}``, switches everything on.

    >>> from scrapy.settings import Settings
    >>> settings = Settings({"ADDONS": {"scrapy_treesim.Addon": 500}})
    >>> Addon().update_settings(settings)
    >>> settings.getdict("SPIDER_MIDDLEWARES")
    {<class 'scrapy_treesim.crawl.middleware.FindingsMiddleware'>: 950}
    """

    def update_settings(self, settings: BaseSettings) -> None:
        """Check the ``TREESIM_`` settings and add the components they need.

        Raises:
            SettingError: a setting that cannot be used, before any request is made.
        """
        from scrapy_treesim.crawl.middleware import switch_on

        switch_on(settings)
