"use strict";
/**
 * One line for what went wrong and one for what was done; and a question before what cannot be
 * undone. Nothing fails silently.
 */
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

  /**
   * Asks in a dialog, which has the keys while it is open. Escape means no.
   * @param {{question: string, consequence: string, yes: string, no: string}} asked
   * @returns {Promise<boolean>}
   */
  treesim.ask = ({ question, consequence, yes, no }) =>
    new Promise((resolve) => {
      const close = (answer) => () => dialog.close(answer);
      const about = { "aria-labelledby": "question", "aria-describedby": "consequence" };
      const onclose = () => {
        dialog.remove();
        resolve(dialog.returnValue === "yes");
      };
      const dialog = el(
        "dialog",
        { ...about, onclose },
        el("h2#question", question),
        el("p#consequence", consequence),
        el(
          "div.actions",
          treesim.button(yes, close("yes"), { class: "primary" }),
          treesim.button(no, close("no"), { autofocus: true }),
        ),
      );
      document.body.append(dialog);
      dialog.showModal();
    });
})();
