# Written by setup.py.
cdef enum:
    SILENT = 1
    LINE = 2
    MARK = 4
    PASSAGE = 8
    CELL = 16
    ITEM = 32
    LIKELY_ITEM = 64
    TEXT_KIND = 0
    PASSAGE_KIND = 1
    NUMBER_KIND = 2
    PRICE_KIND = 3
    DATE_KIND = 4
    RATING_KIND = 5
    LONG = 80
    HAS_VALUE = 1024
    HAS_TEXT = 1
    HAS_LINK = 2
    HAS_IMAGE = 4
    HAS_META = 8
    HAS_OTHER = 16
    HAS_RUN = 32
