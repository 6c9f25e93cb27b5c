"use strict";
/**
 * What is shown now, and the few events by which the parts of the inspector hear of one another:
 * `frame` (a page stands in the frame), `settled` (its pictures and styles came too), `view` (its
 * findings are there), `hover` and `pin` (a spot or null), `roles` (which roles are shown has
 * changed).
 *
 * A spot is what can be pointed at: `{mark, nodes, label}`, mark the place in view.marks or null.
 */
(() => {
  const listeners = new Map();
  const OF_TEMPLATE = ["optional", "essential"];

  /** What a script element of JSON holds. */
  treesim.embedded = (id) => JSON.parse(treesim.byId(id).textContent);

  treesim.config = treesim.embedded("treesim-config");

  /**
   * By kind of findings: the name of its tab, the kind of page that is opened there, and the roles
   * of its main marks, those that `n` and `p` go through; of several groups the first that has any.
   */
  treesim.kinds = {
    records: { name: "Records", page: "list", main: [["record"]] },
    article: { name: "Article", page: "article", main: [["headline", "kept"]] },
    detail: { name: "Detail", page: "detail", main: [["value"]] },
    comments: { name: "Comments", page: "thread", main: [["comment"]] },
    template: { name: "Template", main: [["field", "data"], OF_TEMPLATE] },
  };

  treesim.state = {
    page: treesim.config.page,
    kind: treesim.config.kinds[0],
    choices: {}, // kind -> {name: value}, those that the user changed
    resources: false,
    view: null,
    pinned: null,
    hidden: new Set(), // roles that are not shown on the page
  };

  treesim.on = (event, listener) => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  };

  treesim.emit = (event, ...details) => {
    for (const listener of listeners.get(event) ?? []) listener(...details);
  };

  /** Whether pages can be labelled here: a live inspector with a file of templates. */
  treesim.canLabel = () => Boolean(treesim.config.live && treesim.config.templates);

  /** Tells tests, and nobody else, whether the marks are on the page and listen. */
  treesim.ready = (is) => {
    document.documentElement.dataset.treesimReady = is ? "1" : "0";
    document.documentElement.classList.toggle("loading", !is);
  };
})();
