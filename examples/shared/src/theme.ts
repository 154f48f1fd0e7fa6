/** Light or dark: the system's choice until the visitor makes one, which is then kept in this browser. */
export type Theme = "light" | "dark";

const key = "weft:theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

export function toggleTheme(): void {
  const theme: Theme = currentTheme() === "dark" ? "light" : "dark";
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  announce();
}

/** Calls back after each change, by the visitor here or in another window, or by the system; answers how to stop. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}

system.addEventListener("change", announce);
addEventListener("storage", (event) => {
  if (event.key !== key) return;
  if (event.newValue === "light" || event.newValue === "dark") {
    document.documentElement.dataset["theme"] = event.newValue;
  } else {
    delete document.documentElement.dataset["theme"];
  }
  announce();
});
