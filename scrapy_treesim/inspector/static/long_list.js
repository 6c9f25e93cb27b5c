"use strict";
/** Lists that a page can make as long as it likes: a first part, and more when asked for. */
(() => {
  const AT_ONCE = 200;
  const AT_FIRST = 100;
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));

  /**
   * Fills `list` with what `build(item, place)` makes.
   * @returns {{more: HTMLElement, reach: function(number): void}} the button for more, and a way to
   *   make sure that the item at a place is there
   */
  treesim.longList = (list, items, build, first = AT_ONCE) => {
    let shown = 0;
    const button = treesim.button(
      "",
      () => {
        const from = shown;
        extend(shown + AT_ONCE);
        list.querySelectorAll("[data-stop]")[from]?.focus();
      },
      { class: "more" },
    );

    const extend = (to) => {
      const upto = Math.min(items.length, to);
      list.append(...items.slice(shown, upto).map((item, place) => build(item, shown + place)));
      shown = upto;
      const left = items.length - shown;
      button.hidden = left === 0;
      button.textContent = `Show ${Math.min(AT_ONCE, left)} more of ${items.length.toLocaleString("en")}`;
    };

    /** What is far below comes when the browser has nothing else to do. */
    const fill = () => {
      if (!list.isConnected || shown >= Math.min(first, items.length)) return;
      extend(Math.min(first, shown + AT_FIRST));
      later(fill);
    };

    extend(Math.min(first, AT_FIRST));
    later(fill);
    return { more: button, reach: (place) => place >= shown && extend(place + 1) };
  };

  treesim.AT_ONCE = AT_ONCE;
})();
