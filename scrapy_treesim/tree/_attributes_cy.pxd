from scrapy_treesim._cython cimport Ints

cdef class Attributes:
    cdef Ints first
    cdef Ints attribute
    cdef Ints value_start
    cdef bytes values
    cdef dict long_values

    cdef int entry(self, Py_ssize_t node, int number) except -2
    cdef bytes plain(self, int entry)
    cpdef str text(self, int entry)
    cpdef str get(self, Py_ssize_t node, int number)
