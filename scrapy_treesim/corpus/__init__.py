"""A corpus: saved pages in folders, WARC files, Scrapy's HTTP cache or feeds.

Input is a path, output saved pages, one at a time, with counts of entries that are no page.
:mod:`.corpus` recognizes the files at a path and goes through them; :mod:`.formats` reads them.
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
