"use strict";
/**
 * Where views, pages and answers come from: the server by fetch, or what a static report embeds.
 * The rest of the inspector does not know which of the two it is.
 */
(() => {
  const LOST = "The inspector's server does not answer. Is `scrapy treesim inspect` still running?";
  const MOST_KEPT = 40;

  /** An error the server was lost by, so that the user is offered another try. */
  class Lost extends Error {}

  const answer = async (address, options = {}) => {
    let response;
    try {
      response = await fetch(address, { cache: "no-store", ...options });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Lost(LOST);
    }
    const body = await response.json().catch(() => null);
    if (response.ok && body !== null) return body;
    throw new Error(body?.error ?? `The inspector's server answered ${response.status}.`);
  };

  const get = (path, query, signal) => answer(`${path}?${new URLSearchParams(query)}`, { signal });

  /** The server. Views are kept, so that going back and forth between kinds costs nothing. */
  const live = () => {
    const kept = new Map();
    return {
      async view(page, kind, choices, signal) {
        const query = { page, kind, ...choices };
        const key = JSON.stringify(query);
        if (!kept.has(key)) {
          const view = await get("/api/view", query, signal);
          if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
          kept.set(key, view);
        }
        return kept.get(key);
      },
      forget: () => kept.clear(),
      place(frame, page, resources) {
        frame.src = `/page/${page}?resources=${resources ? 1 : 0}`;
      },
      kind: (page) => get("/api/kind", { page }),
      node: (page, node) => get("/api/node", { page, node }),
      post: (path, body) =>
        answer(path, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Treesim-Token": treesim.config.token },
          body: JSON.stringify(body),
        }),
    };
  };

  /** A static report: everything is in the document, nothing can be asked. */
  const report = () => {
    const views = treesim.embedded("treesim-views");
    const kinds = treesim.embedded("treesim-kinds");
    const frames = treesim.embedded("treesim-frames");
    const none = async () => {
      throw new Error(
        "A static report cannot do that; open the page with `scrapy treesim inspect`.",
      );
    };
    return {
      async view(page, kind) {
        const view = views[page]?.[kind];
        if (!view) throw new Error(`The report holds no ${kind} of this page.`);
        return view;
      },
      forget: () => {},
      place(frame, page) {
        frame.srcdoc = frames[page] ?? "";
      },
      async kind(page) {
        return kinds[page] ?? none();
      },
      node: none,
      post: none,
    };
  };

  treesim.Lost = Lost;
  treesim.source = treesim.config.live ? live() : report();
})();
