"use strict";
/**
 * The marks of a view on the page: which node bears which marks, and the attributes that paint.
 *
 * Nothing is wrapped or moved; the page's tree stays as it is, so numbers and layout hold.
 */
(() => {
  const { hostile } = treesim;
  const ORDER = Object.keys(treesim.roles); // later roles lie inside earlier ones

  const index = {
    byNode: new Map(),
    byCell: new Map(),
    roles: new Map(),
    findings: [],
    beside: new Set(),
  };
  let painted = [];

  const rank = (mark) => ORDER.indexOf(mark.role);

  const cellKey = (role, group, row, column) =>
    [role, group, row ?? null, column ?? null].join("/");

  /** node -> places of its marks, the innermost role last; and cells of tables. */
  const build = (view) => {
    index.byNode = new Map();
    index.byCell = new Map();
    index.roles = new Map();
    view.marks.forEach((mark, place) => {
      index.roles.set(mark.role, (index.roles.get(mark.role) ?? 0) + 1);
      index.byCell.set(cellKey(mark.role, mark.group, mark.row, mark.column), place);
      for (const node of mark.nodes) {
        if (!index.byNode.has(node)) index.byNode.set(node, []);
        index.byNode.get(node).push(place);
      }
    });
    for (const places of index.byNode.values()) {
      if (places.length > 1) places.sort((a, b) => rank(view.marks[a]) - rank(view.marks[b]) || b - a);
    }
    index.findings = findings(view);
    index.beside = treesim.besideMain(view);
  };

  /** The marks that one steps through, in the page's order. */
  const findings = (view) => {
    for (const roles of treesim.kinds[view.kind].main) {
      const places = [...view.marks.keys()].filter((place) =>
        roles.includes(view.marks[place].role),
      );
      if (places.length) {
        return places.sort((a, b) => (view.marks[a].nodes[0] ?? 0) - (view.marks[b].nodes[0] ?? 0));
      }
    }
    return [...view.marks.keys()];
  };

  const isBeside = (mark) => index.beside.has(mark.group);

  /** Whether neither its role is switched off nor that its group is secondary. */
  const isShown = (mark) => {
    const { hidden } = treesim.state;
    return !hidden.has(mark.role) && !(hidden.has("secondary") && isBeside(mark));
  };

  const clear = () => {
    for (const element of painted) {
      hostile.remove(element, "data-ts-muted");
      hostile.remove(element, "data-ts-role");
      hostile.remove(element, "data-ts-color");
    }
    painted = [];
  };

  /** Writes roles and colours onto the page, without the roles that are switched off. */
  const paint = () => {
    clear();
    const { view, hidden } = treesim.state;
    for (const [node, places] of view ? index.byNode : []) {
      const element = treesim.page.element(node);
      const shown = hidden.size ? places.filter((place) => isShown(view.marks[place])) : places;
      if (!element || !shown.length) continue;
      const roles = shown.map((place) => view.marks[place].role);
      hostile.set(element, "data-ts-role", [...new Set(roles)].join(" "));
      hostile.set(element, "data-ts-color", treesim.colorOf(view.marks[shown[shown.length - 1]]));
      if (index.beside.size && shown.every((place) => isBeside(view.marks[place])))
        hostile.set(element, "data-ts-muted", "");
      painted.push(element);
    }
  };

  /** The places of the marks on a node or on the nearest node around it, the innermost last. */
  const around = (node) => {
    const { view } = treesim.state;
    for (let at = node; at !== null && at !== undefined; at = treesim.page.parentOf(at)) {
      const places = (index.byNode.get(at) ?? []).filter((place) => isShown(view.marks[place]));
      if (places.length) return places;
    }
    return [];
  };

  /** What can be pointed at, from the place of a mark. */
  const spot = (place) => {
    const mark = treesim.state.view.marks[place];
    return { mark: place, nodes: mark.nodes, label: mark.label };
  };

  treesim.marks = {
    build,
    paint,
    around,
    spot,
    isShown,
    beside: () => index.beside,
    roles: () => index.roles,
    findings: () => index.findings,
    /** The place of the record that a cell lies in; null for what is no cell. */
    recordOf: ({ role, group, row }) =>
      role === "column" ? (index.byCell.get(cellKey("record", group, row, null)) ?? null) : null,
    cell: (role, group, row, column) => index.byCell.get(cellKey(role, group, row, column)) ?? null,

    /**
     * What a click on a node means: the innermost mark around it, else the element itself. Where an
     * element has several marks, the next click means the next one.
     */
    at(node) {
      const places = around(node);
      const pinned = places.indexOf(treesim.state.pinned?.mark ?? -1);
      if (places.length) return spot(places[(pinned > 0 ? pinned : places.length) - 1]);
      return { mark: null, nodes: [node], label: `<${treesim.page.name(node)}>` };
    },
  };

  treesim.on("roles", paint);
  treesim.on("hover", (it) => treesim.page.flag("data-ts-hover", it?.nodes ?? []));
  treesim.on("pin", (it) => treesim.page.flag("data-ts-pin", it?.nodes ?? []));
})();
