from scrapy_treesim._cython cimport Bytes, Ints
from scrapy_treesim.tree._attributes_cy cimport Attributes
from scrapy_treesim.tree.markdown._blocks_cy cimport Blocks
from scrapy_treesim.tree.markdown._line_cy cimport Line, Mark

cdef class MarkdownWriter:
    cdef object tree
    cdef Ints tag
    cdef Ints size
    cdef Ints start
    cdef bytes text
    cdef bytearray flags
    cdef Bytes keep
    cdef Bytes kinds
    cdef Bytes roles
    cdef set tables
    cdef Attributes attributes
    cdef object absolute
    cdef Line line
    cdef Blocks blocks
    cdef list lists
    cdef Mark strong
    cdef Mark emphasis
    cdef tuple marks
    cdef int heading
    cdef object grid
    cdef list open
    cdef Py_ssize_t next_end

    cpdef str write(self, Py_ssize_t node)
    cdef int _kind(self, int number) except -1
    cdef int _role(self, int number) except -1
    cdef void _close_before(self, Py_ssize_t node) except *
    cdef void _pass_over(self, Py_ssize_t node, int number) except *
    cdef bint _ends_blank(self, Py_ssize_t node) except -1
    cdef Py_ssize_t _open(self, Py_ssize_t node, int number, Py_ssize_t after) except -1
    cdef bint _is_one_line(self)
    cdef void _end_block(self) except *
    cdef void _write_block(self, str block) except *
    cdef int _begin_block(self, Py_ssize_t node, int role) except -1
    cdef void _end(self, int what, Py_ssize_t node) except *
    cdef void _end_heading(self) except *
    cdef void _add_cell(self, Py_ssize_t node, str written) except *
    cdef void _write_code(self, Py_ssize_t node) except *
    cdef void _break(self) except *
    cdef void _write_image(self, Py_ssize_t node) except *
    cdef void _mark(self, Py_ssize_t node, int role) except *
    cdef void _add_mark(self, Mark mark) except *
    cdef str _address(self, str value)
