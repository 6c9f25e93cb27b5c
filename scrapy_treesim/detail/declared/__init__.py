"""What a page declares of things to machines, whatever it is declared in."""

from scrapy_treesim.detail.declared.declaration import Declaration

__all__ = ["Declaration"]
