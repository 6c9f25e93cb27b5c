"use strict";
/**
 * The global object that all files of the inspector add to, and how they make elements.
 *
 * Values come from pages that may be hostile, so text gets into the inspector's own document in one
 * way only: as text nodes. No file uses innerHTML or sets an address that a page chose.
 */
window.treesim = {};

(() => {
  /**
   * An element: `el("p.quiet", "text")`, `el("input#name", { type: "text" })`. Of the properties,
   * which may be left out, functions named `on…` are listeners, `data` is a dataset, true and false
   * set or leave out an attribute, null leaves it out, all else is an attribute. Of the children,
   * which may come in arrays, those that are null are left out.
   * @param {string} selector tag name, with an id and classes
   */
  treesim.el = (selector, ...rest) => {
    const [name, ...marks] = selector.split(/(?=[.#])/);
    const element = document.createElement(name);
    for (const mark of marks) {
      if (mark[0] === "#") element.id = mark.slice(1);
      else element.classList.add(mark.slice(1));
    }
    const hasProperties = rest[0] && Object.getPrototypeOf(rest[0]) === Object.prototype;
    for (const [key, value] of Object.entries(hasProperties ? rest.shift() : {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (key === "data") Object.assign(element.dataset, value);
      else element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...rest.flat().filter((child) => child !== null && child !== undefined));
    return element;
  };

  const { el } = treesim;

  treesim.byId = (id) => document.getElementById(id);

  /** Text with what stands between backticks as code. */
  treesim.rich = (text) =>
    String(text)
      .split("`")
      .map((part, place) => (place % 2 ? el("code", part) : part));

  /** At most `length` characters of a text, for places that cannot show more. */
  treesim.cut = (text, length) => {
    const whole = String(text ?? "");
    return whole.length > length ? `${whole.slice(0, length - 1)}…` : whole;
  };

  /** What is shown of a value of any kind, on one line or more. */
  treesim.shown = (value) => {
    if (value === null || value === undefined) return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };

  treesim.plural = (count, one, many = `${one}s`) =>
    `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

  /** A confidence in [0, 1] as a bar and a number, or the words that there is none. */
  treesim.confidence = (value) => {
    if (typeof value !== "number") return el("span.confidence.none", "no confidence given");
    const share = Math.min(1, Math.max(0, value));
    const fill = el("span.fill");
    fill.style.width = `${share * 100}%`;
    const bar = el("span.bar", { "aria-hidden": "true" }, fill);
    return el("span.confidence", bar, treesim.percent(share));
  };

  /** 0.9876 as "98.8%": one digit, and never a 100% that is none. */
  treesim.percent = (share) => {
    const rounded = Math.round(share * 1000) / 10;
    return `${rounded === 100 && share < 1 ? 99.9 : rounded}%`;
  };

  /** The dataset of what stands for a mark; a page with too much on it has things without one. */
  treesim.marked = (place) => (Number.isInteger(place) && place >= 0 ? { mark: place } : {});

  /** A button; `properties` may have a `class`. */
  treesim.button = (text, click, properties = {}) =>
    el("button", { type: "button", onclick: click, ...properties }, text);

  /** Names and what is said of each, given as `[name, ...children]`; null is left out. */
  treesim.pairs = (all) =>
    all.filter(Boolean).flatMap(([name, ...said]) => [el("dt", name), el("dd", ...said)]);

  treesim.facts = (all, properties = {}) => el("dl.facts", properties, treesim.pairs(all));

  /** Lines of text, with code in them, as a list. */
  treesim.lines = (lines, properties = {}) =>
    el("ul", properties, lines.map((line) => el("li", ...treesim.rich(line))));

  treesim.tableHead = (...names) =>
    el("thead", el("tr", names.map((name) => el("th", { scope: "col" }, name))));

  /** Does something, and tells what went wrong with it. */
  treesim.attempt = async (action) => {
    try {
      return await action();
    } catch (error) {
      return treesim.fail(error);
    }
  };
})();
