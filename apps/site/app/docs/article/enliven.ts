import { filterErrors, filterTopics } from "./filters.ts";
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
  const topic = new URLSearchParams(location.search).get("topic");
  if (topic !== null) filterTopics(article, topic);
  const stop = new AbortController();
  const { signal } = stop;
  article.addEventListener("click", (event) => onClick(event, article, page), { signal });
  article.addEventListener("keydown", moveTab, { signal });
  article.addEventListener("input", () => filterErrors(article), { signal });
  if (article.querySelector("[data-package-switch]") !== null)
    void import("./choose-packages.ts").then(({ choosePackages }) => choosePackages(article, signal));
  if (article.querySelector("[data-exports]") !== null)
    void import("./filter-exports.ts").then(({ filterExports }) => filterExports(article, signal));
  return () => stop.abort();
}

function onClick(event: MouseEvent, article: HTMLElement, { go, tryCall }: Enlivening): void {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest("button");
  const tried = button?.dataset["try"];
  if (tried !== undefined) tryCall?.(tried, button!.closest("[data-try-place]")!);
  else if (button !== null) press(button, article);
  const link = event.target.closest("a");
  if (link !== null) follow(event, link, go);
}

function press(button: HTMLButtonElement, article: HTMLElement): void {
  const code = button.closest<HTMLElement>("[data-code]");
  const { dataset } = button;
  if (dataset["tab"] !== undefined) choose(button);
  else if (dataset["topicChoice"] !== undefined) filterTopics(article, dataset["topicChoice"]);
  else if (dataset["demo"] !== undefined) void import("./show-demo.ts").then(({ showDemo }) => showDemo(button));
  else if (code === null) return;
  else if (dataset["copy"] !== undefined) copy(code, button);
  else if (dataset["numbers"] !== undefined)
    button.setAttribute("aria-pressed", String(code.toggleAttribute("data-numbered")));
  else if (dataset["wrap"] !== undefined)
    button.setAttribute("aria-pressed", String(code.toggleAttribute("data-wrapped")));
  else if (dataset["unfold"] !== undefined) {
    delete code.dataset["folded"];
    button.hidden = true;
    code.querySelector("pre")?.focus();
  }
}

/** The code as one would type it: without prompts and without lines that were removed. */
export function codeText(code: Element): string {
  return [...code.querySelectorAll("pre .line:not([data-skip])")]
    .map((line) => {
      const copied = line.cloneNode(true) as Element;
      for (const skipped of copied.querySelectorAll("[data-skip]")) skipped.remove();
      return copied.textContent;
    })
    .join("")
    .trimEnd();
}

function copy(code: HTMLElement, button: HTMLButtonElement): void {
  navigator.clipboard.writeText(codeText(code)).then(
    () => say(button, "Copied"),
    () => say(button, "Copying is not allowed here"),
  );
}

function say(button: HTMLElement, words: string): void {
  const name = button.ariaLabel;
  button.ariaLabel = words;
  button.title = words;
  button.dataset["said"] = words;
  setTimeout(() => {
    button.ariaLabel = name;
    button.title = "Copy";
    delete button.dataset["said"];
  }, 2_000);
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
