"use strict";
/** Records as the table that a feed would have: a row a record, a column a field. */
(() => {
  const FEWEST_ROWS = 20;
  const CELL_LENGTH = 400;
  const ADDRESS_LENGTH = 26;
  const SHORT = 28;

  const chip = (column) => {
    const element = treesim.el("span", { class: "chip", "aria-hidden": "true" });
    element.style.background = treesim.rgb(column % 8);
    return element;
  };

  const header = (columns) =>
    treesim.el(
      "thead",
      {},
      treesim.el(
        "tr",
        {},
        treesim.el("th", { scope: "col", class: "place" }, "#"),
        ...columns.map((column, place) =>
          treesim.el(
            "th",
            { scope: "col", title: column.why ?? null },
            chip(place),
            column.name,
            column.kind ? treesim.el("span", { class: "kind" }, ` ${column.kind}`) : null,
          ),
        ),
      ),
    );

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
    const inner = text.length > SHORT ? treesim.el("span", { class: "cell" }, text) : text;
    return treesim.el(
      "td",
      { class: classOf(value), title: address ? value : null, ...properties },
      inner,
    );
  };

  const row = (group) => (values, place) => {
    const mark = treesim.marks.cell("record", group, place, null);
    return treesim.el(
      "tr",
      { tabindex: "-1", data: { stop: "", ...treesim.marked(mark) } },
      treesim.el("th", { scope: "row", class: "place" }, String(place + 1)),
      ...values.map((value, column) => cell(value, group, place, column)),
    );
  };

  const why = (group) => {
    const reasons = treesim.groupWhy(group);
    return reasons.length
      ? treesim.el(
          "details",
          { class: "why" },
          treesim.el("summary", {}, "Why"),
          treesim.el(
            "ul",
            {},
            ...reasons.map((each) => treesim.el("li", {}, ...treesim.rich(each))),
          ),
          group.xpath ? treesim.el("code", {}, group.xpath) : null,
        )
      : null;
  };

  /** A title with how sure it is and why; clicking the title shows the whole list on the page. */
  treesim.groupHead = (group, title) => {
    const name =
      group?.node === null || group?.node === undefined
        ? title
        : treesim.el(
            "button",
            { type: "button", class: "plain", data: { nodes: group.node, label: title } },
            title,
          );
    return treesim.el(
      "div",
      { class: "group-head" },
      treesim.el("h3", {}, name),
      treesim.roleBadge(group),
      group ? treesim.confidence(group.confidence) : null,
      why(group),
    );
  };

  const one = (view, table, budget) => {
    const group = view.groups?.[table.group];
    const title = group?.title ?? `List ${table.group + 1}`;
    const body = treesim.el("tbody");
    const list = treesim.longList(body, table.rows, row(table.group), budget);
    const grid = treesim.el(
      "table",
      { role: "grid", "aria-label": title, "aria-rowcount": table.rows.length + 1 },
      header(table.columns),
      body,
    );
    const section = treesim.el(
      "section",
      { class: treesim.groupClass(group), "aria-label": title, data: { group: table.group } },
      treesim.groupHead(group, title),
      treesim.el(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": `${title}, table` },
        treesim.roving(grid),
      ),
      treesim.el("div", { class: "under" }, list.more, treesim.exportTable(table)),
    );
    return { section, reach: list.reach };
  };

  /** All tables of a view. Together they start with about as many rows as one may have. */
  treesim.showTables = (view) => {
    const reaches = new Map();
    let left = treesim.AT_ONCE;
    const tables = treesim.mainFirst(view.export.tables ?? [], view.groups);
    const sections = tables.map((table) => {
      const { section, reach } = one(view, table, Math.max(FEWEST_ROWS, left));
      left -= table.rows.length;
      reaches.set(table.group, reach);
      return section;
    });
    return { elements: sections, reach: (mark) => reaches.get(mark.group)?.(mark.row ?? 0) };
  };
})();
