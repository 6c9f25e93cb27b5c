"""Words that values are read by, from the files of all languages.

What a name holds is what ``sections.json`` says of its section.
"""
