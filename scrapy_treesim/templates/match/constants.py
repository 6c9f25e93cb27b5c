"""Constants of the kernels: compiled, constants of C, of the same names."""

PRIME = 0x7FFFFFFF
LOW = 1103515245
HIGH = 1812433253
PAIR = 747796405
LEAF = 1140671485
DIGIT = 78
TOKENS = 24
