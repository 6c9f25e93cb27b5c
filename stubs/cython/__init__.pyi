"""Cython as mypy sees it: what the kernels use of it, with Python's types."""

from scrapy_treesim._cython import Py_ssize_t as Py_ssize_t
from scrapy_treesim._cython import bint as bint
from scrapy_treesim._cython import boundscheck as boundscheck
from scrapy_treesim._cython import ccall as ccall
from scrapy_treesim._cython import cclass as cclass
from scrapy_treesim._cython import cfunc as cfunc
from scrapy_treesim._cython import compiled as compiled
from scrapy_treesim._cython import declare as declare
from scrapy_treesim._cython import double as double
from scrapy_treesim._cython import exceptval as exceptval
from scrapy_treesim._cython import final as final
from scrapy_treesim._cython import inline as inline
from scrapy_treesim._cython import int as int
from scrapy_treesim._cython import locals as locals
from scrapy_treesim._cython import longlong as longlong
from scrapy_treesim._cython import uchar as uchar
from scrapy_treesim._cython import uint as uint
from scrapy_treesim._cython import ulonglong as ulonglong
from scrapy_treesim._cython import void as void
