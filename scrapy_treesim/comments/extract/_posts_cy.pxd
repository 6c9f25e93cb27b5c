cimport cython
from scrapy_treesim.comments._leaves_cy cimport CONTROL, Leaves
from scrapy_treesim.analysis._class_cues_cy cimport cues_in
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.values._text_kinds_cy cimport OF_POSTS, ONLY_STARS
from scrapy_treesim.values._text_kinds_cy cimport STARS as OF_STARS

cdef unsigned long long SECRET

cdef enum:
    AUTHOR = 1
    TIME = 2
    BODY = 4
    QUOTED = 8
    SIGNED = 16
    RATED = 32
    SCORED = 64
    ASIDE = 128
    EDITED_NAME = 256
    INDENTED = 512
    ASKED = 1024
    CALLED = 2048
    DECLARED = 4096
    DATED = 8192
    QUOTE_TAG = 16384
    TIME_TAG = 32768
    STRONG_TAG = 65536
    HEAD_TAG = 131072

cdef enum:
    SINCE = 1
    EDITED = 2
    LABEL = 4
    VOTED = 8
    ROLE = 16
    ANSWERED = 32
    MOMENT = 64
    STARS = 128
    ADDRESSED = 256
    OF_WORDS = 127

cdef enum:
    NAMED = 1
    DECLARES = 2
    INSTANT = 4
    CONTENT = 8
    STYLED = 16
    ALT = 32
    WIDE = 64
    FLAT = 128

cdef enum:
    COLON = 58

cdef enum:
    SEED = 2166136261
    PRIME = 16777619
    MASK = 4294967295
    MOST_READ = 100
    MOST_CLIMBED = 48
    MOST_TIMES = 6
    MOST_ABOVE = 3
    MOST_LEAD = 24

cdef int LINK_TAG

cdef class Posts:
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    # The nodes of each post.
    cdef readonly int[::1] low
    cdef readonly int[::1] high
    cdef readonly int count
    # The post around each post; -1 where it stands in none.
    cdef readonly int[::1] holder
    # The own texts of each post, numbered through; their numbers in the page, and their posts.
    cdef readonly int[::1] first_own
    cdef readonly int[::1] own
    cdef readonly int[::1] post
    cdef readonly int owned
    # The node from which names are read, and the bits of each node from there on.
    cdef readonly int start
    cdef readonly int[::1] told
    # Of each own text: the bits of the elements around it, and of its words.
    cdef readonly int[::1] about
    cdef readonly int[::1] words
    # Of each own text: its words, those in lower case after the first, its last byte.
    cdef readonly int[::1] counted
    cdef readonly int[::1] small
    cdef readonly int[::1] last
    # Of each own text: hashes of its letters, and of what stands before its colon.
    cdef readonly unsigned int[::1] letters
    cdef readonly unsigned int[::1] leads
    # In how many posts each own text stands as it is, and with any digits.
    cdef readonly int[::1] same
    cdef readonly int[::1] alike
    # Whether each own text names a moment that the leaves do not know.
    cdef readonly int[::1] moment
    # How many texts of one kind stand on an own text's path in its post.
    cdef readonly int[::1] times
    # The columns of each own text, counted from its post's head and from its tail; -1 for none.
    cdef readonly int[::1] ahead
    cdef readonly int[::1] behind
    # The first node of each post that bears a date, a rating, or shifts it; -1 for none.
    cdef readonly int[::1] dated
    cdef readonly int[::1] rated
    cdef readonly int[::1] indented
    # Whether the posts are copies of one another.
    cdef readonly int copies
    # How many texts of each post may address another.
    cdef readonly int[::1] addressing
    # The columns, and the own texts of each.
    cdef readonly int columns
    cdef readonly int[::1] first_entry
    cdef readonly int[::1] entry
    # The hash of the path of each own text below its post.
    cdef unsigned int[::1] _paths
    # A table of hashes, and of each: a number, the post it was counted in last, how often there.
    cdef unsigned int[::1] _keys
    cdef int[::1] _numbers
    cdef int[::1] _stamps
    cdef int[::1] _times

    @cython.locals(analysis=Analysis, depth=int, post=int, base=int, size=int, place=int, node=int,
                   t=int, at=int, owner=int, count=int, stack="int[::1]", owners="int[::1]")
    cpdef take_texts(self)

    @cython.locals(node="Py_ssize_t", entry="Py_ssize_t", kind=int, at="Py_ssize_t",
                   stop="Py_ssize_t", found=int, told=int, content=int, spacer=int, first="Py_ssize_t", last="Py_ssize_t")
    cpdef read_names(self, int[::1] first_attribute, int[::1] attribute, int[::1] value_start,
                     const unsigned char[::1] values, int[::1] use, int[::1] of_tag,
                     const unsigned char[::1] symbols, int[::1] following, int[::1] meaning)

    @cython.locals(analysis=Analysis, following=int, post=int, node=int, first=int, told=int, _step=int)
    cpdef find_nodes(self)

    @cython.locals(analysis=Analysis, leaves=Leaves, k="Py_ssize_t", t=int, node=int, key="unsigned int",
                   above=int, about=int, step=int, base=int, run=bint, post=int)
    cpdef read_texts(self, const unsigned char[::1] text, int[::1] start)

    @cython.locals(analysis=Analysis, whole="unsigned int", letters=int, bits=int,
                   byte="unsigned int", last=int, begun="Py_ssize_t")
    cdef void _read_short(self, const unsigned char[::1] text, Py_ssize_t at, Py_ssize_t stop,
                          Py_ssize_t k, int t) except *

    @cython.locals(k="Py_ssize_t", way=int, place="Py_ssize_t", everywhere=int)
    cpdef count_same(self)

    @cython.locals(post=int, k=int, size=int, number=int, at=int, column=int, way=int, span=int)
    cpdef number_columns(self)

    @cython.locals(post=int, way=int, k=int, kind=int, place="Py_ssize_t")
    cdef void _count_times(self) except *

    @cython.locals(mask="Py_ssize_t", place="Py_ssize_t", number=int)
    cdef int _column(self, unsigned int path, int post, int way) except? -1

    cdef void _clear(self) except *

    @cython.locals(mask="Py_ssize_t", place="Py_ssize_t")
    cdef Py_ssize_t _place(self, unsigned int key) except? -1

@cython.locals(count="Py_ssize_t", depth="Py_ssize_t", i="Py_ssize_t", before=int,
               stack="int[::1]")
cpdef check_spans(int[::1] low, int[::1] high, Py_ssize_t nodes)

cdef unsigned int _mixed(unsigned int key, unsigned int value) except? -1
