"use strict";
/** The map of what was learned: sites beside, the templates of one of them in the middle. */
(() => {
  const { el, byId } = treesim;
  const FIRST_CARDS = 60;
  let map = null;
  let reach = () => {};

  const sizes = ({ pages, templates }) =>
    `${treesim.plural(pages, "page")} in ${treesim.plural(templates.length, "template")}`;

  const siteName = ({ site }) => (site === "any" ? "Pages of any site" : site);

  const hash = (values) => `#${new URLSearchParams(values)}`;

  const listSites = () => {
    byId("sites").hidden = map.sites.length < 2;
    byId("sites-list").replaceChildren(...map.sites.map((site) =>
      el("li", {}, el("a", { href: hash({ site: site.site }), data: { site: site.site } },
        el("span", { class: "site-name" }, siteName(site)), treesim.strip(site),
        el("span", { class: "quiet" }, sizes(site))))));
  };

  const filterSites = () => {
    const wanted = byId("sites-filter").value.trim().toLowerCase();
    for (const entry of byId("sites-list").children) {
      entry.hidden = !entry.textContent.toLowerCase().includes(wanted);
    }
  };

  const notes = (said) =>
    said.length ? el("ul", { id: "notes" }, ...said.map((note) => el("li", {}, note))) : null;

  const LEGEND = [
    ["box", "on nearly all pages"], ["optional", "on some"], ["data", "data"], ["text", "the template's own text"],
    ["image", "image"], ["control", "control"],
  ];

  const legend = () =>
    el("ul", { class: "sketch-legend", "aria-label": "What sketches show" }, ...LEGEND.map(([kind, words]) =>
      el("li", {}, treesim.svg("svg", { viewBox: "0 0 18 12", width: 18, height: 12, "aria-hidden": "true" },
        treesim.svg("rect", { class: `sketch-${kind}`, x: 1, y: 1, width: 16, height: 10 })), words)));

  const pagesSwitch = (site) => {
    if (!treesim.config.live || !site.templates.some((template) => template.has_page)) return null;
    const box = el("input", { type: "checkbox", onchange: () => treesim.showPages(box.checked) });
    box.checked = true;
    treesim.showPages(true);
    return el("label", { class: "check" }, box, "Show pages where they are at hand");
  };

  const showTemplate = (template) => {
    reach(map.sites.find((site) => site.templates.includes(template)).templates.indexOf(template));
    const card = byId(treesim.cardId(template));
    card.scrollIntoView({ block: "start" });
    card.querySelector("h4").focus({ preventScroll: true });
  };

  const showSite = (site) => {
    const cards = el("ul", { class: "cards" });
    const list = treesim.longList(cards, site.templates, treesim.templateCard, FIRST_CARDS);
    reach = list.reach;
    const tree = treesim.clusterTree(site, showTemplate);
    byId("site").replaceChildren(
      el("h2", {}, siteName(site)),
      el("p", { id: "summary" }, sizes(site)),
      ...[notes([...map.notes, ...site.notes])].filter(Boolean),
      el("section", { "aria-labelledby": "alike" }, el("h3", { id: "alike" }, "How alike they are"),
        tree ?? el("p", { class: "quiet" }, "There is one template only: nothing to compare.")),
      el("section", { "aria-labelledby": "kinds" },
        el("div", { class: "kinds-head" }, el("h3", { id: "kinds" }, "Templates"), legend(), pagesSwitch(site)),
        cards, list.more));
    for (const link of byId("sites-list").querySelectorAll("a")) {
      if (link.dataset.site === site.site) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    document.documentElement.dataset.treesimReady = "1";
  };

  /** Shows what the address asks for: `#site=…`, or `#template=…` with its site. */
  const route = (first) => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const id = asked.get("template");
    const withId = map.sites.find((site) => site.templates.some((one) => one.id === id));
    const site = withId ?? map.sites.find((one) => one.site === asked.get("site"));
    if (!site && !first) return;
    showSite(site ?? map.sites[0]);
    if (withId) showTemplate(withId.templates.find((one) => one.id === id));
    else if (!first) { byId("site").scrollTo?.(0, 0); byId("site").focus({ preventScroll: true }); }
  };

  const start = async () => {
    const { live, pages, templates } = treesim.config;
    byId("pages-link").hidden = !(live && pages?.length);
    map = await treesim.loadMap();
    const all = map.sites.reduce((sum, site) => sum + site.templates.length, 0);
    const where = templates ? `${templates}: ` : "";
    byId("map-summary").textContent = `${where}${treesim.plural(all, "template")} of ${treesim.plural(map.sites.length, "site")}`;
    if (!map.sites.length) {
      byId("site").replaceChildren(el("p", {}, "There are no templates: make some with ", el("code", {}, "scrapy treesim learn"), "."));
      document.documentElement.dataset.treesimReady = "1";
      return;
    }
    listSites();
    byId("sites-filter").addEventListener("input", filterSites);
    addEventListener("hashchange", () => route(false));
    route(true);
  };

  start().catch((error) => {
    byId("loading")?.remove();
    treesim.alert(error.message);
  });
})();
