"use strict";
/** What is shown when: loads a page and its view, puts the marks on, and tells all the parts. */
(() => {
  const { state, config } = treesim;
  const PREFETCH_MS = 400;
  const LOOKED_AT = 300;
  let turn = 0;
  let framed = null; // what stands in the frame, as "page/resources"
  let asking = null;
  let broughtTo = 0; // how far the page was scrolled then
  let isChosen = false; // somebody chose the kind of findings, here or by the address

  const placeFrame = () => {
    const wanted = `${state.page}/${state.resources}`;
    if (framed === wanted) return null;
    framed = wanted;
    return treesim.loadFrame(state.page, state.resources).catch((error) => {
      framed = null;
      throw error;
    });
  };

  const head = () => {
    const { name, url } = config.pages.find(({ number }) => number === state.page);
    treesim.byId("page-name").textContent = name || "page";
    treesim.byId("page-url").textContent = url;
    treesim.byId("page-url").title = url;
    treesim.byId("page-switch").value = String(state.page);
    history.replaceState(null, "", `#page=${state.page}&kind=${state.kind}`);
  };

  /** A list far down the page would be overlooked: the first finding comes into sight, if none is. */
  const bringFirst = (view) => {
    const places = treesim.marks.findings();
    const inSight = (place) => treesim.page.sees(view.marks[place].nodes.slice(0, 1));
    if (places.slice(0, LOOKED_AT).some(inSight)) return;
    const first = places.find((place) => view.marks[place].nodes.length);
    if (first !== undefined) treesim.page.reveal(view.marks[first].nodes, true);
  };

  const scrolled = () => {
    const { frame } = treesim.page;
    return frame.contentDocument ? frame.contentWindow.scrollY : 0;
  };

  /** Pictures and styles that came later moved all: again, unless somebody has scrolled since. */
  treesim.on("settled", () => {
    if (state.view && !state.pinned && scrolled() === broughtTo) {
      bringFirst(state.view);
      broughtTo = scrolled();
    }
  });

  /** The kind of findings that a page is about; of a page of no clear kind the first. */
  const kindFor = async (page) => {
    const { kind } = await treesim.source.kind(page);
    return config.kinds.find((it) => treesim.kinds[it].page === kind) ?? config.kinds[0];
  };

  /** Has the view put on the page and into the panel. */
  const apply = (view, focus) => {
    state.view = view;
    if (state.pinned) treesim.unpin();
    treesim.marks.build(view);
    treesim.marks.paint();
    treesim.emit("view", view);
    bringFirst(view);
    broughtTo = scrolled();
    if (focus) treesim.byId("findings").querySelector(focus)?.focus();
  };

  /**
   * Shows another page or kind, or the same anew with other choices. Until somebody chose a kind,
   * each page is shown by what it is about. The last call wins; what went wrong is told, and what
   * was shown before stays.
   * @param {{page?: number, kind?: string, resources?: boolean, focus?: string}} wanted
   */
  treesim.show = async ({ focus = null, ...wanted }) => {
    isChosen ||= "kind" in wanted;
    const before = { page: state.page, ...(isChosen ? { kind: state.kind } : {}) };
    Object.assign(state, wanted);
    const mine = ++turn;
    treesim.ready(false);
    asking?.abort();
    const { signal } = (asking = new AbortController());
    const asked = async () => {
      const kind = "page" in wanted && !isChosen ? await kindFor(state.page) : state.kind;
      if (mine !== turn) return null;
      state.kind = kind;
      head();
      treesim.showTabs();
      return treesim.source.view(state.page, kind, state.choices[kind] ?? {}, signal);
    };
    try {
      const [view] = await Promise.all([asked(), placeFrame()]);
      if (mine !== turn) return;
      treesim.clearAlert();
      apply(view, focus);
    } catch (error) {
      if (mine !== turn) return;
      if (state.view && state.view.kind !== state.kind)
        apply({ kind: state.kind, marks: [], export: {} }, null);
      treesim.fail(
        error,
        error instanceof treesim.Lost ? () => treesim.show({ ...before, ...wanted }) : null,
      );
    }
    requestAnimationFrame(() => mine === turn && treesim.ready(true));
    countOthers(mine);
  };

  /** The numbers on the other tabs, one after another when nothing else is to be done. */
  const countOthers = async (mine) => {
    for (const kind of config.kinds) {
      if (kind === state.kind) continue;
      await new Promise((resolve) => setTimeout(resolve, PREFETCH_MS));
      if (mine !== turn) return;
      try {
        treesim.showCount(await treesim.source.view(state.page, kind, state.choices[kind] ?? {}));
      } catch {
        return; // whoever opens the tab is told
      }
    }
  };

  const header = () => {
    const select = treesim.byId("page-switch");
    const option = ({ number, name, url }) => treesim.el("option", { value: number }, name || url);
    select.append(...config.pages.map(option));
    select.addEventListener("change", () => treesim.show({ page: Number(select.value) }));
    treesim.byId("page-switch-box").hidden = config.pages.length < 2;
    treesim.byId("resources-label").hidden = !config.live;
    treesim
      .byId("resources")
      .addEventListener("change", (event) => treesim.show({ resources: event.target.checked }));
  };

  /** Page and kind from the address, so that a reload comes back to them; the kind where it has one. */
  const fromAddress = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    const page = Number(asked.get("page") ?? config.page);
    const kind = asked.get("kind");
    return {
      page: config.pages.some((each) => each.number === page) ? page : config.page,
      ...(config.kinds.includes(kind) ? { kind } : {}),
    };
  };

  header();
  treesim.show(fromAddress());
})();
