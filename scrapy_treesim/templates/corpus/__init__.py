"""Saved pages to learn templates from: folders, WARC files, Scrapy's HTTP cache, feeds."""

from __future__ import annotations

from scrapy_treesim.templates.corpus.corpus import Corpus, CorpusPages, Counts
from scrapy_treesim.templates.corpus.opening import CorpusError, open_corpus
from scrapy_treesim.templates.corpus.saved_page import MAX_BYTES, SavedPage

__all__ = [
    "MAX_BYTES",
    "Corpus",
    "CorpusError",
    "CorpusPages",
    "Counts",
    "SavedPage",
    "open_corpus",
]
