"""From the chosen thread to its comments: the parts of each post."""
