/** Shows only the exported names that match the text of the box, also of what was typed before this was loaded. */
export function filterExports(article: HTMLElement, signal: AbortSignal): void {
  article.addEventListener("input", () => filter(article), { signal });
  filter(article);
}

function filter(article: HTMLElement): void {
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
