cimport cython

@cython.locals(best="Py_ssize_t", most=double, node="Py_ssize_t", score=double)
cpdef Py_ssize_t best_subtree(int[::1] size, int[::1] before, double[::1] scores) except -1
