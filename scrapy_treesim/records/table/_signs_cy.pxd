from scrapy_treesim._cython cimport Bytes

cpdef Py_ssize_t end_of_word(Bytes text, Py_ssize_t at, Py_ssize_t stop)
cpdef Py_ssize_t start_of_word(Bytes text, Py_ssize_t at, Py_ssize_t stop)
cpdef Py_ssize_t blank_at(Bytes text, Py_ssize_t at, Py_ssize_t stop)
cpdef bint is_symbols(Bytes text, Py_ssize_t at, Py_ssize_t stop)
