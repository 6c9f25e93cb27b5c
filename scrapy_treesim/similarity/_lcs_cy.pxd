cimport cython

@cython.locals(total=double, first="Py_ssize_t", last_a="Py_ssize_t", last_b="Py_ssize_t",
               i="Py_ssize_t")
cpdef double weighted_lcs(int[::1] a, int[::1] b, double[::1] weight) except -1

@cython.locals(i="Py_ssize_t")
cpdef check_symbols(int[::1] a, Py_ssize_t symbols)

@cython.locals(i="Py_ssize_t", key=object, known=object)
cpdef number_symbols(long long[::1] keys, dict symbols, int[::1] out)

@cython.locals(latest="int[::1]", earlier="int[::1]", best="double[::1]", width="Py_ssize_t",
               i="Py_ssize_t", j="Py_ssize_t", k="Py_ssize_t", value=double)
cdef double _heaviest(int[::1] a, int[::1] b, double[::1] weight, Py_ssize_t first,
                      Py_ssize_t last_a, Py_ssize_t last_b, double start) except -1
