"use strict";
/**
 * One line for what went wrong and one for what was done; and a question before what cannot be
 * undone. Nothing fails silently.
 */
(() => {
  const PASSING_MS = 6000;

  const put = (id, message, ...more) => {
    const line = treesim.byId(id);
    line.hidden = !message;
    line.replaceChildren(
      ...(message ? [treesim.el("span", {}, ...treesim.rich(message))] : []),
      ...more,
    );
  };

  const dismiss = (id) =>
    treesim.button("×", () => put(id, ""), { class: "icon", "aria-label": "Dismiss" });

  /**
   * @param {Error|string} error
   * @param {Function} [again] what "Try again" does
   */
  treesim.fail = (error, again = null) => {
    const message = error instanceof Error ? error.message : String(error);
    const button = again
      ? treesim.button("Try again", () => {
          put("alert", "");
          again();
        })
      : null;
    put("alert", message, ...(button ? [button] : []), dismiss("alert"));
  };

  let timer = 0;

  /** What was done; where it can be seen anyway, as with a copy, it goes again by itself. */
  treesim.notice = (message, passing = false) => {
    clearTimeout(timer);
    put("notice", message, ...(message ? [dismiss("notice")] : []));
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
      const dialog = treesim.el(
        "dialog",
        {
          "aria-labelledby": "question",
          "aria-describedby": "consequence",
          onclose: () => {
            dialog.remove();
            resolve(dialog.returnValue === "yes");
          },
        },
        treesim.el("h2", { id: "question" }, question),
        treesim.el("p", { id: "consequence" }, consequence),
        treesim.el(
          "div",
          { class: "actions" },
          treesim.button(yes, close("yes"), { class: "primary" }),
          treesim.button(no, close("no"), { autofocus: true }),
        ),
      );
      document.body.append(dialog);
      dialog.showModal();
    });
})();
