"""A site: what its pages share, above all the shape and the kind of their main list."""

from __future__ import annotations

from dataclasses import dataclass

from training.record_pages import figure_tables, table_shapes
from training.record_pages import shapes as plain_shapes
from training.record_pages.design import Design, new_design
from training.record_pages.markup import Hand, new_hand
from training.record_pages.shapes import Shape
from training.record_pages.subjects import DATA, FIGURES, HEADLINES, SEARCH


def _by_weight(shapes: dict[Shape, int]) -> tuple[Shape, ...]:
    """Each shape as often as it weighs, to draw from."""
    return tuple(shape for shape, weight in shapes.items() for _ in range(weight))


OLD_SHAPES: tuple[Shape, ...] = _by_weight(
    {
        plain_shapes.one_subtree: 3,
        plain_shapes.own_tables: 2,
        plain_shapes.own_definitions: 1,
        plain_shapes.definitions: 1,
        plain_shapes.loose_lines: 1,
        plain_shapes.sibling_runs: 1,
        plain_shapes.columns_of_cards: 1,
        plain_shapes.in_sections: 1,
        table_shapes.rows: 3,
        table_shapes.several_rows: 2,
        table_shapes.row_groups: 1,
        table_shapes.grid: 1,
        table_shapes.bands: 1,
        table_shapes.compared: 1,
        figure_tables.figure_table: 2,
        figure_tables.figure_tables: 1,
    }
)
NEW_SHAPES: tuple[Shape, ...] = _by_weight(
    {
        plain_shapes.one_subtree: 5,
        plain_shapes.in_wrappers: 2,
        plain_shapes.wrapped_rows: 2,
        plain_shapes.columns_of_cards: 1,
        plain_shapes.in_sections: 1,
        plain_shapes.sibling_runs: 1,
        plain_shapes.definitions: 1,
        table_shapes.rows: 1,
        table_shapes.several_rows: 1,
        table_shapes.grid: 1,
        table_shapes.bands: 1,
        table_shapes.compared: 1,
        figure_tables.figure_table: 2,
        figure_tables.figure_tables: 1,
    }
)
OLD_SEARCH_SHAPES: tuple[Shape, ...] = _by_weight(
    {
        plain_shapes.one_subtree: 2,
        plain_shapes.own_tables: 1,
        plain_shapes.own_definitions: 1,
        plain_shapes.definitions: 1,
        plain_shapes.loose_lines: 2,
        plain_shapes.sibling_runs: 1,
        table_shapes.rows: 3,
        table_shapes.several_rows: 2,
        table_shapes.row_groups: 1,
    }
)
NEW_SEARCH_SHAPES: tuple[Shape, ...] = _by_weight(
    {
        plain_shapes.one_subtree: 3,
        plain_shapes.in_wrappers: 2,
        plain_shapes.sibling_runs: 1,
        plain_shapes.definitions: 1,
        table_shapes.rows: 1,
    }
)


@dataclass(frozen=True)
class Site:
    """Everything that the pages of one site share."""

    name: str
    design: Design
    hand: Hand

    @property
    def shape(self) -> Shape:
        """The shape of the main list's records."""
        shapes = OLD_SHAPES if self.design.old else NEW_SHAPES
        if self.searching:
            shapes = OLD_SEARCH_SHAPES if self.design.old else NEW_SEARCH_SHAPES
        return self.design.at("main").pick("shape", shapes)

    @property
    def searching(self) -> bool:
        """Whether the main list is what a search found."""
        return self.design.chance("search", 0.45 if self.design.old else 0.2)

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the main list is of: data, figures in rows, or headlines."""
        if self.searching:
            return SEARCH
        if self.shape in (figure_tables.figure_table, figure_tables.figure_tables):
            return FIGURES
        if self.shape is table_shapes.rows and self.design.chance("figures", 0.5):
            return FIGURES
        simple = self.shape in (plain_shapes.one_subtree, plain_shapes.columns_of_cards)
        return HEADLINES if simple and self.design.chance("headlines", 0.22) else DATA


def new_site(name: str) -> Site:
    """A site drawn by its name."""
    design = new_design(name)
    return Site(name, design, new_hand(name, old=design.old))
