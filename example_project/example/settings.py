"""Settings of the example project: the add-on's line, and the feeds its items go to."""

BOT_NAME = "example"
SPIDER_MODULES = ["example.spiders"]

ADDONS = {"scrapy_treesim.Addon": 500}
TREESIM_DROP_DUPLICATES = True

FEEDS = {
    "output/articles.jsonl": {
        "format": "jsonlines",
        "item_classes": ["scrapy_treesim.items.ArticleItem"],
        "overwrite": True,
    },
    "output/records.jsonl": {
        "format": "jsonlines",
        "item_classes": ["scrapy_treesim.items.RecordItem"],
        "overwrite": True,
    },
    "output/records.csv": {
        "format": "csv",
        "item_classes": ["scrapy_treesim.items.RecordItem"],
        "overwrite": True,
    },
    "output/comments.jsonl": {
        "format": "jsonlines",
        "item_classes": ["scrapy_treesim.items.CommentItem"],
        "overwrite": True,
    },
    "output/comments.csv": {
        "format": "csv",
        "item_classes": ["scrapy_treesim.items.CommentItem"],
        "overwrite": True,
    },
}
FEED_EXPORT_ENCODING = "utf-8"
# Pages of the open web may write formulas for whoever opens a CSV file in a spreadsheet.
FEED_EXPORTERS = {"csv": "scrapy_treesim.feeds.SafeCsvItemExporter"}

# Kind to real sites, were one given with -a start=URL.
ROBOTSTXT_OBEY = True
USER_AGENT = "scrapy-treesim example project"
CLOSESPIDER_PAGECOUNT = 500
LOG_LEVEL = "INFO"
