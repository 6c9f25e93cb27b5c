"""Constants of the kernels: compiled, constants of C, of the same names."""

PRIME = 2147483647
