"use strict";
/** A template as a card: its picture, its numbers, its fields, and its outline when it is opened. */
(() => {
  const { el } = treesim;
  const pictures = new WeakMap(); // place -> draws it anew
  let pagesShown = true; // where they are at hand

  treesim.cardId = (template) => `template-${template.number}`;

  /** What of an address tells pages apart: no host of the web, no folders of this machine. */
  treesim.shortAddress = (address) => {
    try {
      const { protocol, pathname, search } = new URL(address);
      if (protocol === "file:") return pathname.split("/").slice(-2).join("/");
      return `${pathname}${search}`;
    } catch {
      return address;
    }
  };

  const frame = (template) =>
    el("div", { class: "page-picture", inert: true },
      el("iframe", {
        sandbox: "", src: `/medoid/${template.number}?resources=0`, loading: "lazy", scrolling: "no",
        title: `The page in the middle of ${template.id}`, referrerpolicy: "no-referrer",
      }));

  const openLink = (template, text, properties = {}) =>
    el("a", { href: `/open?template=${encodeURIComponent(template.id)}`, ...properties }, text);

  const canOpen = (template) => Boolean(treesim.config.live && template.has_page);

  const picture = (template) => {
    const place = el("div", { class: "picture" });
    const show = () => {
      place.replaceChildren(
        ...(pagesShown && canOpen(template)
          ? [frame(template), openLink(template, el("span", { class: "unseen" }, `Inspect the page in the middle of ${template.id}`), { class: "cover" })]
          : [treesim.sketch(template)]));
    };
    pictures.set(place, show);
    show();
    return place;
  };

  /** Whether cards show pages, or sketches only; all that are there change. */
  treesim.showPages = (are) => {
    pagesShown = are;
    for (const place of document.querySelectorAll(".picture")) pictures.get(place)?.();
  };

  const fact = (name, ...values) => [el("dt", {}, name), el("dd", {}, ...values)];

  const labels = (names) =>
    el("ul", { class: "labels" }, ...names.map((name) => el("li", {}, el("code", {}, name))));

  const rates = ({ pages, matched, confidence, low }) => [
    ...fact("Matched", treesim.confidence(matched), el("span", { class: "quiet" }, `of ${treesim.plural(pages, "page")} asked`)),
    ...fact("Confidence", treesim.confidence(confidence), el("span", { class: "quiet" }, `9 in 10 above ${treesim.percent(low)}`)),
  ];

  const found = ({ name, found: share }) =>
    el("li", {}, el("span", { class: "field-name" }, name),
      share === null
        ? el("span", { class: "quiet" }, "not looked for")
        : el("span", { class: "field-found" }, treesim.confidence(share), el("span", { class: "unseen" }, "of its pages")));

  const fields = (template) => {
    if (!template.fields.length) return fact("Fields", el("span", { class: "quiet" }, "none labelled"));
    const more = template.more_fields ? el("li", { class: "quiet" }, `and ${template.more_fields} more`) : null;
    return fact("Fields", el("ul", { class: "fields" }, ...template.fields.map(found), more));
  };

  const outlineCounts = ({ nodes, essential, data }) =>
    `${treesim.plural(nodes, "node")}: ${essential.toLocaleString("en")} essential, ${data.toLocaleString("en")} with data`;

  const facts = (template) =>
    el("dl", { class: "facts" },
      ...fact("Pages", el("span", {}, `${template.pages.toLocaleString("en")}, ${treesim.percent(template.share)} of the site`)),
      ...fact("Medoid", el("span", { class: "address", title: template.medoid }, template.medoid || "not known")),
      ...fact("Threshold", el("span", {}, treesim.percent(template.threshold))),
      ...(template.expected ? rates(template.expected) : []),
      ...fields(template),
      ...(template.suggested.length ? fact("To label", labels(template.suggested)) : []),
      ...(template.telling.length ? fact("Told by", labels(template.telling)) : []));

  const openOutline = async (template, place) => {
    try {
      place.replaceChildren(treesim.outline(template, await treesim.loadOutline(template.id)));
    } catch (error) {
      place.replaceChildren(el("p", { class: "missing", role: "alert" }, error.message));
    }
  };

  const outline = (template) => {
    if (!template.outline) return el("p", { class: "quiet" }, "It was learned without an outline.");
    const place = el("div", { class: "outline-place" }, el("p", { class: "quiet" }, "The outline is on its way …"));
    const whole = el("details", { class: "outline-details" },
      el("summary", {}, "Outline ", el("span", { class: "quiet" }, outlineCounts(template.outline))), place);
    whole.addEventListener("toggle", () => {
      whole.closest(".template-card").classList.toggle("wide", whole.open);
      if (whole.open && !place.querySelector("[role=tree]")) openOutline(template, place);
    });
    return whole;
  };

  /** The card of a template, as an entry of a list. */
  treesim.templateCard = (template) =>
    el("li", { class: "template-card", id: treesim.cardId(template), data: { template: template.id } },
      el("article", { "aria-labelledby": `${treesim.cardId(template)}-name` },
        picture(template),
        el("div", { class: "template-told" },
          el("h4", { id: `${treesim.cardId(template)}-name`, tabindex: "-1" }, template.id),
          facts(template),
          canOpen(template) ? el("p", { class: "actions" }, openLink(template, "Inspect this page", { class: "button" })) : null),
        outline(template)));
})();
