"use strict";
/**
 * The inert page in its frame: which element has which number, and what the pointer is on.
 *
 * The frame is sandboxed without scripts; what listens in it are functions of this document.
 * Numbers are looked up once for the whole page, so that a mark costs one look into a Map.
 *
 * Its scripts do not run, but its markup can still stand in the way: `<img name="body">` replaces
 * `document.body`, `<input name="getAttribute">` a form's method. So everything goes through the
 * prototypes.
 */
(() => {
  const getter = (prototype, name) => {
    const read = Object.getOwnPropertyDescriptor(prototype, name).get;
    return (of) => read.call(of);
  };
  const method =
    (prototype, name) =>
    (of, ...values) =>
      prototype[name].call(of, ...values);

  const hostile = {
    readyState: getter(Document.prototype, "readyState"),
    address: getter(Document.prototype, "URL"),
    parent: getter(Node.prototype, "parentElement"),
    text: getter(Node.prototype, "textContent"),
    name: getter(Element.prototype, "localName"),
    all: method(Document.prototype, "querySelectorAll"),
    listen: method(EventTarget.prototype, "addEventListener"),
    get: method(Element.prototype, "getAttribute"),
    set: method(Element.prototype, "setAttribute"),
    remove: method(Element.prototype, "removeAttribute"),
    closest: method(Element.prototype, "closest"),
    rect: method(Element.prototype, "getBoundingClientRect"),
    scrollTo: method(Element.prototype, "scrollIntoView"),
    /** Style sheets after all of the document's own, which no policy of the page can forbid. */
    adopt: (of, sheets) => {
      const { set } = Object.getOwnPropertyDescriptor(Document.prototype, "adoptedStyleSheets");
      set.call(of, sheets);
    },
  };
  treesim.hostile = hostile;

  const NODE = "data-treesim-node";
  const STEP_MS = 15;
  const PATIENCE_MS = 30000;

  const frame = treesim.byId("page-frame");
  const page = { document: null, elements: new Map() };

  /** The frame's document if it is a new one that has been parsed, else null. */
  const arrived = (before) => {
    const found = frame.contentDocument;
    if (!found || found === before || hostile.readyState(found) === "loading") return null;
    return hostile.address(found) === "about:blank" ? null : found;
  };

  /** Waits for the document, but not for its pictures, which may take long or never come. */
  const parsed = (before) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      let over = false; // a server that is gone ends in a page of the browser's own, nobody's to read
      frame.addEventListener("load", () => (over = true), { once: true });
      const look = () => {
        const found = arrived(before);
        if (found) resolve(found);
        else if ((over && !frame.contentDocument) || performance.now() - started > PATIENCE_MS) {
          reject(
            new treesim.Lost("The page did not come. Is `scrapy treesim inspect` still running?"),
          );
        } else setTimeout(look, STEP_MS);
      };
      look();
    });

  const number = (document) => {
    const elements = new Map();
    for (const element of hostile.all(document, `[${NODE}]`)) {
      const node = Number(hostile.get(element, NODE));
      if (!elements.has(node)) elements.set(node, element);
    }
    return elements;
  };

  /** Our style sheet goes last: adopted sheets come after all of the document's own. */
  const paint = (document, bare) => {
    const sheet = new frame.contentWindow.CSSStyleSheet();
    sheet.replaceSync(treesim.paintRules(bare));
    hostile.adopt(document, [sheet]);
  };

  /** The number of the innermost numbered element around a node of the page, or null. */
  const nodeOf = (target) => {
    const element = target?.nodeType === 1 ? hostile.closest(target, `[${NODE}]`) : null;
    return element ? Number(hostile.get(element, NODE)) : null;
  };

  const parentOf = (node) => {
    const element = page.elements.get(node);
    return element ? nodeOf(hostile.parent(element)) : null;
  };

  const listen = (document) => {
    const on = (event, listener, options) => hostile.listen(document, event, listener, options);
    let waiting = null;
    on("mousemove", (event) => {
      if (!waiting)
        requestAnimationFrame(() => {
          treesim.emit("point", ...waiting);
          waiting = null;
        });
      waiting = [nodeOf(event.target), event.clientX, event.clientY];
    });
    on("mouseleave", () => treesim.emit("point", null, 0, 0));
    on(
      "click",
      (event) => {
        event.preventDefault();
        treesim.emit("choose", nodeOf(event.target));
      },
      true,
    );
    for (const event of ["auxclick", "submit", "dragstart"])
      on(event, (it) => it.preventDefault(), true);
    on("scroll", () => treesim.emit("scroll"), { capture: true, passive: true });
    on("keydown", (event) => treesim.emit("key", event));
  };

  /** Puts a page into the frame; resolves when it can be marked. */
  treesim.loadFrame = async (number_, resources) => {
    const before = frame.contentDocument;
    page.elements = new Map();
    treesim.source.place(frame, number_, resources);
    const document = await parsed(before);
    page.document = document;
    page.elements = number(document);
    if (!page.elements.size) throw new Error("The inspector's server could not show the page.");
    paint(document, !resources);
    listen(document);
    treesim.emit("frame");
  };

  frame.addEventListener("load", () => {
    treesim.emit("settled");
    treesim.emit("scroll");
  });

  treesim.page = {
    frame,
    parentOf,
    element: (node) => page.elements.get(node),
    elementsOf: (nodes) => nodes.map((node) => page.elements.get(node)).filter(Boolean),
    text: (node) => {
      const element = page.elements.get(node);
      return element ? hostile.text(element).replace(/\s+/g, " ").trim() : "";
    },
    name: (node) => {
      const element = page.elements.get(node);
      return element ? hostile.name(element) : "";
    },

    /** Sets an attribute on these nodes and on no others that had it by this name. */
    flag(name, nodes) {
      if (!page.document) return;
      for (const element of hostile.all(page.document, `[${name}]`)) hostile.remove(element, name);
      for (const element of this.elementsOf(nodes)) hostile.set(element, name, "");
    },

    /** Whether any of these nodes is in sight. */
    sees(nodes) {
      const { clientWidth, clientHeight } = frame;
      return this.elementsOf(nodes).some((element) => {
        const { top, bottom, left, right, height } = hostile.rect(element);
        return bottom > 0 && top < clientHeight && right > 0 && left < clientWidth && height > 0;
      });
    },

    /** Scrolls the page so that the first of these nodes with a place on it is in sight. */
    reveal(nodes, atOnce = false) {
      const still = atOnce || matchMedia("(prefers-reduced-motion: reduce)").matches;
      const behavior = still ? "auto" : "smooth";
      const element = this.elementsOf(nodes)[0];
      if (element) hostile.scrollTo(element, { block: "center", inline: "nearest", behavior });
    },
  };
})();
