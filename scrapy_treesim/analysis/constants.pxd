# Written by setup.py.
cdef enum:
    ALPHABET = 32
