cdef class List:
    cdef bint is_ordered
    cdef int count
    cdef int last
    cdef bint is_loose

cdef class Container:
    cdef List items
    cdef int blocks
    cdef str prefix
    cdef bint is_over

    cdef str begin(self, str outer)

cdef class Blocks:
    cdef list _pieces
    cdef list _containers
    cdef int _count

    cdef int depth(self) except -1
    cdef void enter(self, List items) except *
    cdef void leave(self) except *
    cdef void write_outside(self, str block) except *
    cdef void write(self, str block) except *
    cdef bint _is_next_item(self, Py_ssize_t begun) except -1
    cdef str result(self)
