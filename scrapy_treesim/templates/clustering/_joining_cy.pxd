cimport cython
from libc.math cimport sqrt

cdef class Joining:
    cdef double[::1] _count
    cdef double[::1] _has
    cdef double[::1] _size
    cdef double[::1] _named
    cdef double[::1] _names
    cdef double[::1] _bits
    cdef double[::1] _choices
    cdef double[::1] _all
    cdef double _price
    cdef double _pages

    @cython.locals(na="Py_ssize_t", nb="Py_ssize_t", length="Py_ssize_t", f="Py_ssize_t",
                   ka="Py_ssize_t", kb="Py_ssize_t", up=double, down=double, both=double,
                   either=double, ra=double, rb=double, weight=double, gain=double,
                   perfect=double, bits=double, tie=double)
    cpdef double apart(self, Py_ssize_t a, Py_ssize_t b) except? -1

    cdef inline double _code(self, Py_ssize_t n, Py_ssize_t k) except? -1

    @cython.locals(na=double, nb=double, rest=double, length="Py_ssize_t", f="Py_ssize_t",
                   own_a=double, own_b=double, shared=double, special=double, ka=double,
                   kb=double, ra=double, rb=double, many=double, elsewhere=double)
    cdef double _own_share(self, Py_ssize_t a, Py_ssize_t b) except? -1

    @cython.locals(m="Py_ssize_t", a="Py_ssize_t", b="Py_ssize_t", low="Py_ssize_t",
                   high="Py_ssize_t", least=double)
    cpdef join_all(self, double limit, double[::1] matrix, int[::1] alive, int[::1] into)

    @cython.locals(f="Py_ssize_t")
    cdef _join(self, Py_ssize_t low, Py_ssize_t high)
