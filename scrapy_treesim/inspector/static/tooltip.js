"use strict";
/** The card beside the pointer: name, role, how sure, why, and the value as it would be exported. */
(() => {
  const { el } = treesim;
  const MARGIN = 14;
  const VALUE_LENGTH = 240;
  const REASON_LENGTH = 200;
  const REASONS_SHOWN = 5;
  const OTHERS_SHOWN = 5;
  const card = treesim.byId("tooltip");
  let last = null;

  /** Of a place that is told by its path the last step. */
  const nameOf = (mark) => treesim.cut(mark.label.split(" > ").pop(), 80);

  const names = (places) =>
    places.map((place) => treesim.state.view.marks[place].label).join(", ");

  /** The record around a cell, and what else the same element is. */
  const relations = (mark, place, places) => {
    const record = treesim.marks.recordOf(mark);
    const others = places
      .filter((each) => each !== place && each !== record)
      .reverse()
      .slice(0, OTHERS_SHOWN);
    const said = [
      others.length ? `also ${names(others)}: click again to choose it` : "",
      record === null ? "" : `within ${names([record])}`,
    ].filter(Boolean);
    return said.length ? el("div.tip-within", said.join("; ")) : null;
  };

  const fill = (place, places) => {
    const mark = treesim.state.view.marks[place];
    const { value, why, confidence } = mark;
    const chip = el("span.chip", { "aria-hidden": "true" });
    chip.style.background = treesim.rgb(treesim.colorOf(mark));
    const parts = [
      el("div.tip-head", chip, el("strong.tip-name", nameOf(mark)), el("span.tip-role", mark.role)),
      confidence === null ? null : el("div.tip-confidence", treesim.confidence(confidence)),
      value ? el("div.tip-value", treesim.cut(value, VALUE_LENGTH)) : null,
      why.length
        ? treesim.lines(
            why.slice(0, REASONS_SHOWN).map((line) => treesim.cut(line, REASON_LENGTH)),
            { class: "tip-why" },
          )
        : null,
      relations(mark, place, places),
    ];
    card.replaceChildren(...parts.filter(Boolean));
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
