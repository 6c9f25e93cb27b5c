"use strict";
/** The card of what is pinned: name, how sure, why, value, where it stands, and what to do with it. */
(() => {
  const { el } = treesim;
  const VALUE_LENGTH = 2000;
  const dock = treesim.byId("dock");
  let asked = 0;
  let return_ = null; // what had the focus before, to give it back

  const copyButton = (text, name) => {
    const about = { "aria-label": `Copy ${name}`, class: "small" };
    return treesim.button("Copy", () => treesim.copy(text, name), about);
  };

  const copyable = (name, id, text) =>
    text ? [name, el(`code#${id}`, text), copyButton(text, name)] : null;

  /** The element by its id or classes, or nothing where it has neither. */
  const selectorOf = ({ tag, id, classes = [] }) => {
    if (id) return `${tag}#${CSS.escape(id)}`;
    return classes.length
      ? `${tag}${classes.map((name) => `.${CSS.escape(name)}`).join("")}`
      : null;
  };

  const up = (spot) => {
    const parent = treesim.page.parentOf(spot.nodes[0]);
    if (parent === null) return null;
    const above = { mark: null, nodes: [parent], label: `<${treesim.page.name(parent)}>` };
    return treesim.button("Parent element", () => treesim.pin(above, "details"));
  };

  const actions = (spot) => [
    up(spot),
    treesim.canLabel() ? treesim.button("Label this…", () => treesim.openLabel(spot)) : null,
    treesim.config.live
      ? treesim.button("Make a key tree…", () => treesim.openKeyTree(spot))
      : null,
  ];

  const card = (spot, mark, place) => {
    const value = treesim.shown(mark?.value ?? treesim.page.text(spot.nodes[0]));
    const why = mark?.why ?? [];
    return el(
      "section.card#details",
      { "aria-label": "Details", "aria-live": "polite" },
      el(
        "div.card-head",
        el("h3#details-name", treesim.cut(spot.label ?? mark?.role ?? "element", 80)),
        mark ? el("span.role#details-role", mark.role) : null,
        typeof mark?.confidence === "number"
          ? el("span#details-confidence", treesim.confidence(mark.confidence))
          : null,
        treesim.button("×", treesim.unpin, { class: "icon", "aria-label": "Close details" }),
      ),
      treesim.facts([
        [
          "value",
          el("span#details-value", treesim.cut(value, VALUE_LENGTH)),
          copyButton(value, "value"),
        ],
        why.length ? ["why", treesim.lines(why, { id: "details-why" })] : null,
        copyable("XPath", "details-xpath", place?.xpath ?? mark?.xpath),
        copyable("CSS", "details-css", place && selectorOf(place)),
      ]),
      el("div.actions", actions(spot)),
    );
  };

  const show = (spot, place = null) => {
    const mark = spot.mark === null ? null : treesim.state.view.marks[spot.mark];
    dock.replaceChildren(card(spot, mark, place));
  };

  /** Asks the server for the paths; the card is there meanwhile, and stays as it is if it fails. */
  const locate = async (spot) => {
    const turn = ++asked;
    if (!treesim.config.live || !spot.nodes.length) return;
    await treesim.attempt(async () => {
      const place = await treesim.source.node(treesim.state.page, spot.nodes[0]);
      if (turn !== asked || treesim.state.pinned !== spot || !treesim.byId("details")) return;
      const focused = document.activeElement?.textContent;
      const inside = dock.contains(document.activeElement);
      show(spot, place);
      if (inside)
        [...dock.querySelectorAll("button")].find((it) => it.textContent === focused)?.focus();
    });
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

  /** A form by the name that its parts' ids begin with. */
  treesim.form = (name, title, submit, ...children) => {
    const onsubmit = (event) => {
      event.preventDefault();
      submit();
    };
    const head = el("div.card-head", el("h3", title));
    return el(`form.card#${name}-form`, { "aria-label": title, onsubmit }, head, ...children);
  };

  /** A box for a text, with the label before it. */
  treesim.input = (id, label, properties) => [
    el("label", { for: id }, label),
    el(`input#${id}`, { required: true, autocomplete: "off", spellcheck: "false", ...properties }),
  ];

  /** Shows what a form has saved, and tells it: what is pinned before a new view is there goes. */
  treesim.formSaved = async (message, wanted) => {
    treesim.page.flag("data-ts-found", []);
    treesim.unpin();
    treesim.source.forget();
    await treesim.show(wanted);
    treesim.notice(message);
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
