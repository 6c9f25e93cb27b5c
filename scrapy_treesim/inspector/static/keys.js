"use strict";
/** Keys that work wherever the focus is, on the page too, but not where one types. */
(() => {
  const dialog = treesim.byId("keys-dialog");
  const HELP = [
    ["n or j", "next finding"],
    ["p or k", "previous finding"],
    ["Enter", "show it on the page and pin its details"],
    ["↑ ↓ ← →", "through rows and cells, or tabs"],
    ["Escape", "close a form, the details, a search"],
    ["/", "find a value"],
    ["?", "these keys"],
  ];

  /** The next or previous of the page's findings, from the one that is pinned. */
  const step = (by) => {
    const places = treesim.marks.findings();
    if (!places.length) return;
    const pinned = treesim.state.pinned?.mark ?? null;
    const at = pinned === null ? -1 : places.indexOf(pinned);
    const next =
      at < 0 ? (by > 0 ? 0 : places.length - 1) : (at + by + places.length) % places.length;
    treesim.pin(treesim.marks.spot(places[next]), "keys");
  };

  const escape = () => {
    treesim.emit("escape");
    if (treesim.byId("label-form") || treesim.byId("keytree-form")) treesim.undock();
    else if (treesim.state.pinned) treesim.unpin();
    else treesim.closeFind();
  };

  const KEYS = {
    n: () => step(1),
    j: () => step(1),
    p: () => step(-1),
    k: () => step(-1),
    "/": () => treesim.config.live && treesim.byId("find-text").focus(),
    "?": () => dialog.showModal(),
    Escape: escape,
  };

  const types = (target) =>
    target?.ownerDocument === document &&
    target.matches("input:not([type=checkbox], [type=range]), select, textarea");

  const press = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (!Object.hasOwn(KEYS, event.key) || (types(event.target) && event.key !== "Escape")) return;
    if (!treesim.state.view) return;
    event.preventDefault();
    KEYS[event.key]();
  };

  const shown = (key) =>
    key.split(" ").map((part) => (part === "or" ? " or " : treesim.el("kbd", part)));
  const help = treesim.pairs(HELP.map(([key, does]) => [shown(key), does]));
  treesim.byId("keys-list").append(...help);
  treesim.byId("keys-button").addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", press);
  treesim.on("key", press);
})();
