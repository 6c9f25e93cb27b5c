"use strict";
/**
 * A template's outline as a tree to open and close.
 *
 * The rows are one flat list with levels, however deep the outline is; what is closed or filtered
 * out is hidden. Each node tells in words what its colour says.
 */
(() => {
  const { el } = treesim;
  const AT_FIRST = 120; // rows that are open at first, about
  const DEEPEST = 30; // levels that are indented
  let trees = 0;

  /** Children, levels, and what has something in it. */
  const structure = (nodes) => {
    const children = nodes.map(() => []);
    const level = [];
    nodes.forEach(({ parent }, place) => {
      level.push(parent < 0 ? 1 : level[parent] + 1);
      if (parent >= 0) children[parent].push(place);
    });
    return { children, level };
  };

  /** Which are open at first: level by level, as long as not too many rows show. */
  const openAtFirst = ({ children, level }) => {
    const counts = [];
    level.forEach((deep) => { counts[deep] = (counts[deep] ?? 0) + 1; });
    let deepest = 1;
    for (let rows = 1; deepest < counts.length; deepest += 1) {
      rows += counts[deepest + 1] ?? 0;
      if (rows > AT_FIRST && deepest > 2) break;
    }
    return level.map((deep, place) => children[place].length > 0 && deep < deepest);
  };

  const said = (node) => {
    if (node.kind === "text") return el("q", { class: "own" }, node.text);
    if (node.kind === "element") return el("code", {}, node.label);
    return el("span", { class: "data" }, el("b", { class: "chip-data" }, "data"), " as ", el("q", {}, node.example ?? ""));
  };

  const role = (node) =>
    node.role === "essential" ? "essential" : `optional, on ${treesim.percent(node.share)}`;

  const row = (node, place, { children, level }) => {
    const properties = {
      role: "treeitem", tabindex: "-1", class: `node ${node.role} is-${node.kind}`, "aria-level": level[place],
      "aria-expanded": children[place].length ? "false" : null, data: { place },
    };
    const made = el("div", properties,
      el("span", { class: "twist", "aria-hidden": "true" }),
      el("span", { class: "said" }, said(node)),
      node.repeats ? el("span", { class: "badge" }, "repeats") : null,
      el("span", { class: "role" }, role(node)));
    made.style.setProperty("--level", Math.min(level[place] - 1, DEEPEST));
    return made;
  };

  const matches = (node, text) =>
    [node.label, node.text, node.example].some((one) => one?.toLowerCase().includes(text));

  /** Which nodes are kept by the filters, with all that they stand in; all if there are none. */
  const kept = (nodes, dataOnly, text) => {
    if (!dataOnly && !text) return nodes.map(() => true);
    const keep = nodes.map((node) => (!dataOnly || node.kind === "data") && (!text || matches(node, text)));
    for (let place = nodes.length - 1; place > 0; place -= 1) {
      if (keep[place]) keep[nodes[place].parent] = true;
    }
    return keep;
  };

  const target = (at, key, { nodes, children, shown, open, toggle }) => {
    const parent = nodes[at].parent;
    const visible = shown();
    const place = visible.indexOf(at);
    switch (key) {
      case "ArrowDown": return visible[place + 1];
      case "ArrowUp": return visible[place - 1];
      case "Home": return visible[0];
      case "End": return visible[visible.length - 1];
      case "ArrowRight":
        if (!children[at].length) return undefined;
        return open[at] ? visible[place + 1] : toggle(at);
      case "ArrowLeft":
        if (open[at] && children[at].length) return toggle(at);
        return parent < 0 ? undefined : parent;
      default: return undefined;
    }
  };

  /** Makes the rows one stop of the Tab key, walked by arrows as trees are. */
  const walkable = (list, rows, tree) => {
    let stop = 0;
    rows[0].tabIndex = 0;
    const move = (to) => {
      rows[stop].tabIndex = -1;
      stop = to;
      rows[to].tabIndex = 0;
    };
    list.addEventListener("click", (event) => {
      const at = event.target.closest("[data-place]");
      if (!at) return;
      move(Number(at.dataset.place));
      at.focus();
      if (!String(getSelection())) tree.toggle(Number(at.dataset.place));
    });
    list.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") tree.toggle(stop);
      else if (/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) {
        const to = target(stop, event.key, tree);
        if (to !== undefined) { move(to); rows[to].focus(); }
      } else return;
      event.preventDefault();
    });
    return () => { if (rows[stop].hidden) move(tree.shown()[0] ?? 0); };
  };

  /** Rows of a tree with their state: what is open, what the filters keep. */
  const grown = (nodes, told) => {
    const parts = structure(nodes);
    const open = openAtFirst(parts);
    const rows = nodes.map((node, place) => row(node, place, parts));
    let keep = kept(nodes, false, "");
    let settle = () => {};

    const show = () => {
      const visible = [];
      nodes.forEach(({ parent }, place) => {
        visible[place] = keep[place] && (parent < 0 || (visible[parent] && open[parent]));
        rows[place].hidden = !visible[place];
        if (parts.children[place].length) rows[place].setAttribute("aria-expanded", String(open[place]));
      });
      settle();
      told(visible.filter(Boolean).length);
    };
    const tree = {
      nodes, open, ...parts, rows,
      shown: () => nodes.map((_, place) => place).filter((place) => !rows[place].hidden),
      toggle: (place) => { if (parts.children[place].length) { open[place] = !open[place]; show(); } },
      setAll: (to) => { open.fill(to); open[0] = true; show(); },
      filter: (dataOnly, text) => {
        keep = kept(nodes, dataOnly, text);
        if (dataOnly || text) keep.forEach((is, place) => { if (is) open[place] = true; });
        show();
      },
      attach: (list) => { settle = walkable(list, rows, tree); show(); },
    };
    return tree;
  };

  /** The outline of a template with its search and filter. */
  treesim.outline = (template, { pages, nodes }) => {
    trees += 1;
    const status = el("span", { class: "quiet", role: "status" });
    const tree = grown(nodes, (count) => {
      status.textContent = `${count.toLocaleString("en")} of ${treesim.plural(nodes.length, "node")} shown`;
    });
    const list = el("div", { role: "tree", class: "outline", "aria-label": `Outline of ${template.id}` }, ...tree.rows);
    const data = el("input", { type: "checkbox", onchange: () => filter() });
    const search = el("input", { type: "search", id: `outline-search-${trees}`, placeholder: "Find in the outline", autocomplete: "off", spellcheck: "false", "aria-label": `Find in the outline of ${template.id}`, oninput: () => filter() });
    const filter = () => tree.filter(data.checked, search.value.trim().toLowerCase());
    tree.attach(list);
    return el("div", { class: "outline-whole" },
      el("div", { class: "outline-bar" },
        search,
        el("label", { class: "check" }, data, "Data only"),
        treesim.button("Open all", () => tree.setAll(true), { class: "small" }),
        treesim.button("Close all", () => tree.setAll(false), { class: "small" }),
        status),
      el("p", { class: "quiet" }, `Made of ${treesim.plural(pages, "page")}. Essential parts are on nearly all of them.`),
      list);
  };
})();
