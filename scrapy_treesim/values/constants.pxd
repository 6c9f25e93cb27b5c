# Written by setup.py.
cdef enum:
    NOTHING = 0
    WORD = 1
    COUNTED = 2
    AGE = 3
    AMONG = 4
    COLON = 58
    SLASH = 47
    POINT = 46
    COMMA = 44
    DASH = 45
    YEAR = 1
    MOON = 2
    MANY = 3
    MAX_VALUE = 100000
    MAX_WORD_CHARS = 14
    MAX_WORDS = 2
    MAX_AGO_IDEOGRAPHS = 3
