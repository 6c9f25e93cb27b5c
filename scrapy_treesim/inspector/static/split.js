"use strict";
/** The line between page and panel, moved by pointer or by arrow keys. */
(() => {
  const LEAST = 25;
  const MOST = 75;
  const STEP = 2;
  const split = treesim.byId("split");
  const separator = treesim.byId("separator");

  const set = (percent) => {
    const width = Math.round(Math.min(MOST, Math.max(LEAST, percent)));
    separator.setAttribute("aria-valuenow", width);
    split.style.setProperty("--page-width", `${width}%`);
  };

  const now = () => Number(separator.getAttribute("aria-valuenow"));

  separator.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: now() - STEP, ArrowRight: now() + STEP, Home: LEAST, End: MOST }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  });

  separator.addEventListener("pointerdown", (event) => {
    separator.setPointerCapture(event.pointerId);
    split.classList.add("moving"); // the frame would swallow the pointer's moves
  });
  separator.addEventListener("pointermove", (event) => {
    if (!separator.hasPointerCapture(event.pointerId)) return;
    const box = split.getBoundingClientRect();
    set(((event.clientX - box.left) / box.width) * 100);
  });
  separator.addEventListener("lostpointercapture", () => split.classList.remove("moving"));
})();
