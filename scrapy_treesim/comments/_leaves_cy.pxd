cimport cython
from scrapy_treesim.analysis._analysis_cy cimport Analysis

cdef enum:
    WHEN, CONTROL, NUMBER, LINK, SHORT, TEXT

cdef enum:
    UNIT = 1
    DAY = 2
    PRESSED = 4
    SAYS = 8
    TALK = 16

cdef enum:
    SEED = 2166136261
    PRIME = 16777619
    MASK = 4294967295

cdef enum:
    MOST_READ = 100
    MOST_WHEN = 60
    MOST_LINK = 40
    MOST_SHORT = 25
    LONG = 40

cdef class Leaves:
    cdef readonly Analysis analysis
    cdef readonly int[::1] kind
    cdef readonly int[::1] bits
    cdef readonly int[::1] value
    cdef readonly int[::1] chars
    cdef readonly int[::1] plain
    cdef readonly int[::1] whens
    cdef readonly int[::1] longs
    cdef readonly int[::1] jumps

    @cython.locals(node="Py_ssize_t", entry="Py_ssize_t", jump=int)
    cpdef read_addresses(self, int[::1] first_attribute, int[::1] attribute, int[::1] value_start,
                         const unsigned char[::1] values, int wanted)

    @cython.locals(analysis=Analysis, press_stop="Py_ssize_t", i="Py_ssize_t", number=int,
                   length=int, linked=bint, dated=bint, kind=int)
    cpdef read_texts(self, const unsigned char[::1] text, int[::1] start, int[::1] pressed,
                     const unsigned char[::1] kind_of_byte, const unsigned char[::1] words)

    @cython.locals(word="unsigned int", letters=int, digits=int, value=int, count=int, bits=int,
                   signs=int, to_press=bint, before="Py_ssize_t", byte="unsigned int", kind=int)
    cdef int _read_short(self, const unsigned char[::1] text, Py_ssize_t at, Py_ssize_t stop,
                         int length, bint linked, bint dated, bint pressed, int number,
                         const unsigned char[::1] kind_of_byte,
                         const unsigned char[::1] words) except? -1

@cython.locals(found=int)
cdef int _signs(const unsigned char[::1] text, Py_ssize_t at, Py_ssize_t stop) except? -1

@cython.locals(value="unsigned int", place="Py_ssize_t")
cdef int _pair(const unsigned char[::1] text, Py_ssize_t at, Py_ssize_t length) except? -1

@cython.locals(seen=bint, byte="unsigned int")
cdef bint _has_place(const unsigned char[::1] values, Py_ssize_t at, Py_ssize_t stop) except? -1
