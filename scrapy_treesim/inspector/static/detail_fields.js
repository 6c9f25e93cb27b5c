"use strict";
/** The one thing that a page is about: its fields with their sources, further facts, the export. */
(() => {
  const VALUE_LENGTH = 600;

  /** A value on lines of its own: of lists a part a line, of dicts a pair a line. */
  const shown = (value) => {
    const parts = Array.isArray(value)
      ? value.map(treesim.shown)
      : typeof value === "object" && value !== null
        ? Object.entries(value).map(([label, said]) => `${label}: ${treesim.shown(said)}`)
        : null;
    if (parts === null) return treesim.cut(treesim.shown(value), VALUE_LENGTH);
    const cut = parts.map((part) => treesim.el("li", {}, treesim.cut(part, VALUE_LENGTH)));
    return treesim.el("ol", {}, ...cut);
  };

  const head = (...names) =>
    treesim.el(
      "thead",
      {},
      treesim.el("tr", {}, ...names.map((name) => treesim.el("th", { scope: "col" }, name))),
    );

  const field = (item) => (row) =>
    treesim.el(
      "tr",
      {
        tabindex: "-1",
        title: row.why.join("; "),
        data: { stop: "", ...treesim.marked(row.mark) },
      },
      treesim.el("th", { scope: "row" }, row.name.replaceAll("_", " ")),
      treesim.el("td", {}, shown(item[row.name])),
      treesim.el("td", {}, row.source),
      treesim.el("td", { class: "sure" }, treesim.confidence(row.confidence)),
    );

  treesim.showDetail = (view) => {
    const { item, rows = [] } = view.export;
    if (!item) return { elements: [], reach: () => {} };
    const body = treesim.el("tbody");
    const list = treesim.longList(body, rows, field(item));
    const places = new Map(rows.map((row, place) => [row.mark, place]));
    const grid = treesim.el(
      "table",
      { role: "grid", "aria-label": "Fields" },
      head("Field", "Value", "Source", "Probability"),
      body,
    );
    return {
      elements: [
        treesim.el(
          "section",
          { class: treesim.groupClass(view.groups?.[0]) },
          treesim.groupHead(view.groups?.[0], item.name || "Detail"),
          treesim.el(
            "div",
            { class: "scroll", tabindex: "0", role: "group", "aria-label": "Fields, table" },
            treesim.roving(grid),
          ),
          treesim.el("div", { class: "under" }, list.more, treesim.exportJson(item)),
        ),
      ],
      reach: (mark, place) => list.reach(places.get(place) ?? 0),
    };
  };
})();
