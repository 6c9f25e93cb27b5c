"use strict";
/** The main text: what the item says of it, its blocks with those left out, and the export. */
(() => {
  const { el } = treesim;
  const FACTS = [
    "headline", "title", "author", "date", "modified", "language", "page_type", "site_name",
    "description", "tags", "categories", "canonical_url", "licence", "image",
  ];
  const BLOCK_LENGTH = 900;

  const facts = (item) => {
    const said = (name) =>
      Array.isArray(item[name]) ? item[name].join(", ") : treesim.shown(item[name]);
    const given = FACTS.map((name) => [name.replace("_", " "), said(name)]);
    const sure = ["confidence", treesim.confidence(item.confidence)];
    return treesim.facts([...given.filter(([, text]) => text), sure], { id: "article-item" });
  };

  const block = (withDropped) => (it) => {
    const decision = it.kept ? "kept" : "dropped";
    const sure = typeof it.probability === "number" ? treesim.percent(it.probability) : "";
    const role = it.role ? ` · ${it.role}` : "";
    return treesim.option(
      `.block.${decision}`,
      {
        hidden: !it.kept && !withDropped(),
        title: it.reason,
        data: treesim.marked(it.mark),
      },
      el("span.decision", `${decision} ${sure}${role}`),
      el("span.block-text", treesim.cut(it.text, BLOCK_LENGTH)),
    );
  };

  /** Blocks that were left out are shut away until asked for; there are often hundreds. */
  const blocks = (all, group) => {
    const dropped = all.filter((it) => !it.kept).length;
    const show = () => {
      for (const each of list.element.querySelectorAll(".dropped")) each.hidden = !check.checked;
      treesim.oneStop(list.element);
    };
    const check = el("input#show-dropped", {
      type: "checkbox",
      checked: dropped === all.length,
      onchange: show,
    });
    const list = treesim.listbox("Blocks", "blocks", all, block(() => check.checked));
    const head = el(
      "div.group-head",
      el("h3", "Blocks"),
      el("label.check", check, ` Show dropped (${dropped})`),
    );
    const section = treesim.groupSection(group, head, list.element, list.more);
    return { section, reach: list.reach, check };
  };

  const exported = (item) => {
    const about = { tabindex: "0", role: "group", "aria-label": "Text of the article" };
    const text = el("pre", about, item.markdown || item.text);
    return el("details.exported", el("summary", "As exported"), treesim.exportJson(item), text);
  };

  treesim.showArticle = ({ export: { item, blocks: all }, groups: [group] }) => {
    const list = all.length ? blocks(all, group) : null;
    const places = treesim.placesOf(all);
    const head = treesim.groupHead(group, item ? "Article" : "No article");
    return {
      elements: [head, ...(item ? [facts(item), exported(item)] : []), list?.section],
      reach: (mark, place) => {
        if (!list) return;
        if (mark.role === "dropped" && !list.check.checked) list.check.click();
        list.reach(places.get(place) ?? 0);
      },
    };
  };
})();
