"""The kind of a page: article, list, thread, one thing with its facts, or something else."""
