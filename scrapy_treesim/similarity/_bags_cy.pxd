cimport cython

cdef enum:
    PRIME = 2147483647
    LOW = 1103515245
    HIGH = 1812433253
    WINDOW_LOW = 1664525
    WINDOW_HIGH = 134775813
    MIX_LOW = 747796405
    MIX_HIGH = 1140671485

@cython.locals(node="Py_ssize_t", low="long long", high="long long")
cpdef path_hashes(int[::1] code, int[::1] parent, long long[::1] paths)

@cython.locals(first="Py_ssize_t", k="Py_ssize_t", low="long long", high="long long",
               mixed="long long")
cpdef window_hashes(long long[::1] paths, Py_ssize_t width, long long[::1] windows)

@cython.locals(i="Py_ssize_t", j="Py_ssize_t", count="Py_ssize_t")
cpdef Py_ssize_t shared(long long[::1] x, long long[::1] y)

@cython.locals(i="Py_ssize_t", j="Py_ssize_t", count="Py_ssize_t", seen="Py_ssize_t")
cpdef double sampled_resemblance(long long[::1] x, long long[::1] y, Py_ssize_t most)
