"""How phrases are written down: a key on a line of its own, below it the phrases, indented."""

from __future__ import annotations


def phrases(text: str) -> dict[str, tuple[str, ...]]:
    """The phrases of each key; ``|`` and the ends of lines part them."""
    found: dict[str, list[str]] = {}
    for line in text.strip().splitlines():
        if not line.startswith(" "):
            key = line.strip()
            found[key] = []
        else:
            found[key].extend(phrase.strip() for phrase in line.split("|"))
    return {key: tuple(known) for key, known in found.items()}
