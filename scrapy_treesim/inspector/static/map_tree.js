"use strict";
/** How alike the templates of a site are: a tree whose branches join where they are that far apart. */
(() => {
  const { el, svg } = treesim;
  const ROW = 34; // height of a leaf, in pixels, as in the style sheet
  const TICKS = [1, 0.75, 0.5, 0.25, 0];
  const percent = (share) => `${Math.round(share * 100)}%`;

  /** Where each cluster's line begins: `y` in pixels, `x` in [0, 100] with 100 at the leaves. */
  const places = ({ merges, order }) => {
    const spots = [];
    order.forEach((leaf, row) => { spots[leaf] = { x: 100, y: (row + 0.5) * ROW }; });
    merges.forEach(([one, other, height], number) => {
      spots[order.length + number] = { x: 100 * (1 - height), y: (spots[one].y + spots[other].y) / 2 };
    });
    return spots;
  };

  const branches = (tree) => {
    const spots = places(tree);
    const lines = tree.merges.map(([one, other, height], number) => {
      const at = spots[tree.order.length + number];
      const path = `M${spots[one].x} ${spots[one].y}H${at.x}V${spots[other].y}H${spots[other].x}`;
      return svg("path", { d: path }, svg("title", {}, `${percent(height)} apart`));
    });
    const root = spots[spots.length - 1];
    return [...lines, svg("path", { d: `M${root.x} ${root.y}H0` })];
  };

  const drawing = (tree) => {
    const height = tree.order.length * ROW;
    const grid = TICKS.map((tick) =>
      svg("line", { class: "grid", x1: 100 * (1 - tick), x2: 100 * (1 - tick), y1: 0, y2: height }),
    );
    const about = { viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none", height, "aria-hidden": "true" };
    return svg("svg", { class: "branches", ...about }, ...grid, ...branches(tree));
  };

  const axis = () =>
    el("div", { class: "axis", "aria-hidden": "true" }, ...TICKS.map((tick) => {
      const mark = el("span", {}, percent(tick));
      mark.style.left = `${100 * (1 - tick)}%`;
      return mark;
    }));

  /** An id of which the site is cut where there is no room, and never the number. */
  const idParts = (id) => {
    const at = id.lastIndexOf("/");
    return [el("span", { class: "id-site" }, id.slice(0, at)), el("span", {}, id.slice(at))];
  };

  const leaf = (template, most, show) =>
    el("li", {},
      treesim.circle(template.pages, most),
      el("a", {
        href: `#${treesim.cardId(template)}`, title: template.id,
        onclick: (event) => { event.preventDefault(); show(template); },
      }, ...idParts(template.id)),
      el("span", { class: "leaf-address quiet", title: template.medoid }, treesim.shortAddress(template.medoid)),
      el("span", { class: "leaf-pages" }, treesim.plural(template.pages, "page")),
    );

  /** The tree once more as lists in lists, the cluster of all first. */
  const inWords = (site) => {
    const { merges, order } = site.tree;
    const top = el("ul", {});
    const left = [[order.length + merges.length - 1, top]];
    while (left.length) {
      const [cluster, list] = left.pop();
      if (cluster < order.length) {
        const template = site.templates[cluster];
        list.append(el("li", {}, `${template.id}, ${treesim.plural(template.pages, "page")}`));
        continue;
      }
      const [one, other, height] = merges[cluster - order.length];
      const inside = el("ul", {});
      list.append(el("li", {}, `${percent(height)} apart:`, inside));
      left.push([other, inside], [one, inside]);
    }
    return el("details", { class: "words" }, el("summary", {}, "The tree in words"),
      el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "The tree in words" }, top));
  };

  /**
   * The figure of a site's tree; null where there is nothing to compare.
   * @param {function(Object)} show called with the template whose leaf was chosen
   */
  treesim.clusterTree = (site, show) => {
    if (site.tree.order.length < 2) return null;
    const shown = site.tree.order.map((place) => site.templates[place]);
    const most = Math.max(...shown.map((template) => template.pages));
    return el("figure", { class: "tree" },
      el("figcaption", {},
        "Branches join where templates are that far apart: 0% have all parts in common, 100% none. ",
        "The area of a circle says how many pages there are."),
      el("div", { class: "tree-drawing" },
        el("div", { class: "tree-left" }, axis(), drawing(site.tree)),
        el("ul", { class: "leaves", "aria-label": "Templates in the order of the tree" },
          ...shown.map((template) => leaf(template, most, show)))),
      inWords(site));
  };
})();
