import "./dom.ts";
import { fireEvent } from "@testing-library/react";

/**
 * Gives this process, beside what React needs, what the official components expect of a browser. There is no layout: sizes
 * are 0 and nothing scrolls. Import it before the components.
 */
const { window } = globalThis as unknown as { readonly window: Record<string, any> };

const functions = ["getSelection", "getComputedStyle", "requestAnimationFrame", "cancelAnimationFrame"];
const treeClasses = ["Document", "DocumentFragment", "ShadowRoot", "SVGElement", "Text", "Range", "Selection"];
const otherClasses = ["DOMRect", "DOMParser", "InputEvent", "CustomEvent"];
for (const name of functions) define(globalThis, name, window[name].bind(window));
for (const name of [...treeClasses, ...otherClasses, "innerWidth", "innerHeight"])
  define(globalThis, name, window[name]);

class NoLayoutObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
for (const name of ["ResizeObserver", "IntersectionObserver"])
  for (const scope of [globalThis, window]) define(scope, name, NoLayoutObserver);
const noMedia = { matches: false, addEventListener() {}, removeEventListener() {} };
define(window, "matchMedia", (media: string) => ({ ...noMedia, media }));
define(window["Element"].prototype, "scrollIntoView", () => {});
define(window["Range"].prototype, "getBoundingClientRect", () => new window["DOMRect"]());
define(window["Range"].prototype, "getClientRects", () => []);
// The editor takes text from `beforeinput` in browsers that say with it where the text goes.
define(window["InputEvent"].prototype, "getTargetRanges", () => []);
Object.defineProperty(window["HTMLElement"].prototype, "isContentEditable", {
  get(this: { closest(selector: string): PageElement | null }) {
    return this.closest("[contenteditable]")?.getAttribute("contenteditable") === "true";
  },
});

function define(of: object, name: string, value: unknown): void {
  Object.defineProperty(of, name, { value, configurable: true, writable: true });
}

/** What tests read of an element: the types of the DOM are not loaded here. */
export interface PageElement {
  readonly textContent: string;
  readonly disabled?: boolean;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Elements of the whole document, such as those of menus. */
export const inDocument = (selector: string): PageElement[] => [...window["document"].querySelectorAll(selector)];

/** Puts text at the end of an editor, as a browser does for a keyboard. */
export function typeInto(editor: PageElement, text: string): void {
  const range = window["document"].createRange();
  range.selectNodeContents([...editor.querySelectorAll("[data-slate-leaf]")].at(-1));
  range.collapse(false);
  const options = { inputType: "insertText", data: text, bubbles: true, cancelable: true };
  const event = new window["InputEvent"]("beforeinput", options);
  define(event, "getTargetRanges", () => [range]);
  const element: unknown = editor;
  fireEvent(element as Parameters<typeof fireEvent>[0], event);
}
