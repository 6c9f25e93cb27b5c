"use strict";
/** From an example value to the places on the page that hold it. */
(() => {
  const MOST_SHOWN = 200;
  const form = treesim.byId("find-form");
  const findings = () => treesim.byId("find-results");

  const close = () => {
    treesim.page.flag("data-ts-found", []);
    findings()?.remove();
  };

  const choose = (found) => {
    const spot = { ...treesim.marks.at(found.node), nodes: [found.node] };
    treesim.pin(spot, "find");
    if (treesim.canLabel()) treesim.openLabel(spot, found.take);
  };

  const option = (found) =>
    treesim.el(
      "div",
      {
        role: "option",
        "aria-selected": "false",
        tabindex: "-1",
        data: { stop: "" },
        onclick: () => choose(found),
        onmouseenter: () => treesim.emit("hover", { mark: null, nodes: [found.node] }),
        onfocus: () => {
          treesim.emit("hover", { mark: null, nodes: [found.node] });
          treesim.page.reveal([found.node]);
        },
      },
      treesim.cut(treesim.shown(found.value), 160),
      found.take && found.take !== "text"
        ? treesim.el("span", { class: "quiet" }, ` ${found.take}`)
        : null,
    );

  const show = ({ found, message }) => {
    close();
    treesim.page.flag(
      "data-ts-found",
      found.map((it) => it.node),
    );
    const count = found.length
      ? `Found in ${treesim.plural(found.length, "place")}.`
      : "Not found on this page.";
    const list = treesim.el(
      "div",
      { role: "listbox", "aria-label": "Found values", class: "places" },
      ...found.slice(0, MOST_SHOWN).map(option),
    );
    const section = treesim.el(
      "section",
      { id: "find-results", "aria-label": "Found on the page", class: "card" },
      treesim.el(
        "div",
        { class: "card-head" },
        treesim.el("p", { id: "find-message", role: "status" }, message || count),
        treesim.button(
          "×",
          () => {
            close();
            treesim.byId("find-text").focus();
          },
          { class: "icon", "aria-label": "Close search" },
        ),
      ),
      found.length ? treesim.roving(list) : null,
    );
    treesim.byId("panel-body").before(section);
    if (found.length) {
      treesim.page.reveal([found[0].node]);
      list.querySelector("[data-stop]").focus();
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = treesim.byId("find-text").value.trim();
    if (!text) return close();
    try {
      const result = await treesim.source.post("/api/find", { page: treesim.state.page, text });
      treesim.clearAlert();
      return show(result);
    } catch (error) {
      return treesim.fail(error);
    }
  });

  treesim.on("frame", close);
  treesim.closeFind = () => {
    if (!findings()) return false;
    close();
    return true;
  };
  form.hidden = !treesim.config.live;
})();
