"""Marks of a list that other pages of its site have too: a short path, and its shape.

The path is the same for the same list, whatever page of its site it is on.

It is made of the elements right above the records and of the records' own, each with one name that
the site's makers gave it. It says nothing of order, counts or other lists, nor of what records say.
The shape of a region is that regardless of content and position on the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Final
from zlib import crc32

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


SHAPE_SAMPLE: Final = 6
"""Records that are looked at, evenly spread."""
MAX_RECORD_NODES: Final = 200
"""Nodes of a record that are looked at, the first ones."""
MAX_DEPTH: Final = 8
"""Levels that are looked at: below a record's nodes, and above them."""
MAX_FEATURES: Final = 150
"""Features of a region, the first ones found."""
MAX_SHAPE_WORDS: Final = 20
"""Class names of an element that are read."""
MAX_NAME_CHARS: Final = 200
"""Characters of a class or id that are read."""

Shape = frozenset[int]
"""Hashes of paths of tags, and of tags with a class name: in the records, and around them."""


def shape_of(tree: PageTree, records: Sequence[Sequence[int]]) -> Shape:
    """The shape of the region that the records make.

    ``records``: the page nodes that each is made of. Looks at so many nodes at most, however large
    the page.
    """
    step = max(1, -(-len(records) // SHAPE_SAMPLE))
    found: dict[str, None] = {}
    seen: set[tuple[str, str]] = set()
    for record in records[::step]:
        for root in record[:MAX_RECORD_NODES]:
            if len(found) < MAX_FEATURES:
                _add_inside(tree, root, found, seen)
    first = next((record[0] for record in records if record), 0)
    found = dict.fromkeys(islice(found, MAX_FEATURES)) | dict.fromkeys(_around(tree, first))
    return frozenset(crc32(one.encode("utf-8", "replace")) for one in islice(found, MAX_FEATURES))


def likeness(one: Shape, other: Shape) -> float:
    """The share of features that both have of those that either has, in [0, 1] (Jaccard)."""
    return len(one & other) / len(one | other) if one or other else 1.0


def _add_inside(
    tree: PageTree, root: int, found: dict[str, None], seen: set[tuple[str, str]]
) -> None:
    """Add the features of a subtree; ``seen`` has the tags with class names added before."""
    paths: list[str] = []
    above = tree.depth[root]
    for node in range(root, root + min(tree.size[root], MAX_RECORD_NODES)):
        level = tree.depth[node] - above
        if tree.tag[node] == tags.TEXT or level > MAX_DEPTH:
            continue
        name = tree.name(node)
        del paths[level:]
        paths.append(f"{paths[-1]}/{name}" if paths else name)
        found[paths[-1]] = None
        names = tree.get(node, "class")
        if names and (name, names) not in seen:
            seen.add((name, names))
            found.update(dict.fromkeys(_names_after(names, f"{name}.")))


def _around(tree: PageTree, node: int) -> Iterator[str]:
    """The features of the elements above a node."""
    for level in range(MAX_DEPTH):
        node = tree.parent[node]
        if node < 0:
            break
        name = tree.name(node)
        # The nearest steps tell one list from another, the same tags above are every page's.
        yield f"^{level} {name}"
        yield from _names_after(tree.get(node, "class") or "", f"^{name}.")
        if identifier := (tree.get(node, "id") or "")[:MAX_NAME_CHARS]:
            yield f"^{name}#{identifier}"


def _names_after(names: str, start: str) -> list[str]:
    return [start + word for word in names[:MAX_NAME_CHARS].split()[:MAX_SHAPE_WORDS]]


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
    firsts = [node for record in sample for node in _first_element(tree, record)]
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


def _first_element(tree: PageTree, record: Sequence[int]) -> list[int]:
    return [node for node in record if tree.tag[node] != tags.TEXT][:1]


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
