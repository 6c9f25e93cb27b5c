cimport cython
from scrapy_treesim.tree._shapes_cy cimport ShapeTable

cdef class LeafPaths:
    cdef ShapeTable _table
    cdef dict _paths
    cdef dict _memo
    cdef list _leaves
    cdef list _mass

    @cython.locals(shape=int, child=int, leaves=object, mass=object)
    cdef _extend(self)

    @cython.locals(kids=tuple, index="long long")
    cdef dict _leaf_paths(self, int shape)

cdef double _one_way(dict paths, dict others)
