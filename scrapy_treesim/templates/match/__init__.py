"""Matching: from a page to its template.

In come a page and templates with signatures (:mod:`.signature`); out comes how like each it is.
"""
