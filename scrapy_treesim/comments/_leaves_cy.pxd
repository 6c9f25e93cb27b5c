cimport cython
from scrapy_treesim.analysis._class_cues_cy cimport cues_in
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.analysis._text_kinds_cy cimport (
    ANSWER, DATE, DAY, MONTH, MORE, PAST, PRESSED, RELATIVE, SAYS, TALK, TIME, UNIT,
)

cdef enum:
    WHEN, CONTROL, NUMBER, LINK, SHORT, TEXT

cdef enum:
    HREF = 1
    NAMED = 2
    FORM_FIELD = 4
    QUOTE = 8
    PRESS = 16
    INPUT = 32

cdef enum:
    TALKING = 1
    PERSON = 4

cdef enum:
    MOST_READ = 100
    MOST_WHEN = 60
    MOST_LINK = 40
    MOST_SHORT = 25
    LONG = 40
    TITLE = 25

cdef class Leaves:
    cdef readonly Analysis analysis
    cdef readonly int[::1] kind
    cdef readonly int[::1] bits
    cdef readonly int[::1] value
    cdef readonly int[::1] chars
    cdef readonly int[::1] names
    cdef readonly int[::1] plain
    cdef readonly int[::1] whens
    cdef readonly int[::1] controls
    cdef readonly int[::1] answers
    cdef readonly int[::1] mores
    cdef readonly int[::1] tallies
    cdef readonly int[::1] unlinked
    cdef readonly int[::1] numbers
    cdef readonly int[::1] shorts
    cdef readonly int[::1] says
    cdef readonly int[::1] talks
    cdef readonly int[::1] longs
    cdef readonly int[::1] titles
    cdef readonly int[::1] fields
    cdef readonly int[::1] inputs
    cdef readonly int[::1] said
    cdef readonly int[::1] quotes
    cdef readonly int[::1] jumps
    cdef readonly int[::1] persons
    cdef readonly int[::1] called

    @cython.locals(node="Py_ssize_t", entry="Py_ssize_t", kind=int, at="Py_ssize_t",
                   stop="Py_ssize_t", jump=int)
    cpdef read_names(self, int[::1] first_attribute, int[::1] attribute, int[::1] value_start,
                     const unsigned char[::1] values, int[::1] use,
                     const unsigned char[::1] symbols, int[::1] following, int[::1] meaning)

    @cython.locals(analysis=Analysis, press_stop="Py_ssize_t", i="Py_ssize_t", use=int, number=int,
                   length=int, linked=bint, kind=int)
    cpdef read_texts(self, int[::1] what)

    @cython.locals(analysis=Analysis, meanings=int, words=int, to_press=bint)
    cdef int _kind_of(self, int number, int length, bint linked, bint pressed) except? -1

@cython.locals(seen=bint, byte="unsigned int")
cdef bint _has_place(const unsigned char[::1] values, Py_ssize_t at, Py_ssize_t stop) except? -1
