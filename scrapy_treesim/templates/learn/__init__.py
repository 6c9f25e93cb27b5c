"""Learning: from a corpus to templates, on one core or on many machines.

In comes a corpus (:mod:`scrapy_treesim.corpus`), out come templates and counts. :mod:`.learning`
has the steps in order: every page is read once (:mod:`.reading`,
:mod:`.filter`) and its features kept in a file (:mod:`.work`); each page gets a kind
and is described (:mod:`.kinds`).
"""
