"""Kernel of average-linkage clustering (Gong, algorithm 2)."""

from __future__ import annotations

from array import array


def average_linkage(
    distance: array[float], size: array[int], limit: float, group: array[int], chain: array[int]
) -> None:
    """Join the closest clusters while their members' mean distance is below ``limit``.

    ``distance`` is a full matrix, ``size`` how often each member counts; both are used up.
    ``group`` gets the first member of each member's cluster, ``chain`` is room for all members.
    By nearest-neighbour chains, O(k^2): average linkage is reducible, so that chains find the same
    tree as always joining the closest pair.
    """
    k = len(size)
    for i in range(k):
        group[i] = i
    # A cluster is done (size 0 - size) when nothing will come nearer; joined ones have size 0.
    length = 0
    start = 0
    while True:
        if length == 0:
            while start < k and size[start] <= 0:
                start += 1
            if start == k:
                break
            chain[0] = start
            length = 1
        here = chain[length - 1]
        before = chain[length - 2] if length > 1 else -1
        nearest = before
        for j in range(k):
            if j == here or size[j] <= 0:
                continue
            if nearest < 0 or distance[here * k + j] < distance[here * k + nearest]:
                nearest = j
        if nearest < 0 or distance[here * k + nearest] >= limit:
            # Distances only grow as clusters join.
            size[here] = -size[here]
            length -= 1
        elif nearest == before:
            length -= 2
            low = min(here, nearest)
            high = max(here, nearest)
            for j in range(k):
                if size[j] > 0:
                    mean = (
                        size[low] * distance[low * k + j] + size[high] * distance[high * k + j]
                    ) / (size[low] + size[high])
                    distance[low * k + j] = mean
                    distance[j * k + low] = mean
            size[low] += size[high]
            size[high] = 0
            group[high] = low
        else:
            chain[length] = nearest
            length += 1
    for i in range(k):
        # A joined cluster's leader comes earlier and is settled.
        group[i] = group[group[i]]
