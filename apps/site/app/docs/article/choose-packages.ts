import { remember, remembered } from "./tab-choice.ts";

const group = "client-packages";

/** Shows the names of the family of packages that the reader chooses, and remembers the choice for other pages. */
export function choosePackages(article: HTMLElement, signal: AbortSignal): void {
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
}

/** The style sheet shows the names of the packages that are chosen. Copies of code leave out the others. */
function skipHidden(article: HTMLElement, switches: readonly HTMLInputElement[]): void {
  for (const { value, checked } of switches)
    for (const part of article.querySelectorAll(`.line .for-${value}`)) part.toggleAttribute("data-skip", !checked);
}
