cimport cython
from scrapy_treesim.tree._text_cy cimport Writer

cdef class Mark:
    cdef str delimiter
    cdef str address
    cdef int left
    cdef bint is_link
    cdef bint is_code
    cdef bint is_markup

cdef class Before:
    cdef bint is_address
    cdef bint had_address
    cdef bint is_formula
    cdef str _end

    @cython.locals(last=str)
    cdef void add(self, str words) except *
    @cython.locals(alt=str)
    cdef void add_markup(self, str piece) except *
    cdef bint takes_in(self, str code) except -1

cdef class Line:
    cdef public bint in_cell
    cdef public bint has_text
    cdef Writer _words
    cdef list _kinds
    cdef list _pieces
    cdef list _open
    cdef list _places
    cdef int _gap

    cdef bint at_break(self)
    cdef void space(self)
    cdef void hard_break(self)
    @cython.locals(words=Writer, begin="Py_ssize_t", edge="Py_ssize_t", inner=str)
    cdef void text(self, Py_ssize_t at, Py_ssize_t stop, tuple marks) except *
    @cython.locals(mark=Mark)
    cdef void image(self, str written, tuple marks) except *
    @cython.locals(i="Py_ssize_t", n="Py_ssize_t", kind=int, at_start="bint", before=Before, written=list, text=list, piece=str, raw=str, line=str, whole=str)
    cdef str take(self, bint leading)
    cdef void _clear(self) except *
    @cython.locals(shared="Py_ssize_t", meeting="bint")
    cdef void _add(self, int kind, str piece, tuple marks) except *
    cdef void _put(self, int kind, str piece) except *
    cdef Py_UCS4 _after(self, tuple marks, Py_ssize_t shared, str piece) except? 0
    @cython.locals(mark=Mark)
    cdef tuple _allowed(self, tuple marks)
    @cython.locals(i="Py_ssize_t", mark=Mark, nested="bint", before="Py_UCS4", inner="Py_UCS4")
    cdef void _begin(self, tuple marks, Py_ssize_t shared, str piece, bint meeting) except *
    @cython.locals(i="Py_ssize_t", shared="Py_ssize_t", edge="Py_ssize_t", mark=Mark)
    cdef Py_ssize_t _edge(self, str inner, tuple marks) except -1
    @cython.locals(shared="Py_ssize_t", mark=Mark, wanted=Mark)
    cdef Py_ssize_t _shared(self, tuple marks) except -1
    @cython.locals(place="Py_ssize_t", mark=Mark, outer="Py_UCS4", tail=str)
    cdef void _close(self, Py_ssize_t shared, Py_UCS4 after) except *
    @cython.locals(i="Py_ssize_t", mark=Mark)
    cdef bint _is_in_link(self, Py_ssize_t first) except -1
    @cython.locals(content=str)
    cdef void _close_code(self, Py_ssize_t place) except *
    @cython.locals(end="Py_ssize_t", piece=str)
    cdef str _cut_punctuation(self)
    @cython.locals(i="Py_ssize_t", n="Py_ssize_t", piece=str)
    cdef Py_UCS4 _before(self) except? 0

@cython.locals(i="Py_ssize_t", mark=Mark)
cdef Py_UCS4 _first(tuple marks, Py_ssize_t first, str piece) except? 0
cdef bint _is_punctuation(Py_UCS4 character) except -1
cdef bint _reads(Py_UCS4 inner, Py_UCS4 outer) except -1
cdef bint _may_end(Py_UCS4 before, Py_UCS4 after) except -1
cdef bint _parts(Py_UCS4 character) except -1
@cython.locals(i="Py_ssize_t")
cdef Py_ssize_t _word_start(str text) except -1
