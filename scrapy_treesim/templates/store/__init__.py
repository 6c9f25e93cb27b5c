"""Storage: templates in a JSON file, and pages of no template in a database.

In and out go templates (:mod:`.store`), and pages that crawls met
and could not match (:mod:`.pending`), which :mod:`..learn` takes as a corpus.
"""
