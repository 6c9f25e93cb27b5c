cimport cython

@cython.locals(i="Py_ssize_t", n="Py_ssize_t", kind=int, block=int, stop="Py_ssize_t")
cpdef assign(int[::1] tag, int[::1] parent, int[::1] size, int[::1] chars, int[::1] kinds,
             int[::1] owner, int[::1] own_chars, int[::1] own_links)
