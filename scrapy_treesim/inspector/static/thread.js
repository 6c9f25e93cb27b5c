"use strict";
/** Comments as the thread they make: who, when, what, below whom they answer. */
(() => {
  const TEXT_LENGTH = 1200;
  const DEEPEST_SHOWN = 8;

  const details = (comment) => {
    const { score, rating } = comment;
    return [
      score === null || score === undefined ? null : treesim.plural(score, "point"),
      rating === null || rating === undefined ? null : `${rating} stars`,
      comment.is_first_post ? "first post" : null,
    ]
      .filter(Boolean)
      .join(" · ");
  };

  const head = (comment) =>
    treesim.el(
      "div",
      { class: "comment-head" },
      treesim.el("strong", {}, comment.author || "no author"),
      treesim.el("span", { class: "quiet" }, comment.date || comment.time || ""),
      treesim.el("span", { class: "quiet" }, details(comment)),
    );

  const entry = (comment) => {
    const depth = Math.min(DEEPEST_SHOWN, comment.depth ?? 0);
    const item = treesim.el(
      "div",
      {
        role: "option",
        "aria-selected": "false",
        tabindex: "-1",
        class: "comment",
        data: { stop: "", depth, ...treesim.marked(comment.mark) },
      },
      head(comment),
      treesim.el("p", {}, treesim.cut(comment.text ?? "", TEXT_LENGTH)),
    );
    item.style.setProperty("--depth", depth);
    return item;
  };

  treesim.showThread = (view) => {
    const comments = view.export.comments ?? [];
    if (!comments.length) return { elements: [], reach: () => {} };
    const box = treesim.el("div", { role: "listbox", "aria-label": "Comments", class: "thread" });
    const list = treesim.longList(box, comments, entry);
    const places = new Map(comments.map((comment, place) => [comment.mark, place]));
    const plain = comments.map(({ mark, ...rest }) => rest);
    return {
      elements: [
        treesim.el(
          "section",
          { class: treesim.groupClass(view.groups?.[0]) },
          treesim.groupHead(view.groups?.[0], "Thread"),
          treesim.roving(box),
          treesim.el("div", { class: "under" }, list.more, treesim.exportJson(plain)),
        ),
      ],
      reach: (mark) =>
        list.reach(
          places.get(treesim.marks.cell("comment", mark.group, mark.row, null)) ?? mark.row ?? 0,
        ),
    };
  };
})();
