"""Learning of templates from a corpus, on one core or on many machines.

Takes a corpus (:mod:`scrapy_treesim.files.corpus`) and gives templates and counts.
:mod:`.learning` has the steps in order, and the workers' tasks, page by page and site by site;
:mod:`.work` is the file of the pages read.
"""
