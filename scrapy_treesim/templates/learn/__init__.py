"""Learning: from a corpus to templates, on one core or on many machines.

In comes a corpus (:mod:`scrapy_treesim.corpus`), out come templates and counts. :mod:`.learning`
has the steps in order, and what workers do, page by page and site by site; :mod:`.work` is the file
that keeps what was read.
"""
