cimport cython
from scrapy_treesim.tree._shapes_cy cimport ShapeTable

cdef class Forest:
    cdef readonly int[::1] tag
    cdef readonly int[::1] leftmost
    cdef readonly int[::1] shape
    cdef readonly object keyroots
    cdef readonly int shapes
    cdef readonly long long work

    @cython.locals(numbers=dict, keyroots=dict, node=int, one=int, number=int,
                   waiting="int[::1]", left="Py_ssize_t", at=int)
    cdef _fill(self, ShapeTable table, tuple row, bint from_right)

    @cython.locals(count="Py_ssize_t", k="Py_ssize_t", one=int)
    cdef Py_ssize_t _add(self, tuple row, bint from_right, int[::1] waiting, Py_ssize_t left)

@cython.locals(trees="int[::1]", forests="int[::1]", i=int, j=int)
cpdef int edit_distance(Forest x, Forest y)

@cython.locals(first_x="Py_ssize_t", first_y="Py_ssize_t", width="Py_ssize_t", c="Py_ssize_t",
               i="Py_ssize_t", j="Py_ssize_t", row="Py_ssize_t", before="Py_ssize_t",
               known="Py_ssize_t", tag=int, best=int, other=int, leftmost_x="int[::1]",
               leftmost_y="int[::1]", shape_y="int[::1]", tag_y="int[::1]")
cdef _fill_distances(Forest x, Forest y, Py_ssize_t last_x, Py_ssize_t last_y, int[::1] trees,
                     int[::1] forests)
