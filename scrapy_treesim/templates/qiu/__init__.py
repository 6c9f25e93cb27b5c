"""The thesis' way to see a page: its sequence of tags, repeats collapsed (Qiu 2013, chapters 2, 3).

In comes a page, out comes a sequence of tags with depths, in which repeated records are
one. The method ``qiu`` of :mod:`..clustering` compares these.
"""
