# Written by setup.py.
cdef enum:
    MASK = 4294967295
    MAX_NAME_BYTES = 300
    NEAR_TEXTS = 8
    FURTHER_TEXTS = 40
    LEVELS = 3
