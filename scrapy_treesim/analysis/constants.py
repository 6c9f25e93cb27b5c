"""Constants of the kernels that read names: compiled, constants of C, of the same names."""

ALPHABET = 32
"""Symbols of the machine that reads names: as many as a state of it has ways to go on."""
