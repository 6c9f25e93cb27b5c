"use strict";
/** The one thing that a page is about: its fields with their sources, further facts, the export. */
(() => {
  const { el } = treesim;
  const VALUE_LENGTH = 600;

  /** A value on lines of its own: of lists a part a line, of dicts a pair a line. */
  const shown = (value) => {
    if (typeof value !== "object" || value === null)
      return treesim.cut(treesim.shown(value), VALUE_LENGTH);
    const parts = Array.isArray(value)
      ? value.map(treesim.shown)
      : Object.entries(value).map(([label, said]) => `${label}: ${treesim.shown(said)}`);
    return el("ol", parts.map((part) => el("li", treesim.cut(part, VALUE_LENGTH))));
  };

  const field = (item) => (row) => {
    const data = { stop: "", ...treesim.marked(row.mark) };
    return el(
      "tr",
      { tabindex: "-1", title: row.why.join("; "), data },
      el("th", { scope: "row" }, row.name.replaceAll("_", " ")),
      el("td", shown(item[row.name])),
      el("td", row.source),
      el("td", row.source && treesim.confidence(row.confidence)),
    );
  };

  treesim.showDetail = ({ export: { item, rows }, groups: [group] }) => {
    if (!item) return treesim.nothing;
    const head = treesim.tableHead("Field", "Value", "Source", "Probability");
    const grid = treesim.grid("Fields", head, rows, field(item));
    const places = treesim.placesOf(rows);
    const section = treesim.groupSection(
      group,
      treesim.groupHead(group, item.name || "Detail"),
      grid.element,
      el("div.under", grid.more, treesim.exportJson(item)),
    );
    return { elements: [section], reach: (mark, place) => grid.reach(places.get(place) ?? 0) };
  };
})();
