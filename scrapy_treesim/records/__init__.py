"""Data records: by example, and with none."""

from scrapy_treesim.records.extract import records
from scrapy_treesim.records.gong import Gong
from scrapy_treesim.records.key_tree import ExampleNotFound, KeyTree, similar
from scrapy_treesim.records.record import Record, Region

__all__ = ["ExampleNotFound", "Gong", "KeyTree", "Record", "Region", "records", "similar"]
