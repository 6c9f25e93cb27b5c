"use strict";
/** The side panel: tabs of kinds, the summary, notes, and what was found as it is exported. */
(() => {
  const { el } = treesim;
  const SHOW = {
    tables: treesim.showTables,
    thread: treesim.showThread,
    article: treesim.showArticle,
    detail: treesim.showDetail,
    fields: treesim.showFields,
  };
  const body = treesim.byId("panel-body");
  const findings = treesim.byId("findings");
  let reach = () => {};

  /** What is shown of a view without findings. */
  treesim.nothing = { elements: [], reach: () => {} };

  const tab = (kind) => {
    const state = { "aria-controls": "panel-body", "aria-selected": "false", tabindex: "-1" };
    const onclick = () => treesim.show({ kind });
    return el(
      `button#tab-${kind}`,
      { type: "button", role: "tab", ...state, data: { kind }, onclick },
      treesim.kinds[kind].name,
      el(`span.count#count-${kind}`, { "aria-hidden": "true" }),
    );
  };

  /** Arrows go round the tabs and choose at once, as tabs usually do. */
  const walk = (event) => {
    const tabs = [...treesim.byId("tabs").children];
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    next.focus();
    next.click();
  };

  treesim.showTabs = () => {
    for (const each of treesim.byId("tabs").children) {
      const chosen = each.dataset.kind === treesim.state.kind;
      each.setAttribute("aria-selected", String(chosen));
      each.setAttribute("tabindex", chosen ? "0" : "-1");
      if (chosen) body.setAttribute("aria-labelledby", each.id);
    }
  };

  /** The number on any tab is that of findings: of items that a crawl makes of them. */
  treesim.showCount = ({ kind, count = 0 }) => {
    treesim.byId(`count-${kind}`).replaceChildren(count.toLocaleString("en"));
    treesim.byId(`tab-${kind}`).title = `${treesim.plural(count, "finding")}, each an item with TREESIM_EMIT = "all"`;
  };

  treesim.on("view", (view) => {
    const notes = treesim.byId("notes");
    body.dataset.kind = view.kind;
    treesim.byId("summary").textContent = view.summary ?? "";
    notes.hidden = !view.notes?.length;
    notes.replaceChildren(...treesim.lines(view.notes ?? []).children);
    const shown = SHOW[view.export.type]?.(view) ?? treesim.nothing;
    findings.replaceChildren(...shown.elements.filter(Boolean));
    reach = shown.reach;
    treesim.showCount(view);
  });

  /** What an element of the panel points at on the page, or null. */
  const spotOf = (target) => {
    const element = target.closest?.("[data-mark], [data-nodes]");
    if (!element || target.closest("button:not([data-nodes])")) return null;
    if (element.dataset.mark) return treesim.marks.spot(Number(element.dataset.mark));
    const nodes = element.dataset.nodes.split(",").filter(Boolean).map(Number);
    return { mark: null, nodes, label: element.dataset.label };
  };

  const hover = (event) => treesim.emit("hover", spotOf(event.target), "panel");

  /** The row or cell of a mark; of parts of a comment, the comment's. */
  const elementOf = (place) => {
    const mark = treesim.state.view.marks[place];
    const find = (it) => findings.querySelector(`[data-mark="${it}"]`);
    reach(mark, place);
    if (mark.role === "field")
      return findings.querySelector(`[data-field="${CSS.escape(mark.label)}"]`);
    const outer = ["comment", "record"]
      .map((role) => treesim.marks.cell(role, mark.group, mark.row, null))
      .filter((it) => it !== null);
    return [place, ...outer].map(find).find(Boolean) ?? null;
  };

  /** A row of what is under the pointer on the page; nothing scrolls and no more rows are made. */
  const point = (spot, from) => {
    findings.querySelector(".pointed")?.classList.remove("pointed");
    if (from !== "page" || spot.mark === null) return;
    findings.querySelector(`[data-mark="${spot.mark}"]`)?.classList.add("pointed");
  };

  const mark = (spot, from) => {
    for (const each of findings.querySelectorAll(".chosen")) {
      each.classList.remove("chosen");
      if (each.hasAttribute("aria-selected")) each.setAttribute("aria-selected", "false");
    }
    const element = spot && spot.mark !== null ? elementOf(spot.mark) : null;
    if (!element) return;
    element.classList.add("chosen");
    if (element.matches("[role=option], tr, td")) element.setAttribute("aria-selected", "true");
    if (from === "keys") treesim.stopAt(element);
    if (from !== "panel") element.scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  treesim.on("pin", mark);
  treesim.on("hover", point);
  findings.addEventListener("mouseover", hover);
  findings.addEventListener("focusin", hover);
  findings.addEventListener("mouseleave", () => treesim.emit("hover", null));
  findings.addEventListener("click", (event) => {
    const spot = spotOf(event.target);
    if (spot) treesim.pin(spot, "panel");
  });
  treesim.byId("tabs").append(...treesim.config.kinds.map(tab));
  treesim.byId("tabs").addEventListener("keydown", walk);
})();
