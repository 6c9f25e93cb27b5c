"""Constants of the kernels: compiled, constants of C with the same names."""

# Roles of a tag in records, as bits.
SILENT, LINE, MARK, CELL, ITEM, LIKELY_ITEM = (1 << bit for bit in range(6))

# Kinds of texts, as they are numbered.
TEXT_KIND, PASSAGE_KIND, NUMBER_KIND, PRICE_KIND, DATE_KIND, RATING_KIND = range(6)

LONG = 80
"""Smallest number of characters of a passage."""

HAS_VALUE = 1 << 10
"""The bit of a node with an address or the like, beside those of kinds of texts."""

# Contents of a group of pieces, as bits.
HAS_TEXT, HAS_LINK, HAS_IMAGE, HAS_META, HAS_OTHER, HAS_RUN = (1 << bit for bit in range(6))
