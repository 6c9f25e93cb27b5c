"""Things declared by a page to programs, in any syntax.

Whatever the page, sizes and depths are bounded, and nothing is raised.
"""
