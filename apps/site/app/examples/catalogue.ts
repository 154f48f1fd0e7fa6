/** What an example shows of Weft. */
export const features = ["Presence", "Broadcast", "Storage", "Yjs", "Versions", "Offline"] as const;
export type Feature = (typeof features)[number];

/** A file of an example, and what is in it. */
export interface ReadingStep {
  readonly file: string;
  readonly what: string;
}

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
  /** Its files to read, in order, below `src/`; the first holds the idea. */
  readonly reading: readonly [ReadingStep, ...ReadingStep[]];
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
    reading: [
      {
        file: "use-my-cursor.ts",
        what: "Presence: where the pointer, the finger or the arrow keys move one’s own cursor.",
      },
      { file: "cursors.tsx", what: "The others, and where their cursors are." },
      { file: "use-glide.ts", what: "A cursor arrives in steps, and is drawn as one movement." },
      { file: "use-reactions.ts", what: "Broadcast events: everyone sees them once, and nothing is stored." },
    ],
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
    reading: [
      { file: "use-task-edits.ts", what: "Storage: every edit of the list, each one step for undo." },
      { file: "app.tsx", what: "The room, and the list that it begins with." },
      { file: "todo-list.tsx", what: "The list on the screen." },
      { file: "history-buttons.tsx", what: "Undo and redo of one’s own edits." },
    ],
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
    reading: [
      { file: "text-editor.tsx", what: "Tiptap on the document of the room." },
      { file: "extensions.ts", what: "What ties the editor to Yjs, and what one can write." },
      { file: "carets.ts", what: "Where the others write." },
      { file: "versions/restore.ts", what: "An older version becomes the text again." },
    ],
    related: [
      { title: "Weft with Yjs", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs" },
      { title: "Version history with restore", href: "/docs/guides/version-history-with-restore" },
    ],
  },
  {
    name: "code-editor",
    title: "Code editor",
    line: "One file for anyone with the link, with cursors and selections, in six languages.",
    features: ["Yjs", "Presence", "Offline"],
    framework: "React",
    library: "CodeMirror",
    level: "Advanced",
    tryThis: "Select a few lines in one window: the other sees the selection. Change the language for both.",
    reading: [
      { file: "use-code-view.ts", what: "CodeMirror on the document of the room, with the others’ selections." },
      { file: "code-page.tsx", what: "What surrounds the editor, and the language that all of them see." },
      { file: "new-file.ts", what: "What a new room begins with, written once." },
    ],
    related: [
      { title: "CodeMirror with React", href: "/docs/get-started/yjs-codemirror-react" },
      { title: "Yjs habits that scale", href: "/docs/guides/yjs-habits-that-scale" },
    ],
  },
];

export function findExample(name: string | undefined): Example | undefined {
  return examples.find((example) => example.name === name);
}
