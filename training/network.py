"""The network of :mod:`scrapy_treesim.network`, as it is fitted. Wants PyTorch and NumPy.

One network gives every block its labels and role, every element whether it is a post or a record,
and the page its kind. Pages are tables of :mod:`training.corpus`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from scrapy_treesim.network.weights import (
    BLOCK,
    ELEMENT,
    HEAD,
    MAX_SPREADS,
    PAGE_KINDS,
    PIECE,
    ROLES,
    SUMMARY,
    TAG,
    TAGS,
)  # fmt: skip
from scrapy_treesim.reading.constants import ANCESTORS, LEVELS, ROWS
from scrapy_treesim.reading.inputs import GROUPS, BlockInput, ElementInput
from training.corpus import BODY, COMMENT, ELEMENT_LABELS, ITEM, LABELS, MAIN, POST, RECORD

MIN_SPREAD: Final = 1e-2
MAX_BATCH_BLOCKS: Final = 9_000
_GROUPS_OF_PIECES: Final = 64
UNDECLARED: Final = 0.4
"""The share of pages that are shown without their address, and without what they declare."""


@dataclass(frozen=True, slots=True)
class Options:
    """The parameters of a fit."""

    epochs: int = 10
    pages: int = 16
    """Pages a step."""
    rate: float = 4e-3
    """The learning rate where it is highest."""
    decay: float = 0.05
    dropout: float = 0.2
    kind_dropout: float = 0.2
    """The same of what the page's kind is told by, which is learnt from fewest."""
    smoothed: float = 0.0
    """The share of what is known of a kind that goes to all of them."""
    input_dropout: float = 0.15
    """The share of inputs that a page is shown without."""
    piece_dropout: float = 0.25
    """The share of pieces of names that it is shown without."""
    nameless: float = 0.2
    """The share of pages that are shown without names."""
    renamed: float = 0.1
    """The share of pages whose names are hashed in another way, so that sites are not learnt."""
    absent: str = ""
    """A group of :data:`scrapy_treesim.reading.inputs.GROUPS` that nothing is told by, to see what
    it is worth."""
    averaged: float = 0.998
    """The decay of the averages of the weights, which are what comes out."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Scale:
    """What inputs are scaled by."""

    block_mean: NDArray[np.float32]
    block_over: NDArray[np.float32]
    element_mean: NDArray[np.float32]
    element_over: NDArray[np.float32]

    @classmethod
    def of(cls, pages: Sequence[dict[str, Any]]) -> Scale:
        """Measure, on some of the blocks and elements."""
        found = []
        for key in ("block_rows", "element_rows"):
            rows = np.concatenate([page[key][::7] for page in pages]).astype(np.float64)
            found += [rows.mean(0), 1 / (rows.std(0) + MIN_SPREAD)]
        return cls(*(one.astype(np.float32) for one in found))


def _starts(lengths: Sequence[int]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def batch_of(
    pages: Sequence[dict[str, Any]], scale: Scale, options: Options | None = None,
    chance: np.random.Generator | None = None,
) -> SimpleNamespace:  # fmt: skip
    """Pages below one another; with a chance as they are shown in a fit."""
    batch = SimpleNamespace()
    blocks, elements = (
        [len(page[key]) for page in pages] for key in ("block_rows", "element_rows")
    )
    at, element_at = _starts(blocks), _starts(elements)
    batch.pages, batch.at, batch.element_at = len(pages), at, element_at
    page = np.repeat(np.arange(len(pages)), blocks)
    page_of_element = np.repeat(np.arange(len(pages)), elements)

    def joined(key: str) -> NDArray[Any]:
        return np.concatenate([one[key] for one in pages])

    def shifted(key: str, starts: NDArray[np.int64]) -> torch.Tensor:
        moved = [one[key].astype(np.int64) + start for one, start in zip(pages, starts[:-1])]  # noqa: B905
        return torch.from_numpy(np.concatenate(moved))

    rows = (joined("block_rows").astype(np.float32) - scale.block_mean) * scale.block_over
    element_rows = (joined("element_rows").astype(np.float32) - scale.element_mean) * (
        scale.element_over
    )
    rows, element_rows = (one.clip(-MAX_SPREADS, MAX_SPREADS) for one in (rows, element_rows))
    if chance is not None and options is not None:
        for held, of in ((rows, page), (element_rows, page_of_element)):
            kept = chance.random((len(pages), held.shape[1])) > options.input_dropout
            held *= (kept / (1 - options.input_dropout)).astype(np.float32)[of]
    batch.rows, batch.element_rows = torch.from_numpy(rows), torch.from_numpy(element_rows)
    names, inline = [], []
    weights: list[list[NDArray[np.float32]]] = [[], []]
    for one in pages:
        drawn = None if chance is None else _drawn(options or Options(), chance)
        for place, (found, key) in enumerate(((names, "names"), (inline, "inline"))):
            pieces = one[key].astype(np.int64)
            weight = np.ones(len(pieces), np.float32)
            if drawn is not None:
                pieces, weight = drawn(pieces)
            found.append(pieces)
            weights[place].append(weight)
    for place, (found, key, name) in enumerate(
        ((names, "name_ends", "names"), (inline, "inline_ends", "inline"))
    ):
        counts = np.concatenate([np.diff(one[key], prepend=0) for one in pages])
        share = np.concatenate(weights[place]) / np.sqrt(np.repeat(np.maximum(counts, 1), counts))
        setattr(batch, name, torch.from_numpy(np.concatenate(found)))
        setattr(batch, f"{name}_share", torch.from_numpy(share.astype(np.float32)))
        setattr(batch, f"{name}_at", torch.from_numpy(_starts(counts.tolist())[:-1]))
    batch.tag = torch.from_numpy(joined("tag").astype(np.int64))
    batch.ancestors, batch.levels = shifted("ancestors", element_at), shifted("levels", element_at)
    parents = [
        np.where(one["parent"] >= 0, one["parent"], 0).astype(np.int64) + start
        for one, start in zip(pages, element_at[:-1], strict=True)
    ]
    batch.parent = torch.from_numpy(np.concatenate(parents))
    chains, counts_of = [], []
    for one, start in zip(pages, element_at[:-1], strict=True):
        chain, count = _chains(one)
        chains.append(chain + start)
        counts_of.append(count)
    batch.chain = torch.from_numpy(np.concatenate(chains))
    batch.chain_at = torch.from_numpy(_starts(np.concatenate(counts_of).tolist())[:-1])
    batch.first, batch.stop = shifted("first", at), shifted("stop", at)
    last = np.repeat(at[1:] - 1, elements)
    batch.first_block = torch.from_numpy(np.minimum(batch.first.numpy(), last))
    batch.next_block = torch.from_numpy(np.minimum(batch.stop.numpy(), last))
    batch.block_before = torch.from_numpy(
        np.maximum(batch.first.numpy() - 1, np.repeat(at[:-1], elements))
    )
    base, paths = 0, []
    for one in pages:
        of_blocks = one["path"][one["own"]].astype(np.int64)
        paths.append(of_blocks + base)
        base += int(one["path"].max()) + 1
    batch.path, batch.paths = torch.from_numpy(np.concatenate(paths)), base
    batch.page, batch.page_of_element = torch.from_numpy(page), torch.from_numpy(page_of_element)
    batch.page_at = torch.from_numpy(at[:-1])
    for key in ("address", "declared"):
        held = [
            one[key][:0] if chance is not None and chance.random() < UNDECLARED else one[key]
            for one in pages
        ]
        setattr(batch, key, torch.from_numpy(np.concatenate(held).astype(np.int64)))
        setattr(batch, f"{key}_at", torch.from_numpy(_starts([len(one) for one in held])[:-1]))
    if "labels" in pages[0]:
        _add_labels(batch, pages, blocks, elements)
    return batch


def _drawn(options: Options, chance: np.random.Generator) -> Any:
    """What becomes of a page's pieces of names: the same of the same piece wherever it is."""
    if chance.random() < options.nameless:
        return lambda pieces: (pieces, np.zeros(len(pieces), np.float32))
    odd, more = 1, 0
    if chance.random() < options.renamed:
        odd, more = int(chance.integers(ROWS // 2)) * 2 + 1, int(chance.integers(ROWS))
    dropped = chance.random(_GROUPS_OF_PIECES) < options.piece_dropout

    def draw(pieces: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        kept = ~dropped[(pieces * 2654435761 >> 8) % _GROUPS_OF_PIECES]
        return (pieces * odd + more) % ROWS, kept.astype(np.float32)

    return draw


def _chains(page: dict[str, Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The elements around each block, its own first, and how many; kept with the page."""
    if "chain" not in page:
        parent, current = page["parent"], page["own"].astype(np.int64)
        columns = []
        while (current >= 0).any() and len(columns) < 60:
            columns.append(current)
            current = np.where(current >= 0, parent[np.maximum(current, 0)], -1)
        table = np.stack(columns, 1)
        page["chain"] = table[table >= 0].astype(np.int32), (table >= 0).sum(1)
    chain, count = page["chain"]
    return chain.astype(np.int64), count


_MOST_WORDS: Final = 60
TAUGHT: Final = 0.5
"""What teachers say of a label that is known, beside what is known of it."""
UNKNOWN_WEIGHT: Final = 0.3
"""The weight of what only teachers say."""


def _targets(pages: Sequence[dict[str, Any]], key: str) -> tuple[torch.Tensor, torch.Tensor]:
    """The probabilities of labels, and how much each counts."""
    known = torch.from_numpy(np.concatenate([one[key] for one in pages])).float()
    told = (known >= 0).float()
    if f"taught_{key}" not in pages[0]:
        return known.clamp(min=0), told
    taught = torch.from_numpy(
        np.concatenate([one[f"taught_{key}"] for one in pages]).astype(np.float32)
    )
    mixed = TAUGHT * taught + (1 - TAUGHT) * known
    return torch.where(known >= 0, mixed, taught), told + (1 - told) * UNKNOWN_WEIGHT


def _shares(
    pages: Sequence[dict[str, Any]], known: torch.Tensor, key: str, count: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """The probabilities of what exclude one another, and how much each row counts."""
    told = (known >= 0).float()
    shares = functional.one_hot(known.clamp(min=0), count).float() * told[:, None]
    if key not in pages[0]:
        return shares, told
    taught = torch.from_numpy(np.concatenate([one[key] for one in pages]).astype(np.float32))
    own = (1 - TAUGHT) * told[:, None]
    return own * shares + (1 - own) * taught, told + (1 - told) * UNKNOWN_WEIGHT


@torch.no_grad()
def teach(pages: Sequence[dict[str, Any]], teachers: Sequence[Network]) -> None:
    """Keep with each page what several networks say of it, on the mean."""
    for page, *answers in zip(pages, *(predict(one, pages) for one in teachers), strict=True):
        labels, roles, elements, kinds = (
            [torch.from_numpy(one[place]) for one in answers] for place in range(4)
        )
        for key, held in (
            ("taught_labels", [torch.sigmoid(one) for one in labels]),
            ("taught_element_labels", [torch.sigmoid(one) for one in elements]),
            ("taught_roles", [torch.softmax(one, 1) for one in roles]),
            ("taught_kind", [torch.softmax(one, 0)[None] for one in kinds]),
        ):
            page[key] = torch.stack(held).mean(0).numpy().astype(np.float16)


def _add_labels(
    batch: SimpleNamespace, pages: Sequence[dict[str, Any]], blocks: list[int], elements: list[int]
) -> None:
    batch.labels, batch.label_weight = _targets(pages, "labels")
    batch.element_labels, batch.element_weight = _targets(pages, "element_labels")
    roles = torch.from_numpy(np.concatenate([one["roles"] for one in pages])).long()
    batch.roles, batch.role_weight = _shares(pages, roles, "taught_roles", len(ROLES))
    sizes = [one["words"] * (one["heads"] == 0) for one in pages]
    powers = [np.minimum(size, _MOST_WORDS) ** 0.7 for size in sizes]
    shares = [power / max(power.sum(), 1e-6) for power in powers]
    batch.share = torch.from_numpy(np.concatenate(shares).astype(np.float32))
    batch.even = torch.from_numpy((1 / np.repeat(blocks, blocks)).astype(np.float32))
    batch.even_elements = torch.from_numpy((1 / np.repeat(elements, elements)).astype(np.float32))
    batch.sizes = torch.from_numpy(np.concatenate(sizes).astype(np.float32))
    kinds = torch.tensor([int(one["kind"][0]) for one in pages])
    batch.kind, weight = _shares(pages, kinds, "taught_kind", len(PAGE_KINDS))
    certain = torch.tensor([float(one["kind_weight"][0]) for one in pages])
    batch.kind_weight = torch.where(kinds >= 0, certain, weight)
    batch.weight = torch.tensor([float(one["weight"][0]) for one in pages])


class Network(nn.Module):
    """The layers, in the order of :mod:`scrapy_treesim.network.forward`."""

    def __init__(self, scale: Scale, options: Options) -> None:
        super().__init__()
        self.scale, self.options = scale, options
        self.pieces, self.tags = nn.Embedding(ROWS, PIECE), nn.Embedding(TAGS, TAG)
        self.declared = nn.Embedding(ROWS, PIECE // 2)
        for table in (self.pieces, self.declared):
            nn.init.normal_(table.weight, std=0.1)
        self.element = nn.Linear(PIECE + TAG + len(ElementInput), ELEMENT)
        self.block = nn.Linear(len(BlockInput) + PIECE + ELEMENT * (ANCESTORS + LEVELS + 2), BLOCK)
        self.around = nn.Linear((LEVELS + 1) * BLOCK, BLOCK)
        self.page = nn.Linear(2 * BLOCK + PIECE // 2, BLOCK)
        self.again = nn.Linear(LEVELS * BLOCK, BLOCK)
        self.out = nn.Linear(2 * BLOCK, LABELS + len(ROLES))
        self.head = nn.Linear(ELEMENT + len(ElementInput) + 5 * BLOCK, HEAD)
        self.elements = nn.Linear(HEAD, ELEMENT_LABELS)
        self.kind = nn.Linear(BLOCK + SUMMARY, len(PAGE_KINDS))

    def forward(
        self, batch: SimpleNamespace
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Labels and roles of blocks, labels of elements, kinds of pages, as log-odds."""
        relu, bag = functional.relu, functional.embedding_bag

        def dropped(x: torch.Tensor, share: float = self.options.dropout) -> torch.Tensor:
            if not self.training:
                return x
            mask = (torch.rand(batch.pages, x.shape[1]) > share).float() / (1 - share)
            return x * (mask if len(x) == batch.pages else mask.index_select(0, batch.page))

        def pieces(name: str) -> torch.Tensor:
            shares = getattr(batch, f"{name}_share")
            return bag(
                getattr(batch, name), self.pieces.weight, getattr(batch, f"{name}_at"), mode="sum",
                per_sample_weights=shares,
            )  # fmt: skip

        of_elements = relu(
            self.element(torch.cat([pieces("names"), self.tags(batch.tag), batch.element_rows], 1))
        )
        chain = [
            bag(batch.chain, of_elements, batch.chain_at, mode=mode) for mode in ("mean", "max")
        ]
        near = [
            of_elements.index_select(0, one)
            for one in (*batch.ancestors.unbind(1), *batch.levels.unbind(1))
        ]
        first = relu(self.block(torch.cat([batch.rows, pieces("inline"), *near, *chain], 1)))

        def sums(x: torch.Tensor) -> torch.Tensor:
            return torch.cat(
                [x.new_zeros(1, x.shape[1], dtype=torch.float64), x.double().cumsum(0)]
            )

        def means(x: torch.Tensor) -> list[torch.Tensor]:
            before = sums(x)
            return [
                _mean(before, batch.first[level], batch.stop[level])
                for level in batch.levels.unbind(1)
            ]

        x = first
        total = x.new_zeros(batch.paths, BLOCK).index_add(0, batch.path, x)
        count = x.new_zeros(batch.paths).index_add(0, batch.path, x.new_ones(len(x)))
        of_path = (total / count.clamp(min=1)[:, None]).index_select(0, batch.path)
        x = x + dropped(relu(self.around(torch.cat([*means(x), of_path], 1))))
        all_blocks = torch.arange(len(x))
        pooled = [bag(all_blocks, x, batch.page_at, mode=mode) for mode in ("mean", "max")]
        said = x.new_zeros(batch.pages, PIECE // 2)
        for held, starts in (
            (batch.address, batch.address_at), (batch.declared, batch.declared_at)
        ):  # fmt: skip
            if len(held):
                said = said + bag(held, self.declared.weight, starts, mode="mean")
        page = relu(self.page(torch.cat([*pooled, said], 1)))
        x = x + dropped(relu(self.again(torch.cat(means(x), 1))))
        x = x + page.index_select(0, batch.page)
        out = self.out(dropped(torch.cat([x, first], 1)))
        mean = _mean(sums(x), batch.first, batch.stop)
        around = [
            x.index_select(0, one)
            for one in (batch.first_block, batch.next_block, batch.block_before)
        ]
        held = [of_elements, batch.element_rows, mean, mean.index_select(0, batch.parent), *around]
        elements = self.elements(relu(self.head(torch.cat(held, 1))))
        summary = self._summary(batch, out.detach())
        of_kind = dropped(torch.cat([page, summary], 1), self.options.kind_dropout)
        kind = self.kind(of_kind)
        return out[:, :LABELS], out[:, LABELS:], elements, kind

    def _summary(self, batch: SimpleNamespace, out: torch.Tensor) -> torch.Tensor:
        """What the labels of its blocks say of the page."""
        likely = torch.sigmoid(out[:, :LABELS])
        bag = functional.embedding_bag
        mean = bag(torch.arange(len(likely)), likely, batch.page_at, mode="mean")
        most = bag(torch.arange(len(likely)), likely, batch.page_at, mode="max")
        return torch.cat([mean, most[:, [MAIN, RECORD]]], 1)


def _mean(before: torch.Tensor, first: torch.Tensor, stop: torch.Tensor) -> torch.Tensor:
    total = before.index_select(0, stop) - before.index_select(0, first)
    return (total / (stop - first).clamp(min=1)[:, None]).float()


def loss_of(
    batch: SimpleNamespace, smoothed: float, labels: torch.Tensor, roles: torch.Tensor,
    elements: torch.Tensor, kind: torch.Tensor,
) -> torch.Tensor:  # fmt: skip
    """What is wrong of a batch; masked labels count nothing."""
    weight = batch.weight[batch.page]
    everything = batch.weight.sum()
    crossed = functional.binary_cross_entropy_with_logits

    def wrong(label: int, share: torch.Tensor) -> torch.Tensor:
        lost = crossed(labels[:, label], batch.labels[:, label], reduction="none")
        return (lost * batch.label_weight[:, label] * share * weight).sum() / everything

    mixed = 0.6 * batch.share + 0.4 * batch.even
    total = wrong(MAIN, batch.share) + 1.5 * wrong(COMMENT, mixed) + wrong(BODY, mixed)
    total = total + 0.5 * wrong(RECORD, mixed)
    # Each page's own F1 beside that of its blocks.
    likely = torch.sigmoid(labels[:, MAIN])
    known = batch.labels[:, MAIN]
    sizes = batch.label_weight[:, MAIN] * batch.sizes

    def by_page(values: torch.Tensor) -> torch.Tensor:
        return likely.new_zeros(batch.pages).index_add(0, batch.page, values)

    right, found, true = (by_page(one * sizes) for one in (likely * known, likely, known))
    has_text = (true > 0).float() * batch.weight
    missed = 1 - 2 * right / (found + true).clamp(min=1)
    total = total + (missed * has_text).sum() / everything
    lost = functional.cross_entropy(roles, batch.roles, reduction="none")
    total = total + 0.5 * (lost * batch.role_weight * batch.share * weight).sum() / everything
    of_element = batch.weight[batch.page_of_element] * batch.even_elements
    for label in (POST, ITEM):
        known = batch.element_labels[:, label]
        lost = crossed(elements[:, label], known, reduction="none", pos_weight=torch.tensor(2.0))
        lost = lost * batch.element_weight[:, label] * of_element
        total = total + 3 * lost.sum() / everything
    known = (1 - smoothed) * batch.kind + smoothed / len(PAGE_KINDS)
    lost = functional.cross_entropy(kind, known, reduction="none")
    return total + 0.7 * (lost * batch.kind_weight * batch.weight).sum() / everything


def batches(
    pages: Sequence[dict[str, Any]], options: Options, chance: np.random.Generator
) -> Iterator[list[dict[str, Any]]]:
    """Yield pages by the batch, in an order that is drawn."""
    held: list[dict[str, Any]] = []
    blocks = 0
    for place in chance.permutation(len(pages)):
        more = len(pages[place]["own"])
        if held and (len(held) >= options.pages or blocks + more > MAX_BATCH_BLOCKS):
            yield held
            held, blocks = [], 0
        held.append(pages[place])
        blocks += more
    if held:
        yield held


def _leave_out(network: Network, group: str) -> None:
    """Let a group of inputs count nothing; the address goes with what is declared.

    Raises:
        ValueError: there is no such group, or it is the address.
    """
    scale = network.scale
    known = [one for one in GROUPS if one != "address"]
    if group not in known:
        raise ValueError(f"{group!r} is none of {', '.join(known)}")
    for over, inputs in ((scale.block_over, BlockInput), (scale.element_over, ElementInput)):
        over[[one.group == group for one in inputs]] = 0
    tables = {"names": network.pieces, "tag": network.tags, "declared": network.declared}
    if group in tables:
        nn.init.zeros_(tables[group].weight).requires_grad_(False)


def fit(
    sets: dict[str, list[dict[str, Any]]],
    shares: dict[str, float],
    options: Options,
    begun: Network | None = None,
    layers: Sequence[str] = (),
) -> Network:
    """Fit a network; of each set a share of its pages is drawn for each epoch.

    With one that was ``begun``, its other layers stay as they are.
    """
    torch.manual_seed(options.seed)
    chance = np.random.default_rng(options.seed)
    everything = [page for pages in sets.values() for page in pages]
    if begun is None:
        network = Network(Scale.of(everything[:: max(1, len(everything) // 2_500)]), options)
    else:
        network = begun
        network.options = options
        for name, one in network.named_parameters():
            one.requires_grad_(name.partition(".")[0] in layers)
    if options.absent:
        _leave_out(network, options.absent)
    average = {name: one.clone() for name, one in network.state_dict().items()}
    tables = {"pieces.weight", "declared.weight"}
    named = [*network.named_parameters()]
    optimizer = torch.optim.AdamW(
        [
            {"params": [one for name, one in named if name not in tables]},
            {"params": [one for name, one in named if name in tables], "weight_decay": 0.05},
        ],
        lr=options.rate, weight_decay=options.decay,
    )  # fmt: skip
    epochs = []
    for _ in range(options.epochs):
        drawn = []
        for name, pages in sets.items():
            count = max(1, round(len(pages) * shares.get(name, 1.0)))
            drawn += [pages[place] for place in chance.permutation(len(pages))[:count]]
        epochs.append([*batches(drawn, options, chance)])
    steps = sum(map(len, epochs))
    rates = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, options.rate, total_steps=steps, pct_start=0.2
    )
    network.train()
    for number, epoch in enumerate(epochs):
        lost = 0.0
        for some in epoch:
            batch = batch_of(some, network.scale, options, chance)
            optimizer.zero_grad()
            loss = loss_of(batch, options.smoothed, *network(batch))
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            rates.step()
            lost += float(loss.detach())
            with torch.no_grad():
                for name, one in network.state_dict().items():
                    average[name].lerp_(one, 1 - options.averaged)
        print(f"epoch {number}: {lost / len(epoch):.4f}", flush=True)
    network.load_state_dict(average)
    return network.eval()


@torch.no_grad()
def predict(
    network: Network, pages: Sequence[dict[str, Any]]
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Yield labels, roles, labels of elements and kinds of each page, as log-odds."""
    for at in range(0, len(pages), 16):
        some = pages[at : at + 16]
        batch = batch_of(some, network.scale)
        labels, roles, elements, kind = (one.numpy() for one in network(batch))
        for place in range(len(some)):
            of_blocks = slice(batch.at[place], batch.at[place + 1])
            of_elements = slice(batch.element_at[place], batch.element_at[place + 1])
            yield labels[of_blocks], roles[of_blocks], elements[of_elements], kind[place]
