cimport cython
from libc.math cimport log as ln
from scrapy_treesim.analysis._class_cues_cy cimport cues_in
from scrapy_treesim.article._words_cy cimport (
    COUNT_BOILERPLATE, COUNT_DESCRIBED, COUNT_ENDS, COUNT_ENDS_SENTENCE, COUNT_IDEOGRAPHS,
    COUNT_LEGAL, COUNT_LINKED, COUNT_LINKS, COUNT_TITLE, COUNT_UNITS, COUNTS)

cdef Py_ssize_t UNITS, LINK_DENSITY, LINKS, SENTENCES, ENDS_SENTENCE, IDEOGRAPHS, TITLE_COVERED, \
    DESCRIPTION_COVERED, KNOWN_WORDS, COPIES, EARLIER_COPIES, IS_HEADING, IS_PARAGRAPH, \
    IS_ITEM, IS_CELL, NTH, TEXT_BEFORE, BLOCKS_BEFORE, BLOCKS_AFTER, MASS_BEFORE, MASS_AFTER, \
    NEAREST, NEARESTS, ROLES, AROUND_SHARE, AROUND_LINK_DENSITY, AROUND_LONG, AROUND_MEAN, \
    AROUND_TWINS, AROUND_TWIN_MEAN, AROUND_TWIN_LINK_DENSITY, AROUND_LEGAL, AROUND_DESCRIBED, \
    AROUND_CONTROLS, LEVEL, LEVELS, FROM_CENTRE, CENTRES, HALF, PLACE_IN_50, OUTSIDE_50, \
    NAMED_PATH, PLAIN_PATH, PATH_BLOCKS, PATH_MEAN, PATH_LINK_DENSITY, PATH_MASS, \
    PATH_SINCE_FIRST, PATH_UNTIL_LAST, WINDOW_LINK_DENSITY, WINDOW_LONG, WINDOW, \
    SINCE_HEADING, HEADING_TITLED, SINCE_TITLE, PAGE_BLOCKS, PAGE_UNITS, PAGE_LINK_DENSITY, \
    PAGE_LONG, PAGE_50, PAGE_IS_ARTICLE, WIDTH
cdef int[::1] SPANS
cdef int HEADING, PARAGRAPH, ITEM, CELL, CONTROL, ROLE_BITS, LONG_UNITS
cdef double MAX_PART

cdef enum:
    NOTHING, CLASS, NAME, HIDING, STYLE

cdef enum:
    SUM_UNITS, SUM_LINKED, SUM_LONG, SUM_MASS, SUM_DESCRIBED, SUM_LEGAL
    SUMS

cdef enum:
    MEMBERS, MEMBER_UNITS, MEMBER_LINKED, MEMBER_MASS, FIRST_MEMBER, LAST_MEMBER
    GROUP

cdef enum:
    LOW = 2147483647
    SPREAD = 1779033703

cdef double _lg(double x) except? -1
cdef double _ratio(double a, double b) except? -1

