# Written by setup.py.
cdef enum:
    CELL = 1
    BLOCK = 2
    PREFORMATTED = 4
    SILENT = 8
    ANNOTATION = 16
    NOTHING = 0
    SPACE = 1
    TAB = 2
    LINE = 3
    SLACK = 4
    SETS_LINES = 1
    KEEPS_LINES = 2
    LEFT_OUT = 4
    SPOKEN = 8
    HELD = 16
    VOID = 32
    KEEP = 0
    UNWRAP = 1
    DROP = 2
    HIDDEN = 1
    CLOSED = 2
    FNV_SEED = 2166136261
    FNV_PRIME = 16777619
    MASK32 = 4294967295
    KIND_BITS = 3
    MOST_OPEN = 7
