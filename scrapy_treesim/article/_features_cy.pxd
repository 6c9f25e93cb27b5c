cimport cython
from scrapy_treesim.article._words_cy cimport (ENDS, ENDS_SENTENCE, IDEOGRAPHS, KNOWN, LINKED,
    LINKS, ROW)
from scrapy_treesim.article._words_cy cimport UNITS as UNITS_OF_BLOCK

cdef extern from "math.h":
    double ln "log"(double x)

cdef enum:
    TITLE, DESCRIPTION, LEGAL, BOILERPLATE

cdef enum:
    PLAIN, HEADING, PARAGRAPH, ITEM, CELL

cdef enum:
    UNITS, LINK_UNITS, LONG, MASS, DESCRIBED, LEGAL_UNITS
    SUMS

cdef enum:
    MEMBERS, MEMBER_UNITS, MEMBER_LINKED, MEMBER_MASS, FIRST, LAST

cdef enum:
    ROLES = 6
    CUES = 7
    LEVELS = 3
    LEVEL_FEATURES = 10
    LONG_UNITS = 20

cdef double _lg(double x) except? -1
cdef double _ratio(double a, double b) except? -1

@cython.locals(b="Py_ssize_t", row="Py_ssize_t", at="Py_ssize_t", after="Py_ssize_t", units=double,
               share=double, is_long=bint)
cpdef sum_up(int[::1] counts, double[::1] sums)

@cython.locals(n="Py_ssize_t", least=double, node="Py_ssize_t", stop="Py_ssize_t",
               child="Py_ssize_t", after="Py_ssize_t", mass=double)
cpdef Py_ssize_t heaviest(int[::1] size, int[::1] before, double[::1] sums,
                          double share) except -1

@cython.locals(n="Py_ssize_t", i="Py_ssize_t", steps=int)
cpdef climb_from(int[::1] parent, Py_ssize_t node, int[::1] levels)

@cython.locals(b="Py_ssize_t", node="Py_ssize_t", at="Py_ssize_t", kind=int, g="Py_ssize_t",
               i="Py_ssize_t", here="Py_ssize_t", there="Py_ssize_t")
cpdef sum_groups(int[::1] owner, int[::1] first, int[::1] parent, int[::1] size, int[::1] before,
                 int[::1] plain, int[::1] named, int[::1] twin, double[::1] sums,
                 double[::1] groups)

@cython.locals(
    n="Py_ssize_t", everything=double, mass=double, wide="int[::1]", half="int[::1]",
    whole="int[::1]", inner_first="Py_ssize_t", inner_last="Py_ssize_t", inner_share=double,
    nearest="int[::1]", heading="Py_ssize_t", titled="Py_ssize_t", most=int, said=int,
    f="Py_ssize_t", b="Py_ssize_t", row="Py_ssize_t", at="Py_ssize_t", units=double, some=double,
    k=int, node="Py_ssize_t", child="Py_ssize_t", steps=int, level=int, low="Py_ssize_t",
    high="Py_ssize_t", place="Py_ssize_t", here="Py_ssize_t", there="Py_ssize_t", inside=double,
    bits=int, any_inside=double, linked=double, g="Py_ssize_t")
cpdef Py_ssize_t fill(
    int[::1] tag, int[::1] parent, int[::1] size, int[::1] owner, int[::1] first, int[::1] before,
    int[::1] inputs, int[::1] counts, int[::1] copies, int[::1] earlier, int[::1] kinds,
    int[::1] roles, int[::1] cues, double[::1] sums, list levels, Py_ssize_t inner,
    int[::1] plain, int[::1] named, int[::1] twin, double[::1] groups, int title_units,
    int description_units, int is_article, double[::1] out, Py_ssize_t width) except -1
