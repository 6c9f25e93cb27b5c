"""Storage: templates in a JSON file, and pages of no template in a database.

Reads and writes templates (:mod:`.store`), and pages of crawls without a
template (:mod:`.pending`), a corpus for :mod:`..learn`.
"""
