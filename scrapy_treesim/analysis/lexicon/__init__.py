"""The words that finders alone know, as those of :mod:`scrapy_treesim.values.lexicon`."""
