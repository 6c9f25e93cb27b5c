cimport cython
from libc.math cimport exp, log, sqrt
from scrapy_treesim.comments._leaves_cy cimport CONTROL, LINK, MORE, SHORT, TALK, WHEN, Leaves
from scrapy_treesim.comments._candidates_cy cimport BY_CONTROL, BY_PATH, BY_SIBLINGS, BY_WHEN, Threads
from scrapy_treesim.analysis._analysis_cy cimport Analysis

cdef unsigned long long SECRET

cdef enum:
    PLAIN = 0
    WHENS = 1
    CONTROLS = 2
    ANSWERS = 3
    NUMBERS = 4
    SHORTS = 5
    SAYS_ = 6
    TALKS = 7
    TALLIES = 8
    MORES = 9
    LONGS = 10
    TITLES = 11
    FIELDS = 12
    INPUTS = 13
    QUOTES = 14
    JUMPS = 15
    PERSONS = 16
    CALLED = 17
    TEXTS = 18
    CHARS = 19
    LINKED = 20
    LINKS = 21
    IMAGES = 22
    HEADINGS = 23
    DIGITS = 24
    PRICES = 25
    SENTENCES = 26
    COPIED = 27
    ELEMENTS = 28
    SAID = 29
    SUMS = 30

cdef enum:
    EDGE = 5
    LEAD = 12
    BITS = 4
    CUES = 5
    ABOVE = 4
    AFTER = 200
    CLIMB = 12

cdef class ThreadFeatures:
    cdef readonly Threads threads
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    cdef long long[::1] _own
    cdef int[::1] _holder
    cdef int[::1] _stack
    cdef int[::1] _stamps
    cdef unsigned int[::1] _held
    cdef int _epoch
    cdef unsigned int[::1] _firsts
    cdef readonly double[::1] values

    @cython.locals(threads=Threads, first=int, count=int, depth=int, post=int, low=int, high=int,
                   holder=int, at=int)
    cpdef int sum_posts(self, int thread) except? -1

    @cython.locals(leaves=Leaves, analysis=Analysis, own="long long[::1]")
    cdef void _sum(self, int low, int high, int at) except *

    @cython.locals(count=int, at=int)
    cpdef fill(self, int thread)

    @cython.locals(threads=Threads, width=int, highest=double, thread=int, count=int, at=int,
                   score=double, place=int, total=double)
    cpdef double rank(self, double[::1] ranking, double[::1] scores) except? -1

    @cython.locals(threads=Threads, values="double[::1]", nested=int, parents=int, first=int, post=int,
                   source=int)
    cdef int _counts(self, int thread, int count, int at) except? -1

    @cython.locals(values="double[::1]", own="long long[::1]", shorter=int, small=int, once=int,
                   often=int, wide=int, post=int, plain="long long", whens="long long", which=int,
                   having=int)
    cdef int _shares(self, int count, int at) except? -1

    @cython.locals(values="double[::1]", own="long long[::1]", which=int, kind=int, total=double,
                   squares=double, post=int, value=double, mean=double, chars="long long",
                   linked="long long", copied="long long")
    cdef int _spread(self, int count, int at) except? -1

    @cython.locals(threads=Threads, analysis=Analysis, leaves=Leaves, values="double[::1]", first=int,
                   early=int, late=int, bare=int, dated=int, teasers=int, signs=int, sign=int,
                   own="long long[::1]", place=int, named=int, titled=int, same=int, kind=int, post=int,
                   low=int, high=int, found=int, name=int, number=int, node=int)
    cdef int _edges(self, int thread, int count, int at) except? -1

    @cython.locals(analysis=Analysis, leaves=Leaves, one="long long", other="long long", like_one=int,
                   like_other=int, post=int, low=int, high=int, end=int, key="long long", step=int,
                   number=int, tag=int)
    cdef double _same_ends(self, int first, int count, int way) except? -1

    @cython.locals(analysis=Analysis, fresh=int, post=int, low=int)
    cdef double _distinct_firsts(self, int first, int count) except? -1

    @cython.locals(fresh=int, post=int)
    cdef double _distinct_words(self, int count) except? -1

    @cython.locals(fresh=int, post=int)
    cdef double _distinct_names(self, int count) except? -1

    @cython.locals(mask="Py_ssize_t", place="Py_ssize_t")
    cdef int _is_new(self, unsigned int key) except? -1

    @cython.locals(threads=Threads, analysis=Analysis, leaves=Leaves, values="double[::1]",
                   own="long long[::1]", n=int, first=int, low=int, high=int, plain="long long",
                   whens="long long", post=int, total="long long", number=int, talk=double,
                   equal=double, zero=double, more=double, head=double, steps=int, bits=int, near=double,
                   node=int)
    cdef int _place(self, int thread, int count, int at) except? -1

    @cython.locals(threads=Threads, analysis=Analysis, leaves=Leaves, values="double[::1]", first=int,
                   bit=int, having=int, post=int, above=int, bits=int, step=int, cues=int)
    cdef int _named(self, int thread, int count, int at) except? -1

    @cython.locals(threads=Threads, analysis=Analysis, leaves=Leaves, values="double[::1]", first=int,
                   titled=int, dated=int, more=int, inside="long long", around="long long",
                   texts=int, texts_around=int, post=int, low=int, high=int, before=int, after=int,
                   node=int, above=int, step=int, stop=int, own=int)
    cdef int _around(self, int thread, int count, int at) except? -1

@cython.locals(width=int, odds=double, place=int, at=int, one=int, other=int)
cpdef double probability(double[::1] values, double[::1] single, int[::1] paired,
                         double[::1] pairs) except? -1
