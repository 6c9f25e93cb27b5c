"""Kernel of micro-clusters: distances of pages by their atoms, complete linkage."""

from __future__ import annotations

from array import array


def distances(
    start: array[int], items: array[int], weight: array[float], total: array[float],
    distance: array[float],
) -> None:  # fmt: skip
    """One less the weighted Jaccard similarity of every two pages, into a full matrix.

    ``total`` is room for a number a page. Pages without atoms are equal to each other.
    """
    n = len(start) - 1
    for a in range(n):
        total[a] = 0.0
        for i in range(start[a], start[a + 1]):
            total[a] += weight[items[i]]
    for a in range(n):
        distance[a * n + a] = 0.0
        for b in range(a + 1, n):
            both = 0.0
            i = start[a]
            j = start[b]
            while i < start[a + 1] and j < start[b + 1]:
                if items[i] == items[j]:
                    both += weight[items[i]]
                    i += 1
                    j += 1
                elif items[i] < items[j]:
                    i += 1
                else:
                    j += 1
            either = total[a] + total[b] - both
            apart = 1.0 - both / either if either > 0.0 else 0.0
            distance[a * n + b] = apart
            distance[b * n + a] = apart


def complete_linkage(
    distance: array[float], limit: float, group: array[int], alive: array[int], chain: array[int]
) -> None:
    """Join the closest clusters while their farthest members are within ``limit``.

    ``distance`` is a full matrix, and used up. ``group`` gets the first member of each member's
    cluster; ``alive`` and ``chain`` are room for all members. By nearest-neighbour chains, O(k^2).
    """
    k = len(group)
    for i in range(k):
        group[i] = i
        alive[i] = 1
    length = 0
    start = 0
    while True:
        if length == 0:
            while start < k and not alive[start]:
                start += 1
            if start == k:
                break
            chain[0] = start
            length = 1
        here = chain[length - 1]
        before = chain[length - 2] if length > 1 else -1
        nearest = before
        for j in range(k):
            if j == here or not alive[j]:
                continue
            if nearest < 0 or distance[here * k + j] < distance[here * k + nearest]:
                nearest = j
        if nearest < 0 or distance[here * k + nearest] > limit:
            # Nothing will come nearer: distances only grow as clusters join.
            alive[here] = 0
            length -= 1
        elif nearest == before:
            length -= 2
            low = min(here, nearest)
            high = max(here, nearest)
            for j in range(k):
                if distance[high * k + j] > distance[low * k + j]:
                    distance[low * k + j] = distance[high * k + j]
                    distance[j * k + low] = distance[high * k + j]
            alive[high] = 0
            group[high] = low
        else:
            chain[length] = nearest
            length += 1
    for i in range(k):
        # Groups point backwards.
        group[i] = group[group[i]]
