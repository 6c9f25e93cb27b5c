cimport cython

cdef class Substrings:
    cdef dict _step
    cdef int[::1] _last_step
    cdef object _number
    cdef object _step_before
    cdef int[::1] _length
    cdef int[::1] _suffix
    cdef int _states

    @cython.locals(number="long long", last=int, state=int, at=int, to=int)
    cdef _build(self, int[::1] string)

    @cython.locals(state=int, step=int)
    cdef int _split(self, int at, long long number, int to)

    @cython.locals(to=object)
    cdef int _after(self, long long state, long long number)

    @cython.locals(step=int)
    cdef _add(self, long long state, long long number, int to)

    @cython.locals(number=int, state=int, length=int, longest=int, to=int)
    cpdef int longest_in(self, int[::1] other)
