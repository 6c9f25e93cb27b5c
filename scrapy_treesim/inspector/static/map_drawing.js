"use strict";
/** The map's small drawings: sketches of templates, circles, strips. */
(() => {
  const NAMES = "http://www.w3.org/2000/svg";
  const SKETCH = [240, 320]; // width and height, as the boxes are measured

  treesim.svg = (name, attributes = {}, ...children) => {
    const element = document.createElementNS(NAMES, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.append(...children);
    return element;
  };

  const rectangle = ([x, y, width, height, kind]) => {
    // Lines are drawn inside their boxes.
    const inset = ["data", "text"].includes(kind) ? 0 : 0.5;
    return treesim.svg("rect", {
      class: `sketch-${kind}`,
      x: x + inset,
      y: y + inset,
      width: Math.max(0.5, width - 2 * inset),
      height: Math.max(0.5, height - 2 * inset),
    });
  };

  /** A template as its outline says, whatever its pages look like. */
  treesim.sketch = (template) => {
    const [width, height] = SKETCH;
    const about = { class: "sketch", viewBox: `0 0 ${width} ${height}`, role: "img" };
    about["aria-label"] = `Sketch of ${template.id}, drawn from its outline`;
    if (template.wireframe.length) {
      return treesim.svg("svg", about, ...template.wireframe.map(rectangle));
    }
    const text = { x: width / 2, y: height / 2, "text-anchor": "middle" };
    return treesim.svg("svg", about, treesim.svg("text", text, "no outline"));
  };

  /** A circle whose area says how many pages there are, `most` being the largest. */
  treesim.circle = (pages, most) => {
    const radius = Math.max(1.5, 12 * Math.sqrt(pages / Math.max(1, most)));
    return treesim.svg(
      "svg",
      { class: "size", viewBox: "0 0 26 26", width: 26, height: 26, "aria-hidden": "true" },
      treesim.svg("circle", { cx: 13, cy: 13, r: radius.toFixed(2) }),
    );
  };

  /** A strip that the templates share as they share the pages of a site. */
  treesim.strip = (site) => {
    const all = Math.max(1, site.pages);
    let x = 0;
    const parts = site.templates.slice(0, 60).map((template) => {
      const width = (100 * template.pages) / all;
      const part = treesim.svg("rect", { x: x.toFixed(2), y: 0, width: Math.max(0.1, width - 0.8).toFixed(2), height: 6 });
      x += width;
      return part;
    });
    const about = { class: "strip", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" };
    return treesim.svg("svg", about, ...parts);
  };
})();
