cdef class NumberChain:
    cdef int count
    cdef int value0
    cdef int value1
    cdef int value2
    cdef int digits0
    cdef int digits1
    cdef int digits2
    cdef int joint1
    cdef int joint2

    cdef void begin(self, int digits, int value) except *
    cdef void add(self, int digits, int value, int joint) except *
    cdef bint is_date(self) except -1
    cdef bint is_rating(self) except -1

cdef bint is_best(int value) except -1
