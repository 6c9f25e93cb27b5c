"use strict";
/** Comments as the thread they make: who, when, what, below whom they answer. */
(() => {
  const { el } = treesim;
  const TEXT_LENGTH = 1200;
  const DEEPEST_SHOWN = 8;

  const details = ({ score, rating, is_first_post: first, is_accepted: accepted }) =>
    [
      typeof score === "number" ? treesim.plural(score, "point") : "",
      typeof rating === "number" ? `${rating} stars` : "",
      first ? "first post" : "",
      accepted ? "accepted answer" : "",
    ]
      .filter(Boolean)
      .join(" · ");

  const entry = (comment) => {
    const depth = Math.min(DEEPEST_SHOWN, comment.depth ?? 0);
    const item = treesim.option(
      ".comment",
      { data: { depth, ...treesim.marked(comment.mark) } },
      el(
        "div.comment-head",
        el("strong", comment.author || "no author"),
        el("span.quiet", comment.date || comment.time || ""),
        el("span.quiet", details(comment)),
      ),
      el("p", treesim.cut(comment.text, TEXT_LENGTH)),
    );
    item.style.setProperty("--depth", depth);
    return item;
  };

  treesim.showThread = ({ export: { comments }, groups: [group] }) => {
    if (!comments.length) return treesim.nothing;
    const list = treesim.listbox("Comments", "thread", comments, entry);
    const places = treesim.placesOf(comments);
    const plain = comments.map(({ mark, ...rest }) => rest);
    const section = treesim.groupSection(
      group,
      treesim.groupHead(group, "Thread"),
      list.element,
      el("div.under", list.more, treesim.exportJson(plain)),
    );
    const placeOf = (mark) => treesim.marks.cell("comment", mark.group, mark.row, null);
    return {
      elements: [section],
      reach: (mark) => list.reach(places.get(placeOf(mark)) ?? mark.row ?? 0),
    };
  };
})();
