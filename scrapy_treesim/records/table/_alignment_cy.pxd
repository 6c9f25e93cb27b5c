cdef class Token:
    cdef readonly int tag
    cdef readonly int role
    cdef readonly frozenset classes
    cdef readonly str itemprop
    cdef readonly int label
    cdef readonly unsigned long long bits
    cdef readonly bint several

cpdef double likeness(Token one, Token other)
cdef double tag_likeness(Token one, Token other)
cdef int bit_count(unsigned long long bits)
