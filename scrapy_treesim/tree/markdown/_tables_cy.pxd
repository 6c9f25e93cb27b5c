cdef class OpenTable:
    cdef int node
    cdef int end
    cdef int row_end
    cdef int cell_end
    cdef int caption_end
    cdef int block_end
    cdef int rows
    cdef int columns
    cdef int widest
    cdef int counted_row
    cdef int counted_cell
    cdef bint is_filled
    cdef bint is_plain

    cdef void open(self, int node, int role, bint is_block, int end) except *
    cdef void fill(self, int node) except *
