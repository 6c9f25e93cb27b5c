"""Findings of saved pages, extracted in partitions: by many processes, resumed after a stop.

Input is a corpus and options, output a folder of parts, a file a partition and kind of finding, and
a manifest of them. :mod:`.run` has the steps: the corpus is cut into slices, each is extracted by
itself (:mod:`.partition`) in some process and written by a writer of its format (:mod:`.parts`);
the manifest lists those that are done.
"""
