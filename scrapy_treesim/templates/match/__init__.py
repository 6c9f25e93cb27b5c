"""Matching of pages with templates by signatures.

Takes a page and templates with signatures (:mod:`.signature`); gives its similarity to each.
"""
