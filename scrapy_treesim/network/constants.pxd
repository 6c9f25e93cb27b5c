# Written by setup.py.
cdef enum:
    WIDTH = 32
    HALF = 16
    THREE_QUARTERS = 24
    MAX_INPUTS = 64
    ROOM = 68