cdef class BlockFeatures:
    cdef Py_ssize_t blocks, inner, heading, titled
    cdef int title_units, description_units
    cdef int[::1] tag, parent, size, first, owner, before, counts, bits, copies, earlier
    cdef readonly int[::1] names, cues
    cdef readonly object paths
    cdef int[::1] named, plain, twins, controls, way, centre, common, nearest
    cdef double[::1] sums, groups

    @cython.locals(b="Py_ssize_t", row="Py_ssize_t", at="Py_ssize_t", after="Py_ssize_t",
                   units=double, share=double, is_long=bint, counts="int[::1]", sums="double[::1]")
    cdef sum_up(self)
    @cython.locals(b="Py_ssize_t", seen=dict)
    cdef count_copies(self, unsigned int[::1] hashes)
    @cython.locals(i="Py_ssize_t", found=int)
    cdef count_controls(self)
    @cython.locals(first_attribute="int[::1]", attribute="int[::1]", value_start="int[::1]",
                   values=bytes, symbols="const unsigned char[::1]", following="int[::1]",
                   meaning="int[::1]", names="int[::1]", cues="int[::1]",
                   cues_of_class="int[::1]", numbers=dict, entry="Py_ssize_t", node="Py_ssize_t",
                   stop="Py_ssize_t", kind=int, at="Py_ssize_t", end="Py_ssize_t", value=bytes)
    cpdef read_names(self, tree, int[::1] use, int hidden, reader)
    @cython.locals(mask="long long", count="Py_ssize_t", i="Py_ssize_t", above="Py_ssize_t",
                   kind=int, name=int, key="long long", place="long long", known=int)
    cpdef bint number_paths(self, long long[::1] keys, int[::1] numbers) except -1
    @cython.locals(b="Py_ssize_t", node="Py_ssize_t", at="Py_ssize_t", kind=int, g="Py_ssize_t",
                   i="Py_ssize_t", here="Py_ssize_t", there="Py_ssize_t", groups="double[::1]",
                   sums="double[::1]")
    cdef sum_groups(self)
    cdef int join(self, Py_ssize_t g, Py_ssize_t here, Py_ssize_t there) except -1
    @cython.locals(b="Py_ssize_t", at="Py_ssize_t", k="Py_ssize_t")
    cpdef fill(self, tuple mass_shares, bint is_article, double[::1] rows)
    cdef int kind(self, Py_ssize_t b) except -1
    @cython.locals(k="Py_ssize_t", node="Py_ssize_t", way=list)
    cdef find_centres(self, tuple mass_shares)
    @cython.locals(n="Py_ssize_t", least=double, node="Py_ssize_t", stop="Py_ssize_t",
                   child="Py_ssize_t", after="Py_ssize_t", mass=double)
    cdef Py_ssize_t heaviest(self, double share) except -1
    @cython.locals(most=int, b="Py_ssize_t", row="Py_ssize_t", said=int)
    cdef find_titled(self)
    @cython.locals(row="Py_ssize_t", units=double, some=double, known=int, kind=int)
    cdef int write_block(self, Py_ssize_t b, double[::1] rows, Py_ssize_t at) except -1
    @cython.locals(row="Py_ssize_t", n="Py_ssize_t", everything=double, mass=double)
    cdef int write_place(self, Py_ssize_t b, double[::1] rows, Py_ssize_t at) except -1
    @cython.locals(everything=double, k="Py_ssize_t", child="Py_ssize_t", node="Py_ssize_t",
                   steps=int, level="Py_ssize_t", low="Py_ssize_t", high="Py_ssize_t", told=int,
                   here="Py_ssize_t", there="Py_ssize_t", inside=double, is_part=bint, bits=int,
                   new=int)
    cdef int write_ancestors(self, Py_ssize_t b, double[::1] rows, Py_ssize_t at) except -1
    @cython.locals(here="Py_ssize_t", there="Py_ssize_t", blocks="Py_ssize_t", inside=double,
                   some=double, controls=int, everything=double, g="Py_ssize_t", twin_units=double)
    cdef int write_level(self, Py_ssize_t node, Py_ssize_t child, double[::1] rows,
                         Py_ssize_t at) except -1
    cdef bint holds(self, Py_ssize_t above, Py_ssize_t node) except -1
    @cython.locals(node="Py_ssize_t", k="Py_ssize_t", up="Py_ssize_t", first="Py_ssize_t",
                   last="Py_ssize_t")
    cdef int write_mass(self, Py_ssize_t b, double[::1] rows, Py_ssize_t at) except -1
    @cython.locals(n="Py_ssize_t", g="Py_ssize_t", units=double, mass=double)
    cdef int write_path(self, Py_ssize_t b, Py_ssize_t path, double[::1] rows,
                        Py_ssize_t at) except -1
    @cython.locals(n="Py_ssize_t", k="Py_ssize_t", low="Py_ssize_t", high="Py_ssize_t",
                   here="Py_ssize_t", there="Py_ssize_t", inside=double, some=double,
                   linked=double, long=double)
    cdef int write_windows(self, Py_ssize_t b, double[::1] rows, Py_ssize_t at) except -1
    @cython.locals(heading="Py_ssize_t", row="Py_ssize_t")
    cdef int write_heading(self, Py_ssize_t b, double[::1] rows, Py_ssize_t at) except -1
    @cython.locals(end="Py_ssize_t", everything=double, here="Py_ssize_t", there="Py_ssize_t")
    cdef int write_page(self, bint is_article, double[::1] rows) except -1
