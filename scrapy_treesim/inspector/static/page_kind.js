"use strict";
/** What the page is: its kind in the header, and on demand how likely each kind is and why. */
(() => {
  const { el } = treesim;
  const box = treesim.byId("page-kind");
  const summary = box.querySelector("summary");
  let shown = null; // the page whose kind stands there

  const reason = ({ phrase, change }) => {
    const sign = change > 0 ? "for +" : "against −";
    return el("li", el("span.effect", `${sign}${Math.abs(change).toFixed(2)}`), ` ${phrase}`);
  };

  const said = ({ probabilities }) =>
    [...probabilities]
      .sort((a, b) => b.probability - a.probability)
      .map(({ kind, probability }) => `${kind} ${treesim.percent(probability)}`)
      .join(", ");

  const fill = (found) => {
    const { probability } = found.probabilities.find((it) => it.kind === found.kind);
    treesim.byId("page-kind-name").textContent = found.kind;
    treesim.byId("page-kind-sure").textContent = treesim.percent(probability);
    summary.title = said(found);
    const likely = found.probabilities.map((it) => [it.kind, treesim.confidence(it.probability)]);
    treesim.byId("page-kind-likely").replaceChildren(...treesim.pairs(likely));
    treesim.byId("page-kind-why").replaceChildren(...found.effects.map(reason));
    treesim.byId("page-kind-reasons").hidden = !found.effects.length;
    box.hidden = false;
  };

  /** The view is there first: what it was found by need not be found twice. */
  treesim.on("view", async () => {
    const { page } = treesim.state;
    if (page === shown) return;
    shown = page;
    box.hidden = true;
    box.open = false;
    try {
      const found = await treesim.source.kind(page);
      if (page === treesim.state.page) fill(found);
    } catch (error) {
      shown = null;
      treesim.fail(error);
    }
  });

  const close = () => {
    if (!box.open) return;
    if (box.contains(document.activeElement)) summary.focus();
    box.open = false;
  };

  treesim.on("escape", close);
  treesim.on("choose", close);
  document.addEventListener("click", (event) => {
    if (!box.contains(event.target)) close();
  });
})();
