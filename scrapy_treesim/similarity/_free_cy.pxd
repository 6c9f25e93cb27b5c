cimport cython
from scrapy_treesim.tree._shapes_cy cimport ShapeTable

cdef class FreeMatching:
    cdef ShapeTable _table
    cdef list _form
    cdef list _tag
    cdef list _size
    cdef list _kids
    cdef dict _known
    cdef dict _memo

    @cython.locals(x="long long", y="long long", value=double, us=dict, vs=dict)
    cpdef double compare(self, int a, int b)

    @cython.locals(shape=int, form=int, kid=int, counts=dict)
    cdef _extend(self)

    @cython.locals(value=object)
    cdef double _similarity(self, long long a, long long b)

    @cython.locals(missing="bint", u=int, v=int)
    cdef bint _ready(self, dict us, dict vs, list pending)

    @cython.locals(u=int, v=int, best=double, value=double, total=double, count=int)
    cdef double _one_way(self, dict us, dict vs)
