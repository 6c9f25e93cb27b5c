"use strict";
/** One line for what went wrong and one for what was done. Nothing fails silently. */
(() => {
  const { el } = treesim;
  const PASSING_MS = 6000;

  const put = (id, message, ...more) => {
    const line = treesim.byId(id);
    line.hidden = !message;
    line.replaceChildren();
    if (message) line.append(el("span", ...treesim.rich(message)), ...more, dismiss(id));
  };

  const dismiss = (id) =>
    treesim.button("×", () => put(id, ""), { class: "icon", "aria-label": "Dismiss" });

  /**
   * @param {Error|string} error
   * @param {Function} [again] what "Try again" does
   */
  treesim.fail = (error, again = null) => {
    const message = error instanceof Error ? error.message : String(error);
    const retry = () => {
      put("alert", "");
      again();
    };
    put("alert", message, ...(again ? [treesim.button("Try again", retry)] : []));
  };

  let timer = 0;

  /** What was done; where it can be seen anyway, as with a copy, it goes again by itself. */
  treesim.notice = (message, passing = false) => {
    clearTimeout(timer);
    put("notice", message);
    if (passing) timer = setTimeout(() => put("notice", ""), PASSING_MS);
  };

  treesim.clearAlert = () => put("alert", "");
})();
