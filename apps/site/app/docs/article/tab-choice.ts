import { readItem, storeItem } from "../../storage/browser-storage.ts";

const key = "weft:docs-tabs";

/** Shows the panel of a tab, and that of the same name in every set of its group, on this page and on later ones. */
export function choose(tab: HTMLElement): void {
  const set = tab.closest<HTMLElement>("[data-tabs]");
  const name = tab.dataset["tab"];
  if (set === null || name === undefined) return;
  const top = tab.getBoundingClientRect().top;
  const group = set.dataset["tabs"] ?? "";
  if (group === "") show(set, name);
  else {
    for (const other of document.querySelectorAll<HTMLElement>(`[data-tabs="${CSS.escape(group)}"]`)) show(other, name);
    remember(group, name);
  }
  // Sets above may have become longer: what was pressed stays where it was.
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: "instant" });
}

/** Shows what was chosen before. */
export function restoreChoices(article: HTMLElement): void {
  const choices = remembered();
  for (const set of article.querySelectorAll<HTMLElement>("[data-tabs]")) {
    const name = choices[set.dataset["tabs"] ?? ""];
    if (name !== undefined) show(set, name);
  }
}

/** Arrow keys, Home and End move among tabs. */
export function moveTab(event: KeyboardEvent): void {
  const tab = event.target instanceof Element ? event.target.closest<HTMLElement>("[role='tab']") : null;
  if (tab === null) return;
  const tabs = [...tab.parentElement!.querySelectorAll<HTMLElement>("[role='tab']")];
  const at = tabs.indexOf(tab);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const target = tabs.at(next % tabs.length)!;
  choose(target);
  target.focus();
}

function show(set: HTMLElement, name: string): void {
  const tabs = [...set.querySelectorAll<HTMLElement>(":scope > [role='tablist'] > [role='tab']")];
  if (tabs.every((tab) => tab.dataset["tab"] !== name)) return;
  for (const tab of tabs) {
    const active = tab.dataset["tab"] === name;
    tab.ariaSelected = String(active);
    tab.tabIndex = active ? 0 : -1;
  }
  for (const panel of set.querySelectorAll<HTMLElement>(":scope > [role='tabpanel']"))
    panel.toggleAttribute("data-active", panel.dataset["name"] === name);
}

/** What was chosen, by group. */
export function remembered(): Readonly<Record<string, string>> {
  try {
    const choices: unknown = JSON.parse(readItem(key) ?? "{}");
    return typeof choices === "object" && choices !== null ? (choices as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** Keeps a choice for sets of tabs on later pages. */
export function remember(group: string, name: string): void {
  storeItem(key, JSON.stringify({ ...remembered(), [group]: name }));
}
