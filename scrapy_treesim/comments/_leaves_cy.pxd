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
    OF_LEAVES = 31

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
    cpdef read_texts(self, const unsigned char[::1] text, int[::1] start, int[::1] pressed)

    @cython.locals(count=int, bits=int, to_press=bint)
    cdef int _kind_of_short(self, int length, bint linked, bint dated, bint pressed,
                            int t) except? -1

@cython.locals(found=int)
cdef int _signs(const unsigned char[::1] text, Py_ssize_t at, Py_ssize_t stop) except? -1

@cython.locals(seen=bint, byte="unsigned int")
cdef bint _has_place(const unsigned char[::1] values, Py_ssize_t at, Py_ssize_t stop) except? -1
