"use strict";
/**
 * Little labels on the marks that are in sight, drawn above the frame.
 *
 * They stand in the inspector's own document, where no style sheet of the page reaches them and
 * they move nothing on it. While the page scrolls they go along; when it rests they are set anew.
 */
(() => {
  const { hostile } = treesim;
  const MOST = 150;
  const HEIGHT = 15;
  const WIDE = 300;
  const WIDTH_OF_CHARACTER = 6.3;
  const REST_MS = 90;
  const TAGGED = new Set(["record", "comment", "headline", "field", "value"]);
  const PARTS = new Set(["column", "author", "time"]);

  const layer = treesim.byId("tags");
  const { frame } = treesim.page;
  let origin = [0, 0];
  let timer = 0;
  let active = null;

  /** How far the page is scrolled; a frame that failed to load is nobody's to ask. */
  const scrolled = () =>
    frame.contentDocument ? [frame.contentWindow.scrollX, frame.contentWindow.scrollY] : [0, 0];

  /** Rectangles taken so far, in bands of a label's height: a tag goes only where none is. */
  const room = () => {
    const bands = new Map();
    return (left, top, width) => {
      const band = Math.round(top / HEIGHT);
      const near = [band - 1, band, band + 1].flatMap((each) => bands.get(each) ?? []);
      if (near.some(([l, r]) => left < r && left + width > l)) return false;
      bands.set(band, [...(bands.get(band) ?? []), [left, left + width]]);
      return true;
    };
  };

  /** The marks that are shown and to be named, by their places. */
  const placesWhere = (holds) => {
    const { marks } = treesim.state.view;
    return [...marks.keys()].filter((at) => holds(marks[at]) && treesim.marks.isShown(marks[at]));
  };

  /** Parts are named where one looks: of the record or comment in hand, else of the first in sight. */
  const partsOf = ({ group, row }) =>
    placesWhere((it) => PARTS.has(it.role) && it.group === group && it.row === row);

  const elementOf = (place) =>
    treesim.page.elementsOf(treesim.state.view.marks[place].nodes.slice(0, 1))[0];

  const inSight = (place, size) => {
    const element = elementOf(place);
    const box = element && hostile.rect(element);
    if (!box || (!box.width && !box.height) || box.bottom < 0 || box.top > size[1]) return null;
    return box.right < 0 || box.left > size[0] ? null : box;
  };

  /** Whether an element is as wide as its text. */
  const inline = (place) => getComputedStyle(elementOf(place)).display.startsWith("inline");

  const tag = (place, box, free, size) => {
    const mark = treesim.state.view.marks[place];
    const text = treesim.cut(mark.label, 24);
    const width = text.length * WIDTH_OF_CHARACTER + 10;
    // Lines of text are ragged at the right: there a label covers the least of a wide box.
    const right = box.width > WIDE && box.height > HEIGHT && !inline(place);
    const left = Math.max(0, Math.min(right ? box.right - width : box.left, size[0] - width));
    const top = Math.max(0, right ? box.top : box.top - HEIGHT + 2);
    if (!free(left, top, width)) return null;
    const element = treesim.el(right ? "span.tag.inside" : "span.tag", text);
    Object.assign(element.style, {
      left: `${left}px`,
      top: `${top}px`,
      background: treesim.rgb(treesim.colorOf(mark)),
    });
    return element;
  };

  const boxes = (places, size) => {
    const found = [];
    for (const place of places) {
      const box = inSight(place, size);
      if (box) found.push([place, box]);
      if (found.length >= MOST) break;
    }
    return found;
  };

  /** The parts of a mark's record that are in sight; null where there are none. */
  const partBoxes = (mark, size) => {
    const found = mark ? boxes(partsOf(mark), size) : [];
    return found.length ? found : null;
  };

  const draw = () => {
    layer.style.transform = "";
    origin = scrolled();
    const { view } = treesim.state;
    if (!view || treesim.state.hidden.has("labels")) return layer.replaceChildren();
    const size = [frame.clientWidth, frame.clientHeight];
    const main = boxes(placesWhere((it) => TAGGED.has(it.role)), size);
    const first = view.marks[main.find(([place]) => view.marks[place].row !== null)?.[0]];
    const inner = partBoxes(active, size) ?? partBoxes(first, size) ?? [];
    const free = room();
    const tags = [...main, ...inner].map(([place, box]) => tag(place, box, free, size));
    return layer.replaceChildren(...tags.filter(Boolean));
  };

  const follow = () => {
    const [x, y] = scrolled();
    layer.style.transform = `translate(${origin[0] - x}px, ${origin[1] - y}px)`;
    soon();
  };

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(draw, REST_MS);
  };

  const attend = (spot) => {
    const mark = spot && spot.mark !== null ? treesim.state.view?.marks[spot.mark] : null;
    if (!mark || mark.row === null) return;
    if (active && active.group === mark.group && active.row === mark.row) return;
    active = mark;
    soon();
  };

  treesim.on("scroll", follow);
  treesim.on("view", () => {
    active = null;
    layer.replaceChildren();
    soon();
  });
  treesim.on("roles", soon);
  treesim.on("pin", attend);
  treesim.on("hover", attend);
  new ResizeObserver(soon).observe(frame);
})();
