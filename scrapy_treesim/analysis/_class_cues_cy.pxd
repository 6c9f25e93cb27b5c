from scrapy_treesim._cython cimport Bytes, Ints

cpdef int cues_in(Bytes values, Py_ssize_t at, Py_ssize_t stop, Bytes symbols, Ints following,
                  Ints meaning) except -1
