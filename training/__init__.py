"""Fitting of the weights that ship, and the pages made for it; see README.md."""
