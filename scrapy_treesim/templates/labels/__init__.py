"""Labels: values on pages, given by people, and the fields of templates learned from them.

In come labelled pages, from a file or the inspector; out come templates with rules for each field
(:mod:`..rules`), and how well these do on other pages.
"""
