cimport cython
from scrapy_treesim.tree._shapes_cy cimport ShapeTable

@cython.locals(waiting="int[::1]", above="int[::1]", left="Py_ssize_t", node="Py_ssize_t",
               k="Py_ssize_t", one=int, kids=tuple)
cpdef preorder(ShapeTable table, int shape, int[::1] tag, int[::1] parent)

@cython.locals(waiting="int[::1]", last="Py_ssize_t", node="Py_ssize_t", k="Py_ssize_t",
               kids=tuple)
cpdef breadth_first(ShapeTable table, int shape, int[::1] tag)

@cython.locals(node="Py_ssize_t", above="long long")
cpdef tag_at_depth(int[::1] tag, int[::1] parent, long long[::1] out)
