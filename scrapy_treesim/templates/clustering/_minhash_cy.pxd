cimport cython

cdef enum:
    PRIME = 2147483647

cdef extern from "limits.h":
    long long LAST "LLONG_MAX"

@cython.locals(order="Py_ssize_t", i="Py_ssize_t", best="long long", number="long long",
               place="long long", found=int, scaled=bint)
cpdef min_hashes(long long[::1] features, int[::1] scale, long long[::1] low,
                 long long[::1] high, int[::1] out)

@cython.locals(i="Py_ssize_t", count="Py_ssize_t")
cpdef Py_ssize_t agreeing(int[::1] one, int[::1] other)
