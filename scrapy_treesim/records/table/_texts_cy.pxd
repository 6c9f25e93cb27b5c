from scrapy_treesim._cython cimport Buffer, Bytes, Ints, UInts, ULongs
from scrapy_treesim.values._text_kinds_cy cimport TextReader

cdef class Texts:
    cdef readonly int count
    cdef readonly Ints number
    cdef readonly Ints chars
    cdef bytes _source
    cdef Bytes _text
    cdef Ints _start
    cdef Bytes _held
    cdef Buffer _room
    cdef bytearray _written
    cdef Py_ssize_t _end
    cdef Ints _first
    cdef Ints _slots
    cdef UInts _hashes
    cdef Ints _kinds
    cdef Ints _signs
    cdef list _said
    cdef TextReader _reader
    cdef object _collapsed
    cdef object _is_sign

    cpdef int enter(self, Py_ssize_t at, Py_ssize_t stop)
    cpdef int kind(self, int number)
    cpdef bint is_separator(self, int number)
    cpdef int count_of(self, int number, unsigned int byte)
    cpdef bint ends_cut(self, int number)
    cpdef str said(self, int number)
    cdef void _put(self, Py_ssize_t at, Py_ssize_t stop)
    cdef void _put_odd(self, Py_ssize_t at, Py_ssize_t stop)
    cdef void _make_room(self, Py_ssize_t wanted)
    cdef int _entered(self, Py_ssize_t stop)
    cdef bint _is_same(self, int number, Py_ssize_t stop)

cdef bint is_odd(Bytes text, Py_ssize_t at, Py_ssize_t stop)
