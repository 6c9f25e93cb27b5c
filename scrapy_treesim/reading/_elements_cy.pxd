from cython cimport final
from scrapy_treesim._cython cimport Bytes, Ints, ULongs

@final
cdef class Numbers:
    cdef readonly int count
    cdef ULongs keys
    cdef Ints numbers
    cdef unsigned long long mask

    cdef int of(self, unsigned long long key) except -1

@final
cdef class ElementNumbers:
    cdef readonly Ints node
    cdef readonly Ints tag
    cdef readonly Ints parent
    cdef readonly Ints first
    cdef readonly Ints stop
    cdef readonly Ints names
    cdef readonly Ints path
    cdef readonly Ints siblings
    cdef readonly Ints position
    cdef readonly Ints shape
    cdef readonly Ints children
    cdef readonly Ints of_node
    cdef Bytes values

    cdef long long first_word(self, Py_ssize_t at, Py_ssize_t stop) except -1
