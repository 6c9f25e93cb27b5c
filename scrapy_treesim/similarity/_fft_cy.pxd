cimport cython
from libc.math cimport M_PI as pi, cos, sin, sqrt

@cython.locals(nodes="Py_ssize_t", scale="double[::1]", around="double[::1]", at="Py_ssize_t",
               last="Py_ssize_t", node="Py_ssize_t")
cpdef fill_signal(int[::1] tag, int[::1] parent, double base, double[::1] signal)

@cython.locals(n="Py_ssize_t", turn="Py_ssize_t", i="Py_ssize_t", j="Py_ssize_t", bit="Py_ssize_t",
               cosine="double[::1]", sine="double[::1]", half="Py_ssize_t", apart="Py_ssize_t",
               start="Py_ssize_t", k="Py_ssize_t", c=double, s=double, re=double, im=double)
cpdef transform(double[::1] real, double[::1] imaginary)

@cython.locals(n="Py_ssize_t", k="Py_ssize_t", a=double, b=double, c=double, d=double, one=double,
               other=double, apart=double, squares=double)
cpdef tuple spectra(double[::1] real, double[::1] imaginary)
