/** What an example shows of Weft. */
export const features = ["Presence", "Broadcast", "Storage", "Yjs", "Versions", "Offline"] as const;
export type Feature = (typeof features)[number];

export interface Example {
  /** Its folder in `examples/`, and its address. */
  readonly name: string;
  readonly title: string;
  /** One line for its card. */
  readonly line: string;
  readonly features: readonly Feature[];
  readonly framework: "React";
  /** The editor or library it is built around. */
  readonly library?: string;
  readonly level: "Basic" | "Advanced";
  /** What to do in the two windows. */
  readonly tryThis: string;
  /** The file that holds the idea. */
  readonly readFirst: string;
  readonly related: readonly { readonly title: string; readonly href: string }[];
}

/** The gallery, in its order. Each example is a small whole application in `examples/`, with a browser journey. */
export const examples: readonly Example[] = [
  {
    name: "live-cursors",
    title: "Live cursors",
    line: "Everybody’s pointer, touch and reactions, gliding between updates.",
    features: ["Presence", "Broadcast"],
    framework: "React",
    level: "Basic",
    tryThis: "Move the pointer in one window and watch it arrive in the other. Pick a reaction and press anywhere.",
    readFirst: "use-my-cursor.ts",
    related: [
      { title: "Presence", href: "/docs/ready-made-features/presence" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "todo-list",
    title: "To-do list",
    line: "One list, many editors: undo for each, and edits that wait while offline.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Basic",
    tryThis: "Add a task in one window, tick it in the other, then undo: each window undoes its own edits only.",
    readFirst: "todo-list.tsx",
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Undo that respects other people", href: "/docs/guides/undo-that-respects-other-people" },
    ],
  },
  {
    name: "rich-text",
    title: "Rich text",
    line: "One text with many writers, cursors, and versions to look at and restore.",
    features: ["Yjs", "Presence", "Versions"],
    framework: "React",
    library: "Tiptap",
    level: "Advanced",
    tryThis: "Write in both windows at once. Open the versions, keep one, and restore it later.",
    readFirst: "text-editor.tsx",
    related: [
      { title: "Weft with Yjs", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs" },
      { title: "Version history with restore", href: "/docs/guides/version-history-with-restore" },
    ],
  },
  {
    name: "code-editor",
    title: "Code editor",
    line: "One file for whoever has the link, with cursors and selections, in six languages.",
    features: ["Yjs", "Presence", "Offline"],
    framework: "React",
    library: "CodeMirror",
    level: "Advanced",
    tryThis: "Select a few lines in one window: the other sees the selection. Change the language for both.",
    readFirst: "use-code-view.ts",
    related: [
      { title: "CodeMirror with React", href: "/docs/get-started/yjs-codemirror-react" },
      { title: "Yjs habits that scale", href: "/docs/guides/yjs-habits-that-scale" },
    ],
  },
];

export function findExample(name: string | undefined): Example | undefined {
  return examples.find((example) => example.name === name);
}
