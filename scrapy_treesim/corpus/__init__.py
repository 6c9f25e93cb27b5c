"""A corpus: saved pages in folders, WARC files, Scrapy's HTTP cache or feeds.

In comes a path, out come saved pages, one at a time, with counts of what is no page.
:mod:`.corpus` tells what lies at a path and goes through it; a module each reads a kind of file.
"""

from __future__ import annotations

from scrapy_treesim.corpus.corpus import Corpus, CorpusError, CorpusPages, open_corpus
from scrapy_treesim.corpus.saved_page import MAX_BYTES, SavedPage

__all__ = [
    "MAX_BYTES",
    "Corpus",
    "CorpusError",
    "CorpusPages",
    "SavedPage",
    "open_corpus",
]
