"""Labels: from values that people say stand on pages to the fields of templates.

In come labelled pages, from a file or the inspector; out come templates with rules for each field
(:mod:`..rules`), and how well these do on other pages.
"""
