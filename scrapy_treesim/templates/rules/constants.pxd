# Written by setup.py.
cdef enum:
    PRIME = 16777619
    SEED = 2166136261
    BREAK = 1
    HEADLINE = 2
    BODY = 4
    INLINE = 8
    LONGEST = 64
    OWN = 0
    UNDER_ONE = 1
    UNDER_TWO = 2
    UNDER_FOUR = 3
    PATH = 4
    BY_ID = 5
    BY_CLASS = 6
    SPOT = 7
    BEFORE = 8
    BESIDE = 9
    FIRST = 10
    SECOND = 11
    HEADING = 12
    TAG_BESIDE = 13
    TAG_FIRST = 14
    CLIMB = 8
    LONG = 1
    FEW = 2
    MANY = 3
