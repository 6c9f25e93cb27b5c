"use strict";
/** The main text: what the item says of it, its blocks with those left out, and the export. */
(() => {
  const FACTS = [
    "headline",
    "title",
    "author",
    "date",
    "modified",
    "language",
    "page_type",
    "site_name",
    "description",
    "tags",
    "categories",
    "canonical_url",
    "licence",
    "image",
  ];
  const BLOCK_LENGTH = 900;

  const facts = (item) => {
    const said = (name) =>
      Array.isArray(item[name]) ? item[name].join(", ") : treesim.shown(item[name]);
    const given = FACTS.filter((name) => said(name) !== "");
    return treesim.el(
      "dl",
      { id: "article-item", class: "facts" },
      ...given.flatMap((name) => [
        treesim.el("dt", {}, name.replace("_", " ")),
        treesim.el("dd", {}, said(name)),
      ]),
      treesim.el("dt", {}, "confidence"),
      treesim.el("dd", {}, treesim.confidence(item.confidence)),
    );
  };

  const block = (withDropped) => (it) =>
    treesim.el(
      "div",
      {
        role: "option",
        "aria-selected": "false",
        tabindex: "-1",
        class: it.kept ? "block kept" : "block dropped",
        hidden: !it.kept && !withDropped(),
        title: it.reason ?? null,
        data: { stop: "", ...treesim.marked(it.mark) },
      },
      treesim.el(
        "span",
        { class: "decision" },
        it.kept ? "kept" : "dropped",
        " ",
        typeof it.probability === "number" ? treesim.percent(it.probability) : "",
        it.role ? ` · ${it.role}` : "",
      ),
      treesim.el("span", { class: "block-text" }, treesim.cut(it.text, BLOCK_LENGTH)),
    );

  /** Blocks that were left out are shut away until asked for; there are often hundreds. */
  const blocks = (all, group) => {
    const dropped = all.filter((it) => !it.kept).length;
    const box = treesim.el("div", { role: "listbox", "aria-label": "Blocks", class: "blocks" });
    const show = () => {
      for (const each of box.querySelectorAll(".dropped")) each.hidden = !check.checked;
      treesim.oneStop(box);
    };
    const check = treesim.el("input", {
      type: "checkbox",
      id: "show-dropped",
      checked: dropped === all.length,
      onchange: show,
    });
    const list = treesim.longList(
      box,
      all,
      block(() => check.checked),
    );
    const head = treesim.el(
      "div",
      { class: "group-head" },
      treesim.el("h3", {}, "Blocks"),
      treesim.el("label", { class: "check" }, check, ` Show dropped (${dropped})`),
    );
    return {
      element: treesim.el(
        "section",
        { class: treesim.groupClass(group) },
        head,
        treesim.roving(box),
        list.more,
      ),
      reach: list.reach,
      check,
    };
  };

  const exported = (item) =>
    treesim.el(
      "details",
      { class: "exported" },
      treesim.el("summary", {}, "As exported"),
      treesim.exportJson(item),
      treesim.el(
        "pre",
        { tabindex: "0", role: "group", "aria-label": "Text of the article" },
        item.markdown || item.text || "",
      ),
    );

  treesim.showArticle = (view) => {
    const { item, blocks: all = [] } = view.export;
    const group = view.groups?.[0];
    const list = all.length ? blocks(all, group) : null;
    const places = new Map(all.map((it, place) => [it.mark, place]));
    const head = group ? treesim.groupHead(group, item ? "Article" : "No article") : null;
    return {
      elements: [
        head,
        item ? facts(item) : null,
        item ? exported(item) : null,
        list?.element,
      ].filter(Boolean),
      reach: (mark, place) => {
        if (!list) return;
        if (mark.role === "dropped" && !list.check.checked) list.check.click();
        list.reach(places.get(place) ?? 0);
      },
    };
  };
})();
