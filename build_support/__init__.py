"""Compilation of the kernels, for ``setup.py``."""
