"""Candidates of each field: values shown or declared on a page."""
