"""Data records, found by an example or without one."""

from scrapy_treesim.papers.gong import Gong
from scrapy_treesim.records.by_example.key_tree import KeyTree, similar
from scrapy_treesim.records.by_example.key_trees import KeyTreeFileError, KeyTrees, NamedKeyTree
from scrapy_treesim.records.by_example.shown_values import ExampleNotFound
from scrapy_treesim.records.by_example.sighting import Sighting, find_records, learn_key_tree
from scrapy_treesim.records.extract import METHODS, records
from scrapy_treesim.records.over_pages.next_page import next_page
from scrapy_treesim.records.record import Record, Region
from scrapy_treesim.records.regions.extract import Ranked

__all__ = [
    "METHODS",
    "ExampleNotFound",
    "Gong",
    "KeyTree",
    "KeyTreeFileError",
    "KeyTrees",
    "NamedKeyTree",
    "Ranked",
    "Record",
    "Region",
    "Sighting",
    "find_records",
    "learn_key_tree",
    "next_page",
    "records",
    "similar",
]
