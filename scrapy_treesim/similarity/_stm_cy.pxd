cimport cython
from scrapy_treesim.tree._shapes_cy cimport ShapeTable

cdef class SimpleTreeMatching:
    cdef ShapeTable _table
    cdef dict _memo

    @cython.locals(x="long long", y="long long", value=int)
    cpdef int matched(self, int a, int b)

    @cython.locals(first=int, last_a=int, last_b=int, total=int, i=int, j=int, diagonal=int,
                   above=int, best=int, weight=int, u=int, v=int, missing="bint",
                   us=tuple, vs=tuple, row="int[::1]")
    cdef int _align(self, int a, int b, list pending)

    @cython.locals(value=object)
    cdef int _weight(self, long long a, long long b)
