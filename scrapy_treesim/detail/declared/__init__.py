"""Things that a page declares to machines, whatever it declares them in.

Whatever the page holds, sizes are bounded, nothing recurses and nothing is raised.
"""
