"""The key of a list: a short path, the same for the same list on any page of its site.

It is made of the elements right above the records and of the records' own, each with one name that
the site's makers gave it. It says nothing of order, counts or other lists, nor of what records say.
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
"""Characters of a key; of a longer one the start stands before a hash of all of it."""
ABOVE: Final = 3
"""Elements above the records that it names at most, up to the first one with a name."""
SAMPLE: Final = 50
"""Records that are looked at, evenly spread."""
SHARED: Final = 2 / 3
"""Share of the records that have a class name for it to be theirs; what tells odd from even, or
the first from the rest, is not."""
MAX_WORDS: Final = 20
"""Class names of an element that are read."""
MAX_NAME: Final = 40
"""Characters of a name; longer ones are made by machines."""

_PLAIN: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile(r"\d")


def region_key(tree: PageTree, records: Sequence[Sequence[int]]) -> str:
    """The key of the region that the records make: ``ul.products/li.product``.

    ``records``: the page nodes that each is made of.
    """
    sample = records[:: max(1, -(-len(records) // SAMPLE))]
    elements = ([node for node in one if tree.tag[node] != tags.TEXT] for one in sample)
    firsts = [nodes[0] for nodes in elements if nodes]
    own = _step_of_all(tree, firsts) if firsts else "text"
    start = next((record[0] for record in records if record), 0)
    return shortened_key("/".join((*_steps_above(tree, start), own)))


def numbered(keys: Iterable[str]) -> list[str]:
    """The keys of one page's regions, each once: of those alike, the second ends in ``~2``.

    >>> numbered(["ul/li", "ol/li", "ul/li"])
    ['ul/li', 'ol/li', 'ul/li~2']
    """
    seen: Counter[str] = Counter()
    found = []
    for key in keys:
        seen[key] += 1
        found.append(key if seen[key] == 1 else f"{key}~{seen[key]}")
    return found


def shortened_key(key: str) -> str:
    """A key of bounded length, the same for the same words."""
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
    """The tag that most of the nodes have, and the class name of those that have it."""
    ((number, _),) = Counter(tree.tag[node] for node in nodes).most_common(1)
    tag = tree.names[number]
    said = Counter(tree.get(node, "class") or "" for node in nodes if tree.tag[node] == number)
    return tag + _class_name(said)


def _identifier(tree: PageTree, node: int) -> str:
    """The element's ``id``, but of one that counts."""
    name = (tree.get(node, "id") or "").strip()
    return f"#{name}" if name and _names_a_kind(name) and " " not in name else ""


def _class_name(said: Mapping[str, int]) -> str:
    """One class name that most elements have, as ``.product``; a word by itself before others,
    which tell of one record (``category-news``).

    ``said``: how many elements have each value of ``class``.
    """
    having: Counter[str] = Counter()
    for names, count in said.items():
        for word in dict.fromkeys(names.split(maxsplit=MAX_WORDS)[:MAX_WORDS]):
            having[word] += count
    least = SHARED * sum(said.values())
    shared = [word for word, count in having.items() if count >= least]
    named = [word for word in shared if _names_a_kind(word)]
    plain = (word for word in named if _PLAIN.fullmatch(word))
    name = next(plain, next(iter(named), ""))
    return f".{name}" if name else ""


def _names_a_kind(name: str) -> bool:
    """Tell whether it is no name of one thing of many: those have numbers."""
    return len(name) <= MAX_NAME and not _DIGIT.search(name)
