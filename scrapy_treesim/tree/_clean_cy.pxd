cimport cython

@cython.locals(i="Py_ssize_t", n="Py_ssize_t", count="Py_ssize_t", above=int, action=int)
cpdef Py_ssize_t keep_nodes(int[::1] tag, int[::1] parent, int[::1] size, int[::1] actions,
                            int[::1] place, int[::1] out_tag, int[::1] out_parent,
                            int[::1] out_size, int[::1] out_origin)

@cython.locals(i="Py_ssize_t", above=int)
cpdef fill_heights(int[::1] parent, int[::1] height)
