from scrapy_treesim._cython cimport Bytes, Ints, UInts, ULongs
from scrapy_treesim.records.table._texts_cy cimport Texts

cdef class RecordContent:
    cdef readonly Ints tag
    cdef readonly Ints parent
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
    cdef readonly int names
    cdef readonly Ints named
    cdef readonly Ints classed
    cdef bytes _held
    cdef Bytes _values
    cdef Ints _spans
    cdef Ints _slots
    cdef UInts _hashes

    cdef bint has_class(self, Py_ssize_t node)
    cdef int _number(self, Py_ssize_t node, int tag, Py_ssize_t at, Py_ssize_t stop,
                     Py_ssize_t prop_at, Py_ssize_t prop_stop)
    cdef bint _is_same(self, int name, int tag, Py_ssize_t at, Py_ssize_t stop,
                       Py_ssize_t prop_at, Py_ssize_t prop_stop)
    cdef bint _are_same(self, Py_ssize_t at, Py_ssize_t stop, Py_ssize_t other,
                        Py_ssize_t other_stop)
    cdef bint _has_words(self, Py_ssize_t at, Py_ssize_t stop)
