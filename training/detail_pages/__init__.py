"""Generated pages about one thing with its fields: goods, jobs, places, persons, books, cars.

Every site is a design drawn at random: how it shows facts, prices and pictures, what it puts
beside them, which other things it offers, what it declares to machines (most declare little).
Nothing is taken from any real page; only the words of interfaces and the labels of facts are words.

What is true of a page: the values of its fields (``fields``, as declarations have them), the facts
as labels and values (``attributes``), and which elements show them (``places``). What the page
tells of other things (related goods, similar jobs) is no field of it.
"""

from training.detail_pages.layout import middle
from training.detail_pages.marks import MARK, Place, written
from training.detail_pages.thing import Thing, new_thing, site_kind
from training.detail_pages.things import KINDS, Kind
from training.detail_pages.truth import Truth, truth_of
from training.detail_pages.vocabulary import full_tongue

__all__ = [
    "KINDS",
    "MARK",
    "Kind",
    "Place",
    "Thing",
    "Truth",
    "full_tongue",
    "middle",
    "new_thing",
    "site_kind",
    "truth_of",
    "written",
]
