cimport cython
from scrapy_treesim.tree._shapes_cy cimport ShapeTable

cdef class Outline:
    cdef public int[::1] token
    cdef public int[::1] above
    cdef public int[::1] distinct
    cdef public int[::1] length
    cdef readonly double total

cdef class LeafPaths:
    cdef ShapeTable _table
    cdef dict _outlines
    cdef dict _memo
    cdef dict _tokens
    cdef object _mark
    cdef int _stamp

    @cython.locals(one=int, token=int, above=int, level=int, distinct=int, node=int, kid=int,
                   index=int, kids=tuple, outline=Outline)
    cdef Outline _read(self, int shape)

    cdef int _token(self, long long index, long long tag)

    @cython.locals(mark="int[::1]", shared="int[::1]", total=double, leaf="Py_ssize_t", stamp=int,
                   node="Py_ssize_t", above="Py_ssize_t", common=int, fresh=int, best=double,
                   value=double)
    cdef double _one_way(self, Outline a, Outline b)
