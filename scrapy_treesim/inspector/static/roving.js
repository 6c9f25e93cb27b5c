"use strict";
/**
 * Lists and tables as one stop of the Tab key, walked by arrows.
 *
 * Up and Down go from row to row, Right and Left through what can be pointed at inside a row, Home
 * and End to the ends. Enter and Space are the browser's click.
 */
(() => {
  const rowsOf = (list) => [...list.querySelectorAll("[data-stop]:not([hidden])")];
  const insideOf = (row) => [row, ...row.querySelectorAll("[data-inner]")];

  const move = (list, to, options = {}) => {
    if (!to) return;
    list.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus(options);
  };

  const target = (list, at, key) => {
    const rows = rowsOf(list);
    const row = at.closest("[data-stop]");
    const inside = insideOf(row);
    const place = inside.indexOf(at.closest("[data-inner], [data-stop]"));
    switch (key) {
      case "ArrowDown":
        return rows[rows.indexOf(row) + 1];
      case "ArrowUp":
        return rows[rows.indexOf(row) - 1];
      case "Home":
        return rows[0];
      case "End":
        return rows[rows.length - 1];
      case "ArrowRight":
        return inside[place + 1];
      case "ArrowLeft":
        return inside[place - 1];
      default:
        return undefined;
    }
  };

  /** The one row that the Tab key comes to: the one it had, if it is shown, else the first. */
  treesim.oneStop = (list) => {
    const before = list.querySelector('[tabindex="0"]');
    if (before && !before.closest("[hidden]")) return;
    before?.setAttribute("tabindex", "-1");
    rowsOf(list)[0]?.setAttribute("tabindex", "0");
  };

  /** Moves the focus to a row or to what is in it, and scrolls nothing. */
  treesim.stopAt = (element) => {
    const list = element.closest("[role=listbox], [role=grid]");
    if (list) move(list, element, { preventScroll: true });
  };

  /** Makes a container of `[data-stop]` rows, with `[data-inner]` in them, walkable. */
  treesim.roving = (list) => {
    treesim.oneStop(list);
    list.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const at = event.target.closest("[data-stop]") ? event.target : null;
      if (!at) return;
      if (/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) {
        event.preventDefault();
        move(list, target(list, at, event.key));
      } else if (
        (event.key === "Enter" || event.key === " ") &&
        event.target.closest("button") === null
      ) {
        event.preventDefault();
        event.target.click();
      }
    });
    return list;
  };
})();
