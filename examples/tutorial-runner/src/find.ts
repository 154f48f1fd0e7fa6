import type { Target } from "./messages.ts";

/** The elements of the program's page that are meant. */
export function find({ selector, text }: Target): HTMLElement[] {
  const root = document.getElementById("root")!;
  const all = [...root.querySelectorAll<HTMLElement>(selector)];
  return text === undefined ? all : all.filter((element) => wordsOf(element).includes(words(text)));
}

function wordsOf(element: HTMLElement): string {
  const value = element instanceof HTMLInputElement ? element.value : "";
  return words(`${element.textContent} ${element.ariaLabel ?? ""} ${value}`);
}

function words(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim().toLowerCase();
}
