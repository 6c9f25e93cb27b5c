"""``scrapy treesim``: the add-on's own commands."""

from scrapy_treesim.commands.treesim import Command

__all__ = ["Command"]
