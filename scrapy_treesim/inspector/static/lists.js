"use strict";
/**
 * Lists and tables as one stop of the Tab key, walked by arrows, and as long as a page makes them.
 *
 * Up and Down go from row to row, Right and Left through what can be pointed at inside a row, Home
 * and End to the ends. Enter and Space are the browser's click.
 */
(() => {
  const { el } = treesim;
  const AT_ONCE = 200;
  const AT_FIRST = 100;
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));

  const rowsOf = (list) => [...list.querySelectorAll("[data-stop]:not([hidden])")];

  const move = (list, to, options = {}) => {
    if (!to) return;
    list.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus(options);
  };

  const target = (list, at, key) => {
    const rows = rowsOf(list);
    const row = at.closest("[data-stop]");
    const inside = [row, ...row.querySelectorAll("[data-inner]")];
    const place = inside.indexOf(at.closest("[data-inner], [data-stop]"));
    return {
      ArrowDown: rows[rows.indexOf(row) + 1],
      ArrowUp: rows[rows.indexOf(row) - 1],
      Home: rows[0],
      End: rows[rows.length - 1],
      ArrowRight: inside[place + 1],
      ArrowLeft: inside[place - 1],
    }[key];
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
  const roving = (list) => {
    treesim.oneStop(list);
    list.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const at = event.target.closest("[data-stop]") ? event.target : null;
      if (!at) return;
      if (/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) {
        event.preventDefault();
        move(list, target(list, at, event.key));
      } else if (/^(Enter| )$/.test(event.key) && event.target.closest("button") === null) {
        event.preventDefault();
        event.target.click();
      }
    });
    return list;
  };

  /**
   * Fills `list` with a first part of what `build(item, place)` makes, and more when asked for.
   * @returns {{more: HTMLElement, reach: function(number): void}} the button for more, and a way to
   *   make sure that the item at a place is there
   */
  const longList = (list, items, build, first = AT_ONCE) => {
    let shown = 0;
    const showMore = () => {
      const from = shown;
      extend(shown + AT_ONCE);
      list.querySelectorAll("[data-stop]")[from]?.focus();
    };
    const more = treesim.button("", showMore, { class: "more" });

    const extend = (to) => {
      const upto = Math.min(items.length, to);
      list.append(...items.slice(shown, upto).map((item, place) => build(item, shown + place)));
      shown = upto;
      const left = items.length - shown;
      more.hidden = left === 0;
      const all = items.length.toLocaleString("en");
      more.textContent = `Show ${Math.min(AT_ONCE, left)} more of ${all}`;
    };

    /** What is far below comes when the browser has nothing else to do. */
    const fill = () => {
      if (!list.isConnected || shown >= Math.min(first, items.length)) return;
      extend(Math.min(first, shown + AT_FIRST));
      later(fill);
    };

    extend(Math.min(first, AT_FIRST));
    later(fill);
    return { more, reach: (place) => place >= shown && extend(place + 1) };
  };

  /** What stands for a mark or a node in a listbox; `properties` may have more `data`. */
  treesim.option = (kind, { data, ...properties }, ...children) =>
    el(
      `div${kind}`,
      {
        role: "option",
        "aria-selected": "false",
        tabindex: "-1",
        data: { stop: "", ...data },
        ...properties,
      },
      ...children,
    );

  /** A list to walk through: the element, the button for more, and `reach` as of a long list. */
  treesim.listbox = (label, kind, items, build) => {
    const element = el(`div.${kind}`, { role: "listbox", "aria-label": label });
    const list = longList(element, items, build);
    return { element: roving(element), ...list };
  };

  /** A table to walk through, in a box that scrolls; else as a list. */
  treesim.grid = (label, head, items, build, { first, rows } = {}) => {
    const body = el("tbody");
    const list = longList(body, items, build, first);
    const size = { "aria-label": label, "aria-rowcount": rows };
    const grid = el("table", { role: "grid", ...size }, head, body);
    const about = { tabindex: "0", role: "group", "aria-label": `${label}, table` };
    return { element: el("div.scroll", about, roving(grid)), ...list };
  };

  /** The places of items by the marks that they stand for. */
  treesim.placesOf = (items) => new Map(items.map((item, place) => [item.mark, place]));

  treesim.AT_ONCE = AT_ONCE;
})();
