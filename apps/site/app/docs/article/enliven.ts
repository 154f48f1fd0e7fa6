import { choose, moveTab, restoreChoices } from "./tab-choice.ts";

/** What the page around a text does for it. */
export interface Enlivening {
  readonly go: (href: string) => void;
  /** Puts the form of a call of the REST API in this place; pages of the reference alone have such calls. */
  readonly tryCall?: (id: string, place: Element) => void;
}

/** Gives a page's text what plain HTML has not. Answers how to stop. */
export function enliven(article: HTMLElement, page: Enlivening): () => void {
  restoreChoices(article);
  const stop = new AbortController();
  const { signal } = stop;
  article.addEventListener("click", (event) => onClick(event, page), { signal });
  article.addEventListener("keydown", moveTab, { signal });
  if (article.querySelector("[data-code]") !== null) void codeButtons();
  if (article.querySelector("[data-finder-box], [data-topic]") !== null)
    void import("./filters.ts").then(({ filterArticle }) => filterArticle(article, signal));
  if (article.querySelector("[data-package-switch]") !== null)
    void import("./choose-packages.ts").then(({ choosePackages }) => choosePackages(article, signal));
  if (article.querySelector("[data-exports]") !== null)
    void import("./filter-exports.ts").then(({ filterExports }) => filterExports(article, signal));
  return () => stop.abort();
}

const codeButtons = () => import("./code-buttons.ts");

function onClick(event: MouseEvent, { go, tryCall }: Enlivening): void {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest("button");
  const tried = button?.dataset["try"];
  if (tried !== undefined) tryCall?.(tried, button!.closest("[data-try-place]")!);
  else if (button?.dataset["tab"] !== undefined) choose(button);
  else if (button?.dataset["demo"] !== undefined)
    void import("./show-demo.ts").then(({ showDemo }) => showDemo(button));
  else if (button?.closest("[data-code]")) void codeButtons().then(({ pressOfCode }) => pressOfCode(button));
  const link = event.target.closest("a");
  if (link !== null) follow(event, link, go);
}

function follow(event: MouseEvent, link: HTMLAnchorElement, go: (href: string) => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.classList.contains("anchor")) navigator.clipboard?.writeText(link.href).catch(() => {});
  const { origin, pathname, search, hash } = new URL(link.href);
  // Files, and what the server answers itself, are for the browser.
  if (origin !== location.origin || link.target !== "" || /\.\w+$/u.test(pathname)) return;
  event.preventDefault();
  go(pathname + search + hash);
}
