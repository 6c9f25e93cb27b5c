"""Data records, found on a page by what repeats."""

from scrapy_treesim.papers.gong import Gong
from scrapy_treesim.records.extract import METHODS, records
from scrapy_treesim.records.over_pages.next_page import next_page
from scrapy_treesim.records.record import Record, Region
from scrapy_treesim.records.regions.extract import Ranked

__all__ = [
    "METHODS",
    "Gong",
    "Ranked",
    "Record",
    "Region",
    "next_page",
    "records",
]
