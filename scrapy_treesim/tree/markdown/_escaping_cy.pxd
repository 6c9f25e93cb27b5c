cimport cython
cpdef str fence_for(str content, int least)
@cython.locals(i="Py_ssize_t", begin="Py_ssize_t", sign="Py_UCS4", pieces=list)
cpdef str escaped(str text, bint at_start)
@cython.locals(after="Py_UCS4")
cdef bint _is_markup(str text, Py_ssize_t at, Py_UCS4 sign) except -1
cdef bint is_ascii_punctuation(Py_UCS4 sign) except -1
cpdef str destination(str address)
