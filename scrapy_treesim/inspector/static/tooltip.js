"use strict";
/** The card beside the pointer: name, role, how sure, why, and the value as it would be exported. */
(() => {
  const MARGIN = 14;
  const card = treesim.byId("tooltip");
  let last = null;

  /** Of a place that is told by its path the last step. */
  const nameOf = (mark) => treesim.cut((mark.label ?? mark.role).split(" > ").pop(), 80);

  const sure = (mark) =>
    typeof mark.confidence === "number"
      ? line("tip-confidence", treesim.confidence(mark.confidence))
      : null;

  const line = (name, ...children) => treesim.el("div", { class: name }, ...children);

  const names = (places) =>
    places.map((place) => treesim.state.view.marks[place].label ?? "").join(", ");

  /** The record around a cell, and what else the same element is. */
  const relations = (mark, place, places) => {
    const record =
      mark.role === "column" ? treesim.marks.cell("record", mark.group, mark.row, null) : null;
    const others = places
      .filter((each) => each !== place && each !== record)
      .reverse()
      .slice(0, 5);
    const said = [
      others.length ? `also ${names(others)}: click again to choose it` : "",
      record === null ? "" : `within ${names([record])}`,
    ].filter(Boolean);
    return said.length ? line("tip-within", said.join("; ")) : null;
  };

  const fill = (place, places) => {
    const mark = treesim.state.view.marks[place];
    const chip = treesim.el("span", { class: "chip", "aria-hidden": "true" });
    chip.style.background = treesim.rgb(treesim.colorOf(mark));
    card.replaceChildren(
      ...[
        line(
          "tip-head",
          chip,
          treesim.el("strong", { class: "tip-name" }, nameOf(mark)),
          treesim.el("span", { class: "tip-role" }, mark.role),
        ),
        sure(mark),
        mark.value ? line("tip-value", treesim.cut(treesim.shown(mark.value), 240)) : null,
        mark.why?.length
          ? treesim.el(
              "ul",
              { class: "tip-why" },
              ...mark.why
                .slice(0, 5)
                .map((why) => treesim.el("li", {}, ...treesim.rich(treesim.cut(why, 200)))),
            )
          : null,
        relations(mark, place, places),
      ].filter(Boolean),
    );
  };

  /** Beside the pointer, on the side where there is room. */
  const put = (x, y) => {
    const { clientWidth: width, clientHeight: height } = treesim.page.frame;
    const { offsetWidth, offsetHeight } = card;
    const left = x + MARGIN + offsetWidth > width ? x - MARGIN - offsetWidth : x + MARGIN;
    const top = y + MARGIN + offsetHeight > height ? y - MARGIN - offsetHeight : y + MARGIN;
    card.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  };

  const hide = () => {
    card.hidden = true;
    last = null;
  };

  treesim.on("point", (node, x, y) => {
    const places = treesim.state.view && node !== null ? treesim.marks.around(node) : [];
    const place = places[places.length - 1];
    if (place === undefined) {
      if (last !== null) treesim.emit("hover", null);
      hide();
      return;
    }
    if (place !== last) {
      fill(place, places);
      card.hidden = false;
      treesim.emit("hover", treesim.marks.spot(place), "page");
      last = place;
    }
    put(x, y);
  });
  treesim.on("view", hide);
  treesim.on("escape", hide);
  treesim.on("choose", (node) => {
    if (node !== null && treesim.state.view) treesim.pin(treesim.marks.at(node), "page");
  });
})();
