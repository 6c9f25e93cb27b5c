from libc.string cimport memcpy, strlen
from lxml.includes cimport etreepublic, tree

cdef int TEXT
