"use strict";
/** From an example value to the places on the page that hold it. */
(() => {
  const { el } = treesim;
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

  const option = (found) => {
    const point = () => treesim.emit("hover", { mark: null, nodes: [found.node] });
    const onfocus = () => {
      point();
      treesim.page.reveal([found.node]);
    };
    return treesim.option(
      "",
      { onclick: () => choose(found), onmouseenter: point, onfocus },
      treesim.cut(found.value, 160),
      found.take === "text" ? null : el("span.quiet", ` ${found.take}`),
    );
  };

  const show = ({ found, message }) => {
    close();
    treesim.page.flag("data-ts-found", found.map((it) => it.node));
    const closeAndReturn = () => {
      close();
      treesim.byId("find-text").focus();
    };
    const list = treesim.listbox("Found values", "places", found, option);
    const said = message || `Found in ${treesim.plural(found.length, "place")}.`;
    const head = el(
      "div.card-head",
      el("p#find-message", { role: "status" }, said),
      treesim.button("×", closeAndReturn, { class: "icon", "aria-label": "Close search" }),
    );
    const section = el("section.card#find-results", { "aria-label": "Found on the page" }, head);
    treesim.byId("panel-body").before(section);
    if (found.length) {
      section.append(list.element);
      treesim.page.reveal([found[0].node]);
      list.element.querySelector("[data-stop]").focus();
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = treesim.byId("find-text").value.trim();
    if (!text) return close();
    return treesim.attempt(async () => {
      const result = await treesim.source.post("/api/find", { page: treesim.state.page, text });
      treesim.clearAlert();
      show(result);
    });
  });

  treesim.on("frame", close);
  treesim.closeFind = () => findings() && close();
  form.hidden = !treesim.config.live;
})();
