"""Worker processes of a crawl, readers of its pages: ``TREESIM_WORKERS``."""
