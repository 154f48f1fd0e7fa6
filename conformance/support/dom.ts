import { JSDOM } from "jsdom";

/**
 * Gives this process what React and Svelte need of a browser, and nothing else: the server under test runs in it as well, and needs
 * Node's own `URL`, `fetch` and timers. Import it before anything that looks for a document.
 */
const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost/", pretendToBeVisual: true });
for (const name of [
  "document",
  "HTMLElement",
  "HTMLIFrameElement",
  "Element",
  "Node",
  "Text",
  "MutationObserver",
] as const)
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
Object.defineProperty(globalThis, "window", { value: window, configurable: true });
