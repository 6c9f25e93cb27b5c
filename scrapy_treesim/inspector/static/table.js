"use strict";
/** Records as the table that a feed would have: a row a record, a column a field. */
(() => {
  const { el } = treesim;
  const FEWEST_ROWS = 20;
  const CELL_LENGTH = 400;
  const ADDRESS_LENGTH = 26;
  const SHORT = 28;

  const columnHead = ({ name, kind, why }, place) => {
    const chip = el("span.chip", { "aria-hidden": "true" });
    chip.style.background = treesim.rgb(place % 8);
    return el("th", { scope: "col", title: why }, chip, name, el("span.kind", ` ${kind}`));
  };

  const header = (columns) =>
    el("thead", el("tr", el("th.place", { scope: "col" }, "#"), columns.map(columnHead)));

  const classOf = (value) => {
    if (value === null) return "empty";
    return /^(https?|file|data):\S+$/.test(value) ? "address" : null;
  };

  /** The end of an address, which is where those of one column differ. */
  const tail = (address) =>
    address.length > ADDRESS_LENGTH ? `…${address.slice(1 - ADDRESS_LENGTH)}` : address;

  const cell = (value, group, row, column) => {
    const place = treesim.marks.cell("column", group, row, column);
    const address = classOf(value) === "address";
    const properties = place === null ? {} : { data: { mark: place, inner: "" }, tabindex: "-1" };
    const text = address ? tail(value) : treesim.cut(treesim.shown(value), CELL_LENGTH);
    // A short text needs no box that cuts it; thousands of boxes take their time.
    const inner = text.length > SHORT ? el("span.cell", text) : text;
    return el("td", { class: classOf(value), title: address ? value : null, ...properties }, inner);
  };

  const row = (group) => (values, place) => {
    const mark = treesim.marks.cell("record", group, place, null);
    return el(
      "tr",
      { tabindex: "-1", data: { stop: "", ...treesim.marked(mark) } },
      el("th.place", { scope: "row" }, String(place + 1)),
      values.map((value, column) => cell(value, group, place, column)),
    );
  };

  const one = (view, table, first) => {
    const { group: place, columns, rows } = table;
    const group = view.groups[place];
    const size = { first, rows: rows.length + 1 };
    const grid = treesim.grid(group.title, header(columns), rows, row(place), size);
    const section = treesim.groupSection(
      group,
      { "aria-label": group.title, data: { group: place } },
      treesim.groupHead(group, group.title),
      grid.element,
      el("div.under", grid.more, treesim.exportTable(table)),
    );
    return { section, reach: grid.reach };
  };

  /** All tables of a view. Together they start with about as many rows as one may have. */
  treesim.showTables = (view) => {
    const reaches = new Map();
    let left = treesim.AT_ONCE;
    const sections = treesim.mainFirst(view.export.tables, view.groups).map((table) => {
      const { section, reach } = one(view, table, Math.max(FEWEST_ROWS, left));
      left -= table.rows.length;
      reaches.set(table.group, reach);
      return section;
    });
    return { elements: sections, reach: (mark) => reaches.get(mark.group)?.(mark.row ?? 0) };
  };
})();
