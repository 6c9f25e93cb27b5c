"use strict";
/** The map's data: in a report they are in the page, else the inspector is asked. */
(() => {
  const json = (id) => {
    const element = treesim.byId(id);
    return element ? JSON.parse(element.textContent) : null;
  };
  const outlines = new Map(); // id -> promise of an outline

  treesim.config = json("treesim-config");
  const embedded = json("treesim-map");

  const ask = async (address) => {
    let answer;
    try {
      answer = await fetch(address, { credentials: "same-origin" });
    } catch {
      throw new Error("The inspector does not answer: it may have been stopped.");
    }
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(said.error ?? `The inspector answered ${answer.status}.`);
    return said;
  };

  /** A promise of the whole map but for the outlines. */
  treesim.loadMap = () => (embedded ? Promise.resolve(embedded) : ask("/api/templates"));

  const loadOutline = (id) => {
    if (!embedded) return ask(`/api/outline?template=${encodeURIComponent(id)}`);
    if (Object.hasOwn(embedded.outlines ?? {}, id)) return Promise.resolve(embedded.outlines[id]);
    return Promise.reject(
      new Error("This file had no room for the outline: scrapy treesim inspect shows it."),
    );
  };

  /** A promise of a template's outline; what failed is asked anew the next time. */
  treesim.loadOutline = (id) => {
    if (!outlines.has(id)) {
      const loading = loadOutline(id);
      loading.catch(() => outlines.delete(id));
      outlines.set(id, loading);
    }
    return outlines.get(id);
  };

  treesim.alert = (text) => {
    const place = treesim.byId("alert");
    place.textContent = text ?? "";
    place.hidden = !text;
  };
})();
