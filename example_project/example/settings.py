"""Settings of the example project: the add-on's line, and the feeds that findings go to."""

BOT_NAME = "example"
SPIDER_MODULES = ["example.spiders"]

ADDONS = {"scrapy_treesim.Addon": 500}
TREESIM_DROP_DUPLICATES = True

# One feed a kind: article.jsonl, records.jsonl and so on, and the same as CSV.
TREESIM_FEEDS = {
    "output/%(kind)s.jsonl": {"overwrite": True},
    "output/%(kind)s.csv": {"overwrite": True},
}
# Pages of the open web may write formulas for whoever opens a CSV file in a spreadsheet.
FEED_EXPORTERS = {"csv": "scrapy_treesim.crawl.feeds.SafeCsvItemExporter"}

# Kind to real sites, were one given with -a start=URL.
ROBOTSTXT_OBEY = True
USER_AGENT = "scrapy-treesim example project"
CLOSESPIDER_PAGECOUNT = 500
LOG_LEVEL = "INFO"
