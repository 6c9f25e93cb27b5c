from scrapy_treesim._cython cimport Bytes, Ints, ULongs

cdef class Texts:
    cdef readonly Ints number
    cdef readonly list said
    cdef readonly bytes text
    cdef dict _known
    cdef list _kinds
    cdef object _without_marks
    cdef object _kind_of
    cdef object _names

    cpdef int enter(self, Py_ssize_t at, Py_ssize_t stop)
    cpdef int kind(self, int number)

cdef bint is_plain(bytes text, Py_ssize_t at, Py_ssize_t stop)

cdef class RecordContent:
    cdef readonly Ints tag
    cdef readonly Ints size
    cdef readonly Ints start
    cdef readonly Bytes text
    cdef readonly Ints role
    cdef readonly Texts texts
    cdef readonly ULongs bits
    cdef readonly Ints flow
    cdef readonly Ints children
    cdef readonly Ints only
    cdef readonly Ints name
    cdef readonly list called
    cdef readonly list classed

    cdef int _kind_of_text(self, Py_ssize_t node)
