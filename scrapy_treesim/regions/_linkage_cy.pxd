cimport cython

@cython.locals(k="Py_ssize_t", i="Py_ssize_t", length="Py_ssize_t", start="Py_ssize_t",
               here="Py_ssize_t", before="Py_ssize_t", nearest="Py_ssize_t", j="Py_ssize_t",
               low="Py_ssize_t", high="Py_ssize_t", mean=double)
cpdef average_linkage(double[::1] distance, int[::1] size, double limit, int[::1] group,
                      int[::1] chain)
