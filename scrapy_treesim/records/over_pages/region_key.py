"""The key of a list: a short path, the same for the same list on any page of its site.

It is made of the elements right above the records and of the records' own, each with one name by
the site's makers. It does not depend on order, counts or other lists, nor on the records' content.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


MAX_CHARS: Final = 80
"""Largest number of characters of a key; a longer one is cut and ends with a hash of it."""
ABOVE: Final = 3
"""Largest number of elements above the records in a key, up to the first one with a name."""
SAMPLE: Final = 50
"""Largest number of records read, evenly spread."""
SHARED: Final = 2 / 3
"""Smallest share of the records with a class name, for it to be in the key: names of odd and even
rows, or of the first one, are not."""
MAX_WORDS: Final = 20
"""Largest number of class names read of an element."""
MAX_NAME: Final = 40
"""Largest number of characters of a name; longer ones are made by machines."""

_PLAIN: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile(r"\d")


def region_key(tree: PageTree, records: Sequence[Sequence[int]]) -> str:
    """Return the key of the records' region: ``ul.products/li.product``.

    ``records``: the page nodes of each.
    """
    sample = records[:: max(1, -(-len(records) // SAMPLE))]
    elements = ([node for node in record if tree.tag[node] != tags.TEXT] for record in sample)
    firsts = [nodes[0] for nodes in elements if nodes]
    record_step = _step_of_all(tree, firsts) if firsts else "text"
    start = next((record[0] for record in records if record), 0)
    return shortened_key("/".join((*_steps_above(tree, start), record_step)))


def numbered(keys: Iterable[str]) -> list[str]:
    """Return the keys of one page's regions, each once: of those alike, the second ends in ``~2``.

    >>> numbered(["ul/li", "ol/li", "ul/li"])
    ['ul/li', 'ol/li', 'ul/li~2']
    """
    seen: Counter[str] = Counter()
    numbered_keys = []
    for key in keys:
        seen[key] += 1
        numbered_keys.append(key if seen[key] == 1 else f"{key}~{seen[key]}")
    return numbered_keys


def shortened_key(key: str) -> str:
    """Return a key of bounded length, the same for the same words."""
    key = " ".join(key.split())
    if len(key) <= MAX_CHARS:
        return key
    rest = blake2b(key.encode("utf-8", "replace"), digest_size=4).hexdigest()
    return f"{key[: MAX_CHARS - len(rest) - 1]}~{rest}"


def _steps_above(tree: PageTree, node: int) -> list[str]:
    steps: list[str] = []
    node = tree.parent[node]
    while node >= 0 and len(steps) < ABOVE and tree.name(node) not in ("body", "html"):
        name = _identifier(tree, node) or _class_name({tree.get(node, "class") or "": 1})
        steps.append(tree.name(node) + name)
        if name:
            break
        node = tree.parent[node]
    return steps[::-1] or ["body"]


def _step_of_all(tree: PageTree, nodes: Sequence[int]) -> str:
    """Return the most common tag of the nodes, with the class name of the nodes of that tag."""
    ((number, _),) = Counter(tree.tag[node] for node in nodes).most_common(1)
    tag = tree.names[number]
    classes = Counter(tree.get(node, "class") or "" for node in nodes if tree.tag[node] == number)
    return tag + _class_name(classes)


def _identifier(tree: PageTree, node: int) -> str:
    """Return the element's ``id`` as ``#id``; empty for none, or for one of a single thing."""
    name = (tree.get(node, "id") or "").strip()
    return f"#{name}" if name and _names_a_kind(name) and " " not in name else ""


def _class_name(classes: Mapping[str, int]) -> str:
    """Return one class name of most elements, as ``.product``; a word by itself before others,
    which tell of one record (``category-news``).

    ``classes``: the number of elements by value of ``class``.
    """
    having: Counter[str] = Counter()
    for names, count in classes.items():
        for word in dict.fromkeys(names.split(maxsplit=MAX_WORDS)[:MAX_WORDS]):
            having[word] += count
    least = SHARED * sum(classes.values())
    shared = [word for word, count in having.items() if count >= least]
    named = [word for word in shared if _names_a_kind(word)]
    plain = (word for word in named if _PLAIN.fullmatch(word))
    name = next(plain, next(iter(named), ""))
    return f".{name}" if name else ""


def _names_a_kind(name: str) -> bool:
    """Return True unless a name is that of one thing of many: those have numbers."""
    return len(name) <= MAX_NAME and not _DIGIT.search(name)
