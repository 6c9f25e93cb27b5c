// What the theme leaves out for people who use a keyboard or a screen reader.
document.addEventListener("DOMContentLoaded", () => {
  for (const scrolls of document.querySelectorAll('pre, .table-wrapper, p:has(> img[src$=".svg"])')) {
    scrolls.tabIndex = 0;
  }
  document.querySelector("#search-results")?.insertAdjacentHTML("beforebegin", "<h1>Search</h1>");
  for (const caption of document.querySelectorAll("p.caption[role=heading]")) {
    caption.setAttribute("aria-level", "2");
  }
  for (const [selector, label] of [
    [".sidebar-drawer", "Pages"],
    [".toc-drawer", "On this page"],
  ]) {
    document.querySelector(selector)?.setAttribute("aria-label", label);
  }
});
