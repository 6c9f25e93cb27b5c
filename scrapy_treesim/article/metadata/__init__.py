"""Metadata of a page: its declarations, and the author and date in its text."""

from scrapy_treesim.article.metadata.metadata import Metadata, metadata_of

__all__ = ["Metadata", "metadata_of"]
