from scrapy_treesim._cython cimport Bytes, Ints
from scrapy_treesim.tree._attributes_cy cimport Attributes
from scrapy_treesim.tree._text_cy cimport Writer

cdef class AttributeWriter:
    cdef Attributes attributes
    cdef tuple starts
    cdef bytes is_address
    cdef object absolute

    cdef void write(self, Writer writer, Py_ssize_t node) except *

cdef class HtmlWriter:
    cdef Ints tag
    cdef Ints parent
    cdef Ints start
    cdef Bytes text
    cdef Bytes kinds
    cdef Py_ssize_t top
    cdef Writer out
    cdef Py_ssize_t open_node
    cdef bint is_spaced

    cdef int kind(self, Py_ssize_t node) except -1
    cdef void line(self) except *
    cdef void markup(self, bytes written) except *
    cdef void close_to(self, Py_ssize_t above) except *
    cdef void open(self, Py_ssize_t node, AttributeWriter attributes) except *
    cdef bint is_written(self, Py_ssize_t node, int kind) except -1
    cdef void add_text(self, Py_ssize_t node) except *
