import { remember, remembered } from "./tab-choice.ts";

const group = "client-packages";

/** Gives the reference of a client package what plain HTML has not: it is loaded by those pages alone. */
export function enlivenReference(article: HTMLElement, signal: AbortSignal): void {
  const switches = [...article.querySelectorAll<HTMLInputElement>("[data-package-switch] input")];
  const before = remembered()[group];
  for (const input of switches) if (before !== undefined) input.checked = input.value === before;
  skipHidden(article, switches);
  article.addEventListener(
    "change",
    ({ target }) => {
      if (!switches.includes(target as HTMLInputElement)) return;
      remember(group, (target as HTMLInputElement).value);
      skipHidden(article, switches);
    },
    { signal },
  );
  article.addEventListener("input", () => filterExports(article), { signal });
  // What was typed before this was loaded.
  filterExports(article);
}

/** The style sheet shows the names of the packages that are chosen. Copies of code leave out the others. */
function skipHidden(article: HTMLElement, switches: readonly HTMLInputElement[]): void {
  for (const { value, checked } of switches)
    for (const part of article.querySelectorAll(`.line .for-${value}`)) part.toggleAttribute("data-skip", !checked);
}

/** Shows only the exported names that fit the text of the box. */
function filterExports(article: HTMLElement): void {
  const box = article.querySelector<HTMLInputElement>("[data-exports-box]");
  if (box === null) return;
  const words = box.value.trim().toLowerCase().split(/\s+/u);
  let count = 0;
  for (const section of article.querySelectorAll<HTMLElement>("[data-exports-entry]")) {
    const rows = [...section.querySelectorAll<HTMLElement>("[data-export-row]")];
    for (const row of rows) row.hidden = !words.every((word) => row.dataset["exportRow"]!.includes(word));
    const shown = rows.filter((row) => !row.hidden).length;
    section.hidden = shown === 0;
    count += shown;
  }
  const said = article.querySelector("[data-exports-count]");
  if (said === null) return;
  if (box.value.trim() === "") said.textContent = "";
  else said.textContent = count === 0 ? "No names match." : `${count} ${count === 1 ? "name" : "names"}`;
}
