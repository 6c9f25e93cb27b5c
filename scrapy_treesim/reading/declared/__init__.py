"""Declared data: read once a page into one form, whatever they are declared in.

Whatever the page holds, sizes are bounded, nothing recurses and nothing is raised.
"""
