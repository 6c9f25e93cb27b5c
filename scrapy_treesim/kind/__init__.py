"""What a page is: an article, a list, a thread, about one thing, or something else."""
