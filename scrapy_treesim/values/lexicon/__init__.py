"""The words that values are read by: a module a meaning, from the files of all languages.

What a name holds is what ``sections.json`` says of its section.
"""
