"""A page as HTML that can do nothing."""
