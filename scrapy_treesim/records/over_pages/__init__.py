"""Lists over several pages: the next page, and the same regions and columns on it."""
