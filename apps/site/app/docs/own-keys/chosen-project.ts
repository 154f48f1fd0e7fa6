const key = "weft:docs-project";

/** The project whose keys code shows. */
export function chosenProject(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberProject(id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
