"""Candidates of each field: values that a page shows or declares."""
