from scrapy_treesim._cython cimport Bytes, Ints, UInts
from scrapy_treesim.values._number_chain_cy cimport NumberChain

cdef int SIGN, LETTER, NUMERAL, BLANK, LEAD
cdef int DIGIT, PRICE, DATE, TIME, RELATIVE, RATING, NUMBER, SENTENCE, ONLY_STARS
cdef int UNIT, DAY, PRESSED, SAYS, TALK, MORE, ANSWER
cdef int OF_POSTS, POST_MEANINGS
cdef int MONTH, CURRENCY, PAST, BEFORE_PAST, RATE, STARS, OF, ORDINAL, ONE, BEFORE_A

cdef class TextReader:
    cdef readonly int kinds
    cdef readonly int meanings
    cdef readonly int words
    cdef readonly int ideographs
    cdef readonly int value
    cdef readonly unsigned int hash
    cdef Bytes _classes
    cdef UInts _keys
    cdef Ints _bits
    cdef int _last
    cdef int _meaning
    cdef int _joint
    cdef bint _gap
    cdef bint _letter
    cdef int _digits
    cdef NumberChain _chain
    cdef int _since
    cdef int _run
    cdef Py_ssize_t _pair
    cdef bint _plain
    cdef int _after
    cdef int _starred

    cpdef int read(self, Bytes text, Py_ssize_t at, Py_ssize_t stop) except -1
    cdef void _begin(self) except *
    cdef void _finish(self) except *
    cdef Py_ssize_t _read_word(self, Bytes text, Py_ssize_t at, Py_ssize_t stop) except -1
    cdef int _meaning_of(self, unsigned int word) except -1
    cdef void _take_word(self, int meaning, int chars) except *
    cdef void _count_for_number(self, int chars) except *
    cdef bint _is_passed_over(self, int meaning) except -1
    cdef void _after_number(self, int meaning) except *
    cdef int _role_of(self, int meaning, int chars) except -1
    cdef Py_ssize_t _read_number(self, Bytes text, Py_ssize_t at, Py_ssize_t stop) except -1
    cdef void _take_number(self, int digits, int value) except *
    cdef void _after_word(self, int digits, int value) except *
    cdef void _join(self, int digits, int value) except *
    cdef void _begin_chain(self, int digits, int value) except *
    cdef void _end_chain(self) except *
    cdef void _take_ascii(self, Bytes text, Py_ssize_t at, Py_ssize_t stop) except *
    cdef void _take_sign(self, int sign) except *
    cdef void _take_money(self) except *
    cdef void _take_star(self) except *
    cdef Py_ssize_t _read_wide(self, Bytes text, Py_ssize_t at, Py_ssize_t stop) except -1
    cdef void _take_wide_sign(self, unsigned int sign) except *
    cdef void _take_ideograph(self, Bytes text, Py_ssize_t at, unsigned int sign) except *
    cdef bint _takes_unit(self, unsigned int sign) except -1
    cdef int _meaning_at(self, Bytes text, Py_ssize_t at, Py_ssize_t size) except -1
