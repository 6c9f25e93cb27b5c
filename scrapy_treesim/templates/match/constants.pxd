# Written by setup.py.
cdef enum:
    PRIME = 2147483647
    LOW = 1103515245
    HIGH = 1812433253
    PAIR = 747796405
    LEAF = 1140671485
    DIGIT = 78
    TOKENS = 24
