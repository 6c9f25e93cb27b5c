cimport cython

cdef int LINK

@cython.locals(i="Py_ssize_t", n="Py_ssize_t", child="Py_ssize_t", stop="Py_ssize_t",
               link_stop="Py_ssize_t", own=int, before=int, before_linked=int)
cpdef fill_sums(int[::1] tag, int[::1] parent, int[::1] size, int[::1] nth, int[::1] chars,
                int[::1] linked, int[::1] seen)

@cython.locals(i="Py_ssize_t", before="Py_ssize_t")
cpdef check_runs(int[::1] start, Py_ssize_t stop)
