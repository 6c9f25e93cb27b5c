"""JSON made at random: documents of real software with odd values, keys, depths and cuts."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from benchmarks.fuzz.grammar import ADDRESSES, AMOUNTS, DATES, TEXTS
from benchmarks.json_documents import responses as responses
from benchmarks.json_documents import states as states
from benchmarks.json_documents.further import FURTHER, of_indices
from benchmarks.json_documents.judged import JUDGED
from benchmarks.json_documents.recorded import RECORDED
from benchmarks.json_documents.truth import RESPONSES, STATES

BUILDERS: Final = tuple(
    build for kind in (RESPONSES, STATES, FURTHER, RECORDED, JUDGED) for build in kind.values()
)
FORMS: Final = (
    ")]}',\n{}",
    "for(;;);{}",
    "while(1);{}",
    "cb({});",
    "cb({}",
    "{}\n{}\n",
    "{}{}",
    " {}",
)
"""What is around a document that is no plain one."""
NUMBERS: Final = (0, -1, 10**400, 1e308, -0.0, 1.5, 2**63, 10**18, float("nan"), float("inf"))
"""Numbers, some of them none that JSON allows."""
KEYS: Final = (
    "title", "name", "price", "url", "date", "created_at", "author", "body", "children", "replies",
    "parent_id", "id", "__ref", "__typename", "ROOT_QUERY", "0", "*", "", "a/b~c", "next", "page",
    "currency_minor_unit", "price_in_cents", "\ud800", "é" * 90,
)  # fmt: skip


def grown_json(draw: Random) -> str:
    """Return the text of one document; at times it is cut, or nested deeply."""
    document = json.loads(json.dumps(draw.choice(BUILDERS)().document))
    containers = [document] if isinstance(document, (dict, list)) else []
    for container in containers:
        members = container.values() if isinstance(container, dict) else container
        containers += [member for member in members if isinstance(member, (dict, list))]
    for container in draw.sample(containers, min(len(containers), draw.randint(0, 40))):
        _change(draw, container)
    if draw.random() < 0.1:
        document = of_indices(document)
        for member in draw.sample(document, min(len(document), draw.randint(0, 9))):
            if isinstance(member, (dict, list)):
                _misdirect(draw, member, len(document))
    text = json.dumps(document)
    if draw.random() < 0.1:
        text = text[: draw.randint(0, len(text))]
    elif draw.random() < 0.05:
        depth = draw.choice((50, 900, 100_000))
        text = '{"a":[' * depth + text + "]}" * depth
    return draw.choice(FORMS).replace("{}", text) if draw.random() < 0.2 else text


def _misdirect(draw: Random, container: Any, count: int) -> None:
    """Let an entry name another value, at times one around it, or none."""
    keys = [*container] if isinstance(container, dict) else [*range(len(container))]
    if keys:
        container[draw.choice(keys)] = draw.choice((0, -1, -9, count, draw.randrange(count), True))


def _change(draw: Random, container: Any) -> None:
    """Change one entry of an object or an array."""
    if isinstance(container, list):
        if container and draw.random() < 0.5:
            container[draw.randrange(len(container))] = _odd(draw)
        else:
            container += [*container[:3], _odd(draw)]
        return
    key = draw.choice([*container, *draw.sample(KEYS, 3)])
    if draw.random() < 0.2:
        container.pop(key, None)
    else:
        container[key] = _odd(draw)


def _odd(draw: Random) -> Any:
    """Return an odd value: a text, a number, a truth, nothing, JSON as text, or more of these."""
    choice = draw.randrange(8)
    if choice < 3:
        return draw.choice(draw.choice((TEXTS, AMOUNTS, DATES, ADDRESSES)))
    if choice == 3:
        return draw.choice(NUMBERS)
    if choice == 4:
        return draw.choice((True, False, None))
    if choice == 5:
        return json.dumps({draw.choice(KEYS): draw.choice(TEXTS)})
    pairs = [(draw.choice(KEYS), draw.choice(TEXTS)) for _ in range(draw.randint(0, 6))]
    return dict(pairs) if choice == 6 else [dict([pair]) for pair in pairs]
