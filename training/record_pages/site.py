"""A site: what its pages share, above all the shape and the kind of their main list."""

from __future__ import annotations

from dataclasses import dataclass

from training.record_pages import figure_tables, table_shapes
from training.record_pages import shapes as plain_shapes
from training.record_pages.design import Design, new_design
from training.record_pages.markup import Hand, new_hand
from training.record_pages.shapes import Shape
from training.record_pages.subjects import DATA, FIGURES, HEADLINES, SEARCH

OLD_SHAPES: tuple[Shape, ...] = (
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.own_tables,
    plain_shapes.own_tables,
    plain_shapes.own_definitions,
    plain_shapes.definitions,
    plain_shapes.loose_lines,
    plain_shapes.sibling_runs,
    plain_shapes.columns_of_cards,
    plain_shapes.in_sections,
    table_shapes.rows,
    table_shapes.rows,
    table_shapes.rows,
    table_shapes.several_rows,
    table_shapes.several_rows,
    table_shapes.row_groups,
    table_shapes.grid,
    table_shapes.bands,
    table_shapes.compared,
    figure_tables.figure_table,
    figure_tables.figure_table,
    figure_tables.figure_tables,
)
NEW_SHAPES: tuple[Shape, ...] = (
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.in_wrappers,
    plain_shapes.in_wrappers,
    plain_shapes.wrapped_rows,
    plain_shapes.wrapped_rows,
    plain_shapes.columns_of_cards,
    plain_shapes.in_sections,
    plain_shapes.sibling_runs,
    plain_shapes.definitions,
    table_shapes.rows,
    table_shapes.several_rows,
    table_shapes.grid,
    table_shapes.bands,
    table_shapes.compared,
    figure_tables.figure_table,
    figure_tables.figure_table,
    figure_tables.figure_tables,
)
OLD_SEARCH_SHAPES: tuple[Shape, ...] = (
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.own_tables,
    plain_shapes.own_definitions,
    plain_shapes.definitions,
    plain_shapes.loose_lines,
    plain_shapes.loose_lines,
    plain_shapes.sibling_runs,
    table_shapes.rows,
    table_shapes.rows,
    table_shapes.rows,
    table_shapes.several_rows,
    table_shapes.several_rows,
    table_shapes.row_groups,
)
NEW_SEARCH_SHAPES: tuple[Shape, ...] = (
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.one_subtree,
    plain_shapes.in_wrappers,
    plain_shapes.in_wrappers,
    plain_shapes.sibling_runs,
    plain_shapes.definitions,
    table_shapes.rows,
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
