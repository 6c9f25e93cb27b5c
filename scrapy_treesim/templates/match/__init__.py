"""Matching: from a page to its template.

In come a page and templates with signatures; out comes the most similar template, with the fields
that its rules find. :mod:`.features` reads a page, :mod:`.signature` compares, :mod:`.match`
decides.
"""
