"""Constants of the kernels: compiled, constants of C, of the same names."""

# What a tag is to records, as bits.
SILENT, LINE, MARK, CELL, ITEM, LIKELY_ITEM = (1 << bit for bit in range(6))

# Kinds of texts, as they are numbered.
TEXT_KIND, PASSAGE_KIND, NUMBER_KIND, PRICE_KIND, DATE_KIND, RATING_KIND = range(6)

LONG = 80
"""Characters from which a text is a passage."""

HAS_VALUE = 1 << 10
"""That a node has an address or the like, as a bit beside those of kinds of texts."""

# What a group of pieces may have in it, as bits.
HAS_TEXT, HAS_LINK, HAS_IMAGE, HAS_META, HAS_OTHER, HAS_RUN = (1 << bit for bit in range(6))
