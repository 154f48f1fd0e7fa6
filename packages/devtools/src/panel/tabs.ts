/** Tabs that are moved between by arrow keys, of which one is chosen. */
import { element } from "./element.ts";

export class Tabs {
  readonly element: HTMLElement;
  readonly #titles: readonly string[];
  readonly #tabs: readonly HTMLElement[];
  readonly #changed: () => void;
  #chosen = 0;

  /** @param controls the id of the element that shows what is chosen. */
  constructor(titles: readonly string[], controls: string, changed: () => void) {
    this.#titles = titles;
    this.#changed = changed;
    this.#tabs = titles.map((title, at) =>
      element(
        "button",
        { type: "button", role: "tab", "aria-controls": controls, onclick: () => this.#choose(at) },
        title,
      ),
    );
    const move = ({ key }: KeyboardEvent) => this.#move({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0);
    this.element = element("div", { role: "tablist", "aria-label": "Views", onkeydown: move }, ...this.#tabs);
    this.#mark();
  }

  get chosen(): string {
    return this.#titles[this.#chosen]!;
  }

  focus(): void {
    this.#tabs[this.#chosen]!.focus();
  }

  #move(step: number): void {
    if (step === 0) return;
    this.#choose((this.#chosen + step + this.#titles.length) % this.#titles.length);
    this.focus();
  }

  #choose(at: number): void {
    this.#chosen = at;
    this.#mark();
    this.#changed();
  }

  #mark(): void {
    for (const [at, tab] of this.#tabs.entries()) {
      tab.setAttribute("aria-selected", String(at === this.#chosen));
      tab.tabIndex = at === this.#chosen ? 0 : -1;
    }
  }
}
