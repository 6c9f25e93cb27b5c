cimport cython

cdef class LeafCounts:
    cdef int[::1] _group, _low, _high, _several, _count, _sums
    cdef long long[::1] _names

    @cython.locals(names="long long", level="Py_ssize_t", pairs=int, sure=int, held=int,
                   paired=double, accounted=double, missing=double, extra=double, value=double,
                   sums="int[::1]")
    cpdef double likeness(self, Py_ssize_t first, Py_ssize_t last, double[::1] weights)

    @cython.locals(names="long long", level="Py_ssize_t", place="Py_ssize_t", g=int, seen=int,
                   sums="int[::1]")
    cdef long long _count_leaves(self, Py_ssize_t first, Py_ssize_t last)
