from scrapy_treesim._cython cimport Doubles, Ints, UInts
from scrapy_treesim.analysis._analysis_cy cimport Analysis

cdef class Children:
    cdef readonly Analysis analysis
    cdef readonly Ints nodes, letters, letter_count, repeated
    cdef readonly Py_ssize_t count, room
    cdef Py_ssize_t _visits
    cdef Ints _keys, _stamps, _values
    cdef int _epoch
    cdef Ints _paths, _first_path, _set_named, _sizes, _group, _chain
    cdef UInts _set_keys
    cdef Doubles _distance

    cdef Py_ssize_t read(self, Py_ssize_t node) except -1
    cdef void letter(self, bint by_cluster)
    cdef void _number(self, int lettering)
    cdef bint _is_repeated(self, int lettering) except -1
    cdef bint _cluster(self) except -1
    cdef void _join_sets(self, Py_ssize_t k)
