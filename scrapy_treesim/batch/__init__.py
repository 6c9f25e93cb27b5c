"""Findings of saved pages, extracted in partitions: by many processes, and on after a stop.

In come a corpus and options, out comes a folder of parts, a file a partition and
kind of finding, and a manifest of them. :mod:`.run` has the steps: the corpus is cut into slices,
each of which is extracted by itself (:mod:`.partition`) in some process and
written by a writer of its format (:mod:`.parts`); the manifest says which are done.
"""
