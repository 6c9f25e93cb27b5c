cimport cython

@cython.locals(n="Py_ssize_t", a="Py_ssize_t", b="Py_ssize_t", i="Py_ssize_t", j="Py_ssize_t",
               both=double, either=double, apart=double)
cpdef distances(int[::1] start, int[::1] items, double[::1] weight, double[::1] total,
                double[::1] distance)

@cython.locals(k="Py_ssize_t", i="Py_ssize_t", j="Py_ssize_t", length="Py_ssize_t",
               start="Py_ssize_t", here="Py_ssize_t", before="Py_ssize_t", nearest="Py_ssize_t",
               low="Py_ssize_t", high="Py_ssize_t")
cpdef complete_linkage(double[::1] distance, double limit, int[::1] group, int[::1] alive,
                       int[::1] chain)
