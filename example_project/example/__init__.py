"""A Scrapy project with no selector in it."""
