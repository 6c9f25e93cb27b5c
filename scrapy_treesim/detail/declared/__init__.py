"""Things declared by a page to programs, in any syntax.

On any page sizes are bounded, nothing recurses and nothing is raised.
"""
