import { isApple } from "./platform.ts";

const symbols: Readonly<Record<string, string>> = {
  Alt: "⌥",
  Backspace: "⌫",
  Ctrl: "⌃",
  Enter: "↵",
  Escape: "⎋",
  Meta: "⌘",
  Shift: "⇧",
  Space: "␣",
};

/**
 * Keys as users read them: symbols on devices by Apple, names elsewhere. `Mod` is Command on those devices, and Control elsewhere.
 *
 * @example
 * formatShortcut("Mod-Shift-S"); // "⌘⇧S", or "Ctrl+Shift+S"
 */
export function formatShortcut(shortcut: string): string {
  const hasSymbols = isApple();
  // The key itself may be a hyphen.
  const keys = shortcut.split(/-(?!$)/u).map((key) => (key === "Mod" ? (hasSymbols ? "Meta" : "Ctrl") : key));
  const shown = keys.map((key) => (key.length === 1 ? key.toUpperCase() : key));
  return hasSymbols ? shown.map((key) => symbols[key] ?? key).join("") : shown.join("+");
}
