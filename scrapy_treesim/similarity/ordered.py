"""Ordered matching of subtrees (Song 2011's rival, its reference 8).

The recursion of free matching, but children are matched one to one and in order, so as to maximise
``sum (|A_i| + |B_j|) sim(A_i, B_j)``; that sum plus 2 over ``|A| + |B|`` is the similarity. Written
out, ``(|A| + |B|) sim(A, B)`` is 2 for the roots and the same again for every matched pair below:
twice the number of nodes that simple tree matching counts. The two are one measure under two names,
so one kernel serves both; the tests hold it to the recursion as Song writes it.
"""

from scrapy_treesim.similarity._stm_cy import SimpleTreeMatching

OrderedMatching = SimpleTreeMatching
