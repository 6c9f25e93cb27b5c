"""The degree to which two clusters are two templates, feature by feature, as it is defined."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log, log2, sqrt

from scrapy_treesim.templates.clustering.joining import ONE_SIDED, SITE, WITNESSES, _Fine


def apart(clusters: dict[int, list[int]], a: int, b: int, fine: _Fine) -> float:
    """The degree, 0 and above."""
    pages = sum(map(len, clusters.values()))
    scale = min(1.0, WITNESSES / pages)
    na, nb = len(clusters[a]), len(clusters[b])
    price = log2(max(2, len(fine.pairs))) / 2

    def code(n: int, k: int) -> float:
        choices = [lgamma(one * scale + 1) / log(2) for one in (n, k, n - k)]
        return log2(n * scale + 1) + choices[0] - choices[1] - choices[2]

    up = down = 0.0
    counted = (_counts(fine.pairs, clusters[one]) for one in (a, b))
    for atom, (ka, kb) in enumerate(zip(*counted, strict=True)):
        weight = sqrt(fine.pairs.size[atom]) * fine.agreement[atom]
        gain = (code(na + nb, ka + kb) - code(na, ka) - code(nb, kb)) * weight - price
        if gain > 0 and ka / na > kb / nb:
            up += gain
        elif gain > 0:
            down += gain
    bits = sqrt((up + 0.5) * (down + 0.5)) / float((pages * scale) ** SITE)
    return bits * _own_share(clusters, a, b, fine)


def _own_share(clusters: dict[int, list[int]], a: int, b: int, fine: _Fine) -> float:
    na, nb = len(clusters[a]), len(clusters[b])
    others = [page for one, pages in clusters.items() if one not in (a, b) for page in pages]
    own_a = own_b = special = 0.0
    counted = (_counts(fine.labels, pages) for pages in (clusters[a], clusters[b], others))
    for atom, (ka, kb, rest) in enumerate(zip(*counted, strict=True)):
        weight = fine.labels.size[atom]
        ra, rb = ka / na, kb / nb
        own_a += weight * (ra > 0.8 and rb < 0.2)
        own_b += weight * (rb > 0.8 and ra < 0.2)
        if ra and rb:
            special += weight * max(min(ra, rb) - rest / max(1, len(others)), 0)
    least, most = sorted((own_a, own_b))
    return sqrt((least + 1) / (special + 1)) * float((most + 1) ** ONE_SIDED)


def _counts(atoms: object, pages: Sequence[int]) -> list[int]:
    assert hasattr(atoms, "matrix")
    return [int(count) for count in atoms.matrix()[[*pages]].sum(0)]
