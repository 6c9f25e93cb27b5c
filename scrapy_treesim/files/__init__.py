"""Files: saved pages in folders, WARC files, Scrapy's HTTP cache or feeds, read one at a time; JSON
read within bounds and written at once or not at all; what other processes and files are given."""
