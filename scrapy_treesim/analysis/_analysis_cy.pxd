cimport cython
from scrapy_treesim.analysis._class_cues_cy cimport cues_in
from scrapy_treesim.values._text_kinds_cy cimport (
    DATE, DIGIT, PRICE, RELATIVE, SENTENCE, TIME, TextReader,
)

cdef unsigned long long SECRET

cdef enum:
    SKIP = 1
    INLINE = 2
    HEADING = 4
    IMAGE = 8
    LINK = 16
    RULE = 32
    ROW = 64

cdef enum:
    MASK = 4294967295
    PRIME = 16777619
    SEED = 2166136261

cdef enum:
    LOW = 2147483647
    SPREAD = 1779033703

cdef class Analysis:
    cdef readonly int[::1] tag
    cdef readonly int[::1] parent
    cdef readonly int[::1] size
    cdef readonly int[::1] depth
    cdef readonly int[::1] name
    cdef readonly int[::1] cues
    cdef readonly int[::1] plain
    cdef readonly int[::1] named
    cdef readonly int[::1] texts
    cdef readonly int[::1] chars
    cdef readonly int[::1] linked
    cdef readonly int[::1] images
    cdef readonly int[::1] links
    cdef readonly int[::1] headings
    cdef readonly int[::1] digits
    cdef readonly int[::1] prices
    cdef readonly int[::1] dates
    cdef readonly int[::1] sentences
    cdef readonly int[::1] elements
    cdef readonly int[::1] roles
    cdef readonly unsigned int[::1] said
    cdef readonly unsigned int[::1] hashes
    cdef readonly int[::1] text_node
    cdef readonly int[::1] kinds
    cdef readonly int[::1] meanings
    cdef readonly int[::1] words
    cdef readonly int[::1] value
    cdef readonly int paths

    @cython.locals(n="Py_ssize_t", room="Py_ssize_t", keys="unsigned int[::1]", numbers="int[::1]",
                   known=int, node="Py_ssize_t", entry="Py_ssize_t", kind=int, at="Py_ssize_t",
                   end="Py_ssize_t", word="unsigned int", length=int, byte="unsigned int",
                   place="Py_ssize_t", earlier="Py_ssize_t", cues_of="int[::1]",
                   name_of="int[::1]")
    cpdef read_names(self, int[::1] first_attribute, int[::1] attribute, int[::1] value_start,
                     const unsigned char[::1] values, int[::1] repeated, int[::1] use,
                     const unsigned char[::1] symbols, int[::1] following, int[::1] meaning)

    @cython.locals(mask="long long", count=int, i="Py_ssize_t", above="Py_ssize_t", kind=int,
                   key="long long", place="long long")
    cpdef number_paths(self, int[::1] role, long long[::1] keys, int[::1] numbers)

    @cython.locals(n="Py_ssize_t", skip_stop="Py_ssize_t", link_stop="Py_ssize_t", count=int, i="Py_ssize_t", what=int, length=int,
                   kinds=int)
    cpdef read_text(self, const unsigned char[::1] text, int[::1] start, int[::1] own,
                    int[::1] role, TextReader reader)

    @cython.locals(i="Py_ssize_t")
    cpdef inherit_cues(self, int[::1] cues_of_tag)

cdef unsigned int _spread(unsigned int value) except? -1
