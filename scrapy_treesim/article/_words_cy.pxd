cimport cython

cdef enum:
    OTHER, LOWER, UPPER, DIGIT, END, CONTINUATION, LEAD, IDEOGRAPH, WIDE

cdef enum:
    COUNT_UNITS, COUNT_IDEOGRAPHS, COUNT_ENDS, COUNT_ENDS_SENTENCE, COUNT_LINKED
    COUNT_LINKS, COUNT_TITLE, COUNT_DESCRIBED, COUNT_LEGAL, COUNT_BOILERPLATE
    COUNTS

cdef enum:
    SEED = 2166136261
    MASK = 4294967295

cdef unsigned int _pair(unsigned int before, unsigned int ideograph) except? -1
cdef unsigned int _fold(unsigned int word) except? -1

@cython.locals(n="Py_ssize_t", at="Py_ssize_t", units=int, length=int, word="unsigned int",
               before="unsigned int", byte="unsigned int", kind=int)
cpdef int mark(const unsigned char[::1] text, const unsigned char[::1] kind_of_byte,
               unsigned char[::1] groups_of_word, int group, int shortest) except -1

@cython.locals(i="Py_ssize_t", n="Py_ssize_t", links=int, current=int, word="unsigned int",
               whole="unsigned int", exact="unsigned int", length=int, kind=int, row="Py_ssize_t", at="Py_ssize_t",
               stop="Py_ssize_t", units=int, before="unsigned int", last=int,
               byte="unsigned int", following="unsigned int", third="unsigned int",
               known="unsigned int", place="Py_ssize_t")
cpdef count(const unsigned char[::1] text, int[::1] tag, int[::1] start, int[::1] linked,
            int[::1] block, const unsigned char[::1] kind_of_byte,
            unsigned char[::1] groups_of_word, int link, int[::1] counts,
            unsigned int[::1] hashes, unsigned int[::1] texts)
