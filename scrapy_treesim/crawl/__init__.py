"""The Scrapy side: add-on, middleware, pipelines, settings, feeds and workers."""
