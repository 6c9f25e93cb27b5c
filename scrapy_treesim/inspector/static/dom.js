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
   * An element. Of `properties`, functions named `on…` are listeners, `data` is a dataset, true and
   * false set or leave out an attribute, null leaves it out, all else is an attribute.
   * @param {string} name tag name
   * @param {Object<string, *>} [properties]
   * @param {...(Node|string|null)} children
   */
  treesim.el = (name, properties = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (key === "data") Object.assign(element.dataset, value);
      else element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  };

  treesim.byId = (id) => document.getElementById(id);

  /** Text with what stands between backticks as code. */
  treesim.rich = (text) =>
    String(text)
      .split("`")
      .map((part, place) => (place % 2 ? treesim.el("code", {}, part) : part));

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
    if (typeof value !== "number" || Number.isNaN(value)) {
      return treesim.el("span", { class: "confidence none" }, "no confidence given");
    }
    const share = Math.min(1, Math.max(0, value));
    const fill = treesim.el("span", { class: "fill" });
    fill.style.width = `${share * 100}%`;
    return treesim.el(
      "span",
      { class: "confidence" },
      treesim.el("span", { class: "bar", "aria-hidden": "true" }, fill),
      treesim.percent(share),
    );
  };

  /** 0.9876 as "98.8%": one digit, and never a 100% that is none. */
  treesim.percent = (share) => {
    const rounded = Math.round(share * 1000) / 10;
    return `${rounded === 100 && share < 1 ? 99.9 : rounded}%`;
  };

  /** The dataset of what stands for a mark; a page with too much on it has things without one. */
  treesim.marked = (place) => (Number.isInteger(place) && place >= 0 ? { mark: place } : {});

  treesim.button = (text, click, properties = {}) =>
    treesim.el("button", { type: "button", onclick: click, ...properties }, text);
})();
