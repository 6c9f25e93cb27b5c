from scrapy_treesim._cython cimport Ints

cdef class ShapeTable:
    cdef readonly list tag
    cdef readonly list size
    cdef readonly list children
    cdef dict _known
    cdef dict _numbers

    cpdef int add(self, int tag, tuple children)

    cdef void _fill(self, Ints tag, Ints size, Ints numbers, Ints shapes)
