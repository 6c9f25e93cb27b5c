"""Declared data of a page in one form for all syntaxes, read once a page.

On any input sizes are bounded, nothing recurses and no exception is raised.
"""
