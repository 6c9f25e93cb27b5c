"""Words to read values by, from the files of all languages.

The meaning of each section is in ``sections.json``.
"""
