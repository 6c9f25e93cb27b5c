"use strict";
/**
 * Reading and marking a document that somebody else wrote. Its scripts do not run, but its markup
 * can still stand in the way: `<img name="body">` replaces `document.body`, `<input
 * name="getAttribute">` a form's method. So everything goes through the prototypes.
 */
(() => {
  const getter = (prototype, name) => {
    const read = Object.getOwnPropertyDescriptor(prototype, name).get;
    return (of) => read.call(of);
  };
  const method =
    (prototype, name) =>
    (of, ...values) =>
      prototype[name].call(of, ...values);

  treesim.hostile = {
    readyState: getter(Document.prototype, "readyState"),
    address: getter(Document.prototype, "URL"),
    parent: getter(Node.prototype, "parentElement"),
    text: getter(Node.prototype, "textContent"),
    name: getter(Element.prototype, "localName"),
    all: method(Document.prototype, "querySelectorAll"),
    listen: method(EventTarget.prototype, "addEventListener"),
    get: method(Element.prototype, "getAttribute"),
    set: method(Element.prototype, "setAttribute"),
    remove: method(Element.prototype, "removeAttribute"),
    closest: method(Element.prototype, "closest"),
    rect: method(Element.prototype, "getBoundingClientRect"),
    scrollTo: method(Element.prototype, "scrollIntoView"),
    /** Style sheets after all of the document's own, which no policy of the page can forbid. */
    adopt: (of, sheets) => {
      const { set } = Object.getOwnPropertyDescriptor(Document.prototype, "adoptedStyleSheets");
      set.call(of, sheets);
    },
  };
})();
