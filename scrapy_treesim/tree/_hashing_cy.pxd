from scrapy_treesim._cython cimport Bytes, Ints, ULongs

cdef class HashTable:
    cdef readonly int count
    cdef ULongs _keys
    cdef Ints _numbers

    cpdef int enter(self, unsigned long long key) except -1
    cpdef int find(self, unsigned long long key)
    cpdef void clear(self)
    cdef Py_ssize_t _slot(self, unsigned long long key) except -1
    cdef void _grow(self)

cpdef unsigned int mixed(unsigned int key, unsigned int value) noexcept
cpdef unsigned int hash_bytes(Bytes text, Py_ssize_t at, Py_ssize_t stop, unsigned int seed=*)
