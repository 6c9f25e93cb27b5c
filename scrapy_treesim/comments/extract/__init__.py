"""From a thread to its comments: the parts of each post."""
