/** What an example shows of Weft. */
export const features = [
  "Presence",
  "Broadcast",
  "Storage",
  "Yjs",
  "Versions",
  "Offline",
  "Comments",
  "Notifications",
  "AI",
  "Webhooks",
] as const;
export type Feature = (typeof features)[number];

export const frameworks = ["React", "Vue", "Svelte"] as const;
export type Framework = (typeof frameworks)[number];

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
  readonly framework: Framework;
  /** The editor or library it is built around. */
  readonly library?: string;
  readonly level: "Basic" | "Advanced";
  /** What to do in the two windows. */
  readonly tryThis: string;
  /** Whether its visitors are users of the project, which a public key cannot name. */
  readonly hasUsers?: boolean;
  /** Its files to read, in order, below `src/`; the first holds the idea. */
  readonly reading: readonly [ReadingStep, ...ReadingStep[]];
  readonly related: readonly { readonly title: string; readonly href: string }[];
}

/**
 * The gallery, in its order. Each example is a small whole application in `examples/`, with a browser journey, and the
 * template of `npm create weft`. In previews, a scripted person acts in it until the visitor does.
 */
export const examples: readonly Example[] = [
  {
    name: "live-cursors",
    title: "Live cursors",
    line: "Everyone’s pointer, touch and reactions, animated between updates.",
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
    name: "kanban",
    title: "Kanban board",
    line: "Cards that everyone drags, renames and undoes, by pointer or keyboard.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    library: "dnd kit",
    level: "Basic",
    tryThis: "Drag a card in one window and watch who is moving it in the other. Undo takes your own move back.",
    reading: [
      { file: "use-card-edits.ts", what: "Storage: every edit of the board, each one step for undo." },
      {
        file: "room-types.ts",
        what: "A card names its column and place, so that concurrent moves never duplicate it.",
      },
      { file: "board.tsx", what: "Drag and drop, and what screen readers announce." },
      { file: "use-movers.ts", what: "Presence: who is moving which card." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Undo that respects other people", href: "/docs/guides/undo-that-respects-other-people" },
    ],
  },
  {
    name: "whiteboard",
    title: "Whiteboard",
    line: "Notes and shapes to add, drag and color, with everyone’s cursors and selections.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Advanced",
    tryThis: "Drag a note in one window: the other shows the whole way. One undo takes the whole drag back.",
    reading: [
      { file: "use-drag.ts", what: "A drag is many updates for the others, and one step for undo." },
      { file: "use-shape-edits.ts", what: "Storage: a map of shapes, each an object of its own." },
      { file: "board-shape.tsx", what: "A shape: pointer, keyboard, and who has selected it." },
      { file: "other-cursors.tsx", what: "Presence: cursors render apart from the board." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "flowchart",
    title: "Flowchart",
    line: "Steps and arrows that everyone moves, labels and connects.",
    features: ["Storage", "Presence"],
    framework: "React",
    library: "React Flow",
    level: "Advanced",
    tryThis: "Move a step in one window, and connect two steps in the other. Each window zooms for itself.",
    reading: [
      { file: "chart.tsx", what: "React Flow on Storage: it draws what is stored and reports what the visitor does." },
      { file: "use-chart-edits.ts", what: "Every edit of the chart; a deleted step takes its arrows with it." },
      { file: "other-cursors.tsx", what: "Cursors in the coordinates of the chart." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "spreadsheet",
    title: "Spreadsheet",
    line: "Cells with formulas that several people edit, each with a selection of their own.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Advanced",
    tryThis: "Change a number in one window and watch the totals of the other. Try a formula such as =AVERAGE(B2:D2).",
    reading: [
      { file: "use-cells.ts", what: "Storage: what was typed, by cell. Results are computed by each client." },
      { file: "evaluate.ts", what: "Formulas: references, ranges, functions and errors." },
      { file: "spreadsheet.tsx", what: "The grid and its keyboard." },
      { file: "use-selections.ts", what: "Presence: which cell the others have selected." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "live-form",
    title: "Live form",
    line: "A form that several people fill in together, with who is in which field.",
    features: ["Storage", "Presence"],
    framework: "React",
    level: "Basic",
    tryThis: "Focus a field in one window: the other marks it with your name. Submit, and both windows show it.",
    reading: [
      { file: "use-answers.ts", what: "Storage: one object, a key for each field." },
      { file: "use-occupants.ts", what: "Presence: who is in which field." },
      { file: "event-form.tsx", what: "The form, its validation, and submitting for everyone." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "avatar-stack",
    title: "Avatar stack",
    line: "Who is here, who is away, and which part of the page they are reading.",
    features: ["Presence"],
    framework: "React",
    level: "Basic",
    tryThis: "Scroll in one window: your avatar moves to the section that you read. Open the stack to see everyone.",
    reading: [
      { file: "use-people.ts", what: "Presence: everyone else, and whether they are away." },
      { file: "people-stack.tsx", what: "The stack, and the list that it opens." },
      { file: "article.tsx", what: "Which section is read, from the scroll position." },
    ],
    related: [{ title: "Presence", href: "/docs/ready-made-features/presence" }],
  },
  {
    name: "chat-room",
    title: "Chat room",
    line: "Messages that are kept, typing indicators, and reactions that are not.",
    features: ["Storage", "Presence", "Broadcast"],
    framework: "React",
    level: "Basic",
    tryThis: "Write in one window: the other shows that you are typing. Send a reaction to everyone.",
    reading: [
      { file: "use-messages.ts", what: "Storage: a list of messages, limited to the last 200." },
      { file: "reaction-bar.tsx", what: "Broadcast events: everyone sees them once, and nothing is stored." },
      { file: "chat.tsx", what: "Presence: who is typing." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "live-cursors-vue",
    title: "Live cursors in Vue",
    line: "Everyone’s cursor in a room, in a Vue composable over the Liveblocks client.",
    features: ["Presence"],
    framework: "Vue",
    level: "Basic",
    tryThis: "Move the pointer, or use the arrow keys, in one window and watch the cursor in the other.",
    reading: [
      { file: "use-room.ts", what: "A composable that enters the room and follows it." },
      { file: "app.vue", what: "The canvas and the others’ cursors." },
    ],
    related: [
      { title: "Presence", href: "/docs/ready-made-features/presence" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "live-cursors-svelte",
    title: "Live cursors in Svelte",
    line: "Everyone’s cursor in a room, as Svelte stores over the Liveblocks client.",
    features: ["Presence"],
    framework: "Svelte",
    level: "Basic",
    tryThis: "Move the pointer, or use the arrow keys, in one window and watch the cursor in the other.",
    reading: [
      { file: "open-room.ts", what: "The room as Svelte stores." },
      { file: "app.svelte", what: "The canvas and the others’ cursors." },
    ],
    related: [
      { title: "Presence", href: "/docs/ready-made-features/presence" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "todo-zustand",
    title: "To-do list with Zustand",
    line: "A Zustand store, part of which is shared with everyone in the room.",
    features: ["Storage", "Presence"],
    framework: "React",
    library: "Zustand",
    level: "Basic",
    tryThis: "Add a task in one window and tick it off in the other. Undo is each window’s own.",
    reading: [
      { file: "store.ts", what: "The store, and which parts of it are Storage and presence." },
      { file: "todo-list.tsx", what: "Components use the store as any other." },
    ],
    related: [{ title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" }],
  },
  {
    name: "todo-redux",
    title: "To-do list with Redux",
    line: "A Redux Toolkit store, part of which is shared with everyone in the room.",
    features: ["Storage", "Presence"],
    framework: "React",
    library: "Redux",
    level: "Basic",
    tryThis: "Add a task in one window and tick it off in the other. Undo is each window’s own.",
    reading: [
      { file: "store.ts", what: "The enhancer, and which parts of the state are Storage and presence." },
      { file: "todos-slice.ts", what: "An ordinary slice of Redux Toolkit." },
    ],
    related: [{ title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" }],
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
  {
    name: "text-comments",
    title: "Text with comments",
    line: "Comments at the words of a text, with mentions, reactions, attachments and an inbox.",
    features: ["Comments", "Notifications", "Yjs"],
    framework: "React",
    library: "Tiptap",
    level: "Advanced",
    tryThis:
      "Select a few words in one window and comment on them. Mention the person of the other window with @: their bell counts it.",
    hasUsers: true,
    reading: [
      { file: "text-editor.tsx", what: "Tiptap with the official extension, on the document of the room." },
      { file: "text-threads.tsx", what: "The threads beside their words, or over them on a phone." },
      { file: "inbox-panel.tsx", what: "Notifications: mentions and replies, read one by one or all at once." },
      { file: "app.tsx", what: "Comments need a user: how the client authenticates, and what people are called." },
      { file: "begin-text.ts", what: "What a new room begins with, written once." },
    ],
    related: [
      { title: "Comments", href: "/docs/ready-made-features/comments" },
      { title: "Notifications", href: "/docs/ready-made-features/notifications" },
      { title: "Get started with comments", href: "/docs/get-started/react-comments" },
    ],
  },
  {
    name: "canvas-comments",
    title: "Comments on a canvas",
    line: "Comments pinned to places of a picture: move them, answer them, resolve them.",
    features: ["Comments", "Presence"],
    framework: "React",
    level: "Advanced",
    tryThis: "Click on the plan in one window to pin a comment. Drag the pin in the other, and resolve the thread.",
    hasUsers: true,
    reading: [
      { file: "thread-pin.tsx", what: "A thread at its place: the official pin and thread components." },
      { file: "draft-pin.tsx", what: "A new thread, with its place as metadata." },
      { file: "use-pin-moves.ts", what: "Moving a pin by dragging and by arrow keys." },
      { file: "use-unread.ts", what: "Which threads the user has not read." },
    ],
    related: [
      { title: "Comments", href: "/docs/ready-made-features/comments" },
      { title: "Metadata of threads", href: "/docs/ready-made-features/comments/metadata" },
      { title: "Get started with comments", href: "/docs/get-started/react-comments" },
    ],
  },
  {
    name: "notification-centre",
    title: "Notification centre",
    line: "An inbox of threads and of your own kinds, with unread counts, filters, and settings per channel and room.",
    features: ["Notifications"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Let your colleague mention, answer or invite you. Open a thread, mark the rest as read, and choose channels.",
    hasUsers: true,
    reading: [
      { file: "inbox/inbox-panel.tsx", what: "The inbox: ready-made components, filters, read and deleted." },
      { file: "inbox/kinds.tsx", what: "How kinds of your own look." },
      { file: "back-end/notify.ts", what: "What a back end does to notify a user." },
      { file: "inbox/use-inbox-refresh.ts", what: "When the client learns of notifications, and how to have it ask." },
      { file: "settings/channel-settings.tsx", what: "Channels, by kind." },
      { file: "settings/room-setting.tsx", what: "What a user wants to hear of in a room." },
    ],
    related: [
      { title: "Notifications", href: "/docs/ready-made-features/notifications" },
      { title: "Notification settings", href: "/docs/ready-made-features/notifications/concepts" },
    ],
  },
  {
    name: "ai-chat",
    title: "AI chat",
    line: "A copilot that looks up the orders of a shop, and cancels one once you confirm, with a history of chats.",
    features: ["AI"],
    framework: "React",
    level: "Basic",
    tryThis:
      "Ask which orders have not been sent, then ask to cancel one and confirm it. Each window is another user with chats of their own.",
    hasUsers: true,
    reading: [
      { file: "shop-chat.tsx", what: "The official chat, with tools, knowledge and suggestions." },
      { file: "tools/cancel-order.tsx", what: "A tool that waits until the user confirms." },
      { file: "tools/find-orders.tsx", what: "A tool that runs by itself, and shows what it found." },
      { file: "chat-list.tsx", what: "The user’s chats: titles, pages, deletion." },
      { file: "use-open-chat.ts", what: "The application chooses the ids of chats." },
    ],
    related: [
      { title: "AI copilots", href: "/docs/ready-made-features/ai-copilots" },
      { title: "Tools", href: "/docs/ready-made-features/ai-copilots/tools" },
      { title: "Get started with AI copilots", href: "/docs/get-started/react-ai-copilots" },
    ],
  },
  {
    name: "ai-board",
    title: "AI board",
    line: "A shared board, and a copilot that adds, moves and deletes cards for everyone once you confirm.",
    features: ["AI", "Storage", "Presence"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Ask the copilot of one window for new cards and confirm: they appear in the other. Undo takes the whole change back.",
    hasUsers: true,
    reading: [
      { file: "board-chat.tsx", what: "The chat, which knows the board as it is now." },
      { file: "tools/add-cards.tsx", what: "A tool that changes Storage when the user confirms." },
      { file: "use-card-edits.ts", what: "Storage: the edits that buttons and tools share." },
      { file: "tools/changed.ts", what: "What the copilot learns of a change." },
      { file: "app.tsx", what: "The board is the room’s, the chat is the user’s." },
    ],
    related: [
      { title: "Letting a copilot edit Storage", href: "/docs/guides/a-copilot-that-edits-your-app" },
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "AI copilots", href: "/docs/ready-made-features/ai-copilots" },
    ],
  },
  {
    name: "webhook-receiver",
    title: "Webhook receiver",
    line: "Webhook events of a room as they arrive, each with its headers, its payload and the check of its signature.",
    features: ["Webhooks"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Change the room: its events arrive in both windows. Open a delivery and send an altered copy of it: the handler refuses it.",
    hasUsers: true,
    reading: [
      {
        file: "receiver/verify.ts",
        what: "WebhookHandler of @liveblocks/node decides whether a request comes from Weft.",
      },
      {
        file: "receiver/server.ts",
        what: "A receiver of your own in Node.js: it verifies, keeps and streams requests.",
      },
      { file: "receiver/register.ts", what: "Adds the endpoint to a project through the management API." },
      { file: "deliveries/use-demo-receiver.ts", what: "The preview: this server hands real deliveries to the page." },
      { file: "actions.tsx", what: "What causes which event." },
    ],
    related: [
      { title: "Webhooks", href: "/docs/platform/webhooks" },
      { title: "WebhookHandler", href: "/docs/api-reference/weft-node#webhookhandler" },
    ],
  },
];

export function findExample(name: string | undefined): Example | undefined {
  return examples.find((example) => example.name === name);
}
