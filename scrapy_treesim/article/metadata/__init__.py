"""Metadata of a page: what it declares, and the author and date that it shows."""

from scrapy_treesim.article.metadata.metadata import Metadata, metadata_of

__all__ = ["Metadata", "metadata_of"]
