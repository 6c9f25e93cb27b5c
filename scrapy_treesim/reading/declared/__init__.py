"""What a page declares to programs, read once a page into one form, whatever it is declared in.

Whatever the page holds, sizes are bounded, nothing recurses and nothing is raised.
"""
