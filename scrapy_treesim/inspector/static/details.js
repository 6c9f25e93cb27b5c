"use strict";
/** The card of what is pinned: name, how sure, why, value, where it stands, and what to do with it. */
(() => {
  const VALUE_LENGTH = 2000;
  const dock = treesim.byId("dock");
  let asked = 0;
  let return_ = null; // what had the focus before, to give it back

  const fact = (name, ...children) => [
    treesim.el("dt", {}, name),
    treesim.el("dd", {}, ...children),
  ];

  const copyable = (name, id, text) =>
    text
      ? fact(
          name,
          treesim.el("code", { id }, text),
          treesim.button("Copy", () => treesim.copy(text, name), {
            "aria-label": `Copy ${name}`,
            class: "small",
          }),
        )
      : [];

  /** The element by its id or classes, or nothing where it has neither. */
  const selectorOf = ({ tag, id, classes = [] }) => {
    if (id) return `${tag}#${CSS.escape(id)}`;
    return classes.length
      ? `${tag}${classes.map((name) => `.${CSS.escape(name)}`).join("")}`
      : null;
  };

  const valueOf = (spot, mark) => {
    const value = mark?.value ?? treesim.page.text(spot.nodes[0]);
    return treesim.cut(treesim.shown(value), VALUE_LENGTH);
  };

  const why = (mark) =>
    mark?.why?.length
      ? fact(
          "why",
          treesim.el(
            "ul",
            { id: "details-why" },
            ...mark.why.map((each) => treesim.el("li", {}, ...treesim.rich(each))),
          ),
        )
      : [];

  const up = (spot) => {
    const parent = treesim.page.parentOf(spot.nodes[0]);
    return parent === null
      ? null
      : treesim.button("Parent element", () =>
          treesim.pin(
            { mark: null, nodes: [parent], label: `<${treesim.page.name(parent)}>` },
            "details",
          ),
        );
  };

  const actions = (spot) => [
    up(spot),
    treesim.canLabel() ? treesim.button("Label this…", () => treesim.openLabel(spot)) : null,
    treesim.config.live
      ? treesim.button("Make a key tree…", () => treesim.openKeyTree(spot))
      : null,
  ];

  const card = (spot, mark, place) =>
    treesim.el(
      "section",
      { id: "details", "aria-label": "Details", "aria-live": "polite", class: "card" },
      treesim.el(
        "div",
        { class: "card-head" },
        treesim.el(
          "h3",
          { id: "details-name" },
          treesim.cut(spot.label ?? mark?.role ?? "element", 80),
        ),
        mark ? treesim.el("span", { class: "role", id: "details-role" }, mark.role) : null,
        typeof mark?.confidence === "number"
          ? treesim.el("span", { id: "details-confidence" }, treesim.confidence(mark.confidence))
          : null,
        treesim.button("×", () => treesim.unpin(), {
          class: "icon",
          "aria-label": "Close details",
        }),
      ),
      treesim.el(
        "dl",
        { class: "facts" },
        ...fact(
          "value",
          treesim.el("span", { id: "details-value" }, valueOf(spot, mark)),
          treesim.button(
            "Copy",
            () =>
              treesim.copy(treesim.shown(mark?.value ?? treesim.page.text(spot.nodes[0])), "value"),
            { "aria-label": "Copy value", class: "small" },
          ),
        ),
        ...why(mark),
        ...copyable("XPath", "details-xpath", place?.xpath ?? mark?.xpath),
        ...copyable("CSS", "details-css", place && (place.css ?? selectorOf(place))),
      ),
      treesim.el("div", { class: "actions" }, ...actions(spot)),
    );

  const show = (spot, place = null) => {
    const mark = spot.mark === null ? null : treesim.state.view.marks[spot.mark];
    dock.replaceChildren(card(spot, mark, place));
  };

  /** Asks the server for the paths; the card is there meanwhile, and stays as it is if it fails. */
  const locate = async (spot) => {
    const turn = ++asked;
    if (!treesim.config.live || !spot.nodes.length) return;
    try {
      const place = await treesim.source.node(treesim.state.page, spot.nodes[0]);
      if (turn !== asked || treesim.state.pinned !== spot || !treesim.byId("details")) return;
      const focused = document.activeElement?.textContent;
      const inside = dock.contains(document.activeElement);
      show(spot, place);
      if (inside)
        [...dock.querySelectorAll("button")].find((it) => it.textContent === focused)?.focus();
    } catch (error) {
      treesim.fail(error);
    }
  };

  /** Pins a spot: marks it on the page and in the panel, scrolls to it, and shows its card. */
  treesim.pin = (spot, from) => {
    if (from !== "details") return_ = document.activeElement;
    treesim.state.pinned = spot;
    show(spot);
    treesim.emit("pin", spot, from);
    if (from === "keys") return_ = document.activeElement; // the row, if there is one
    if (from !== "page") treesim.page.reveal(spot.nodes);
    locate(spot);
    if (from === "details") dock.querySelector(".actions button")?.focus();
  };

  treesim.unpin = () => {
    const inside = dock.contains(document.activeElement);
    treesim.state.pinned = null;
    asked += 1;
    dock.replaceChildren();
    treesim.emit("pin", null);
    if (inside) (return_?.isConnected ? return_ : treesim.byId("panel-body")).focus();
  };

  /** Puts a form where the card was. */
  treesim.dock = (element) => {
    treesim.notice("");
    dock.replaceChildren(element);
  };

  /** Back from a form to the card of what is pinned. */
  treesim.undock = () => {
    treesim.page.flag("data-ts-found", []);
    if (!treesim.state.pinned) return treesim.unpin();
    show(treesim.state.pinned);
    dock.querySelector("button")?.focus();
    return locate(treesim.state.pinned);
  };
})();
