cimport cython

cdef class ShapeTable:
    cdef readonly list tag
    cdef readonly list size
    cdef readonly list children
    cdef dict _known
    cdef dict _numbers

    @cython.locals(shape=int, child=int, nodes=int)
    cpdef int add(self, int tag, tuple children)

    @cython.locals(i="Py_ssize_t", child="Py_ssize_t", stop="Py_ssize_t", kids=list)
    cdef _fill(self, int[::1] tag, int[::1] size, int[::1] numbers, int[::1] shapes)
