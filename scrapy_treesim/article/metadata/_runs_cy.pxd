from scrapy_treesim._cython cimport Bytes, Ints, UInts

cdef unsigned int hashed(Bytes text, Py_ssize_t at, Py_ssize_t stop) except? 0
cdef int meaning_of(UInts keys, Ints bits, unsigned int word) except -1
