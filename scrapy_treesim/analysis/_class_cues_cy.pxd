cimport cython

cdef enum:
    SYMBOLS = 32

@cython.locals(state=int, found=int)
cpdef int cues_in(const unsigned char[::1] values, Py_ssize_t at, Py_ssize_t stop,
                  const unsigned char[::1] symbols, int[::1] following,
                  int[::1] meaning) except -1
