cimport cython
from scrapy_treesim.comments.extract._bodies_cy cimport Bodies
from scrapy_treesim.comments._leaves_cy cimport CONTROL, LINK, NUMBER, SAYS, SHORT, TALK, TEXT, WHEN, Leaves
from scrapy_treesim.comments.extract._posts_cy cimport (
    ANSWERED, ASIDE, AUTHOR, BODY, COLON, DATED, DECLARED, EDITED, EDITED_NAME, HEAD_TAG, LABEL,
    MOMENT, QUOTED, QUOTE_TAG, RATED, ROLE, SCORED, SIGNED, SINCE, STRONG_TAG, TIME, TIME_TAG, VOTED,
    Posts)
from scrapy_treesim.analysis._analysis_cy cimport Analysis

cdef unsigned long long SECRET

cdef enum:
    MAX_NAME = 40
    MAX_SAID = 80
    MAX_SMALL = 6
    MAX_LINE = 120
    BEST = 8
    HEAD = 9
    TAIL = 9
    MAX_SIGNED = 400
    SEARCHED = 100
    QUOTATION = 1
    SIGNATURE = 2
    MAX_QUOTED = 2
    MAX_LABEL = 60

cdef class Bylines:
    cdef readonly Bodies bodies
    cdef readonly Posts posts
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    cdef readonly int[::1] author
    cdef readonly int[::1] time
    cdef readonly int[::1] score
    cdef readonly int[::1] first
    cdef readonly int[::1] stop
    cdef readonly double[::1] scores
    cdef int[::1] _stamps
    cdef unsigned int[::1] _held
    cdef int _epoch
    cdef int _numbered
    cdef int _many
    cdef readonly int[::1] part
    cdef int[::1] _depth
    cdef int[::1] _best

    @cython.locals(post=int, k=int, node=int, i=int, j=int)
    cpdef place(self)

    @cython.locals(post=int)
    cpdef choose(self)

    @cython.locals(column=int, score=double, at=int, other=int, post=int, e=int, k=int, near=bint)
    cdef void _choose(self, int[::1] chosen, bint times) except *

    @cython.locals(first=int, n=int, e=int, k=int, t=int, good=double, linked=int, fresh=int,
                   ahead=double, said=int, near=int, cue=int, declared=int, aside=int, strong=int, inner=int,
                   before=int, labelled=int, chars=double, role=int, total=double, score=double, i=int,
                   head=int, after=int, quoted=int, scored=int, many=double, small=int)
    cdef double _as_author(self, int column) except? -1

    @cython.locals(first=int, n=int, e=int, k=int, good=int, ahead=double, cue=int, declared=int,
                   dated=int, inner=int, aside=int, quoted=int, edited=int, score=double, i=int, j=int,
                   tagged=int, led=int, many=double)
    cdef double _as_time(self, int column) except? -1

    @cython.locals(t=int, kind=int, words=int, node=int)
    cdef int _is_name(self, int k) except? -1

    @cython.locals(last=int)
    cdef int _ends_sentence(self, int k) except? -1

    @cython.locals(time=int)
    cdef int _is_beside_time(self, int k) except? -1

    @cython.locals(kind=int, before=int, words=int)
    cdef int _is_time(self, int k) except? -1

    @cython.locals(post=int, before=int)
    cdef int _distance(self, int k) except? -1

    @cython.locals(mask="Py_ssize_t", place="Py_ssize_t")
    cdef int _is_new(self, unsigned int key) except? -1

    @cython.locals(post=int, first=int, stop=int, last=int, i=int, main=int, end=int)
    cpdef trim(self)

    @cython.locals(best=int, most=int, run=int, start=int, k=int)
    cdef int _main(self, int first, int stop) except? -1

    @cython.locals(ahead=int, behind=int, weight=int)
    cdef int _weight(self, int k) except? -1

    @cython.locals(first=int, stop=int)
    cdef void _keep_rest(self, int post) except *

    @cython.locals(t=int, kind=int)
    cdef int _fits(self, int k, int rank) except? -1

    @cython.locals(post=int)
    cpdef part_bodies(self, unsigned char[::1] keep)

    @cython.locals(said=int, quoted=int, k=int)
    cdef void _flag(self, int post, unsigned char[::1] keep) except *

    cpdef bytearray kept(self, int post)

    @cython.locals(said=int, quoted=int, k=int)
    cdef void _find_quotes(self, int post) except *

    @cython.locals(ruled=int, chars=int, k=int, end=int, kind=int)
    cdef void _find_signature(self, int post) except *

    @cython.locals(post=int, other=int, name="unsigned int", others=int, least=int, equal=int,
                   chars=int, k=int)
    cdef void _find_repeated(self) except *

    @cython.locals(best=int, most=int, column=int, good=int, e=int, n=int, k=int)
    cpdef choose_scores(self)

    @cython.locals(t=int, kind=int, words=int)
    cdef int _is_score(self, int k) except? -1

    cdef int _votes(self, int k) except? -1
