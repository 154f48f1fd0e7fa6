/** Shortcuts by group, as the sheet lists them. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: ["Mod", "K"], does: "Search" },
      { keys: ["Mod", "I"], does: "Open or close the assistant" },
      { keys: ["?"], does: "Show the shortcuts" },
      { keys: ["Esc"], does: "Close dialog" },
    ],
  },
  {
    title: "Dashboard",
    shortcuts: [
      { keys: ["G", "P"], does: "Go to projects" },
      { keys: ["G", "U"], does: "Go to plan and usage" },
      { keys: ["G", "R"], does: "Go to rooms" },
      { keys: ["G", "T"], does: "Go to threads" },
      { keys: ["G", "E"], does: "Go to events" },
      { keys: ["G", "K"], does: "Go to API keys" },
      { keys: ["G", "W"], does: "Go to webhooks" },
      { keys: ["["], does: "Collapse sidebar" },
    ],
  },
  {
    title: "Lists",
    shortcuts: [
      { keys: ["/"], does: "Filter" },
      { keys: ["J"], does: "Next row" },
      { keys: ["K"], does: "Previous row" },
      { keys: ["Enter"], does: "Open the row" },
      { keys: ["X"], does: "Select the row" },
      { keys: ["Shift", "X"], does: "Select up to the row" },
      { keys: ["R"], does: "Refresh" },
      { keys: ["L"], does: "Follow live" },
    ],
  },
];

/** The shortcuts that work: where single keys are none, those with a modifier, and Esc. */
export function workingShortcuts(singleKeys: boolean): readonly ShortcutGroup[] {
  if (singleKeys) return shortcutGroups;
  return shortcutGroups
    .map(({ title, shortcuts }) => ({
      title,
      shortcuts: shortcuts.filter(({ keys: [first] }) => first === "Mod" || first === "Esc"),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
}
