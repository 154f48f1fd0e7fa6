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
 * template of `create-weft`. In previews, a scripted person acts in it until the visitor does.
 */
export const examples: readonly Example[] = [
  {
    name: "live-cursors",
    title: "Live cursors",
    line: "Cursors, touches and reactions of everyone in the room, animated between updates.",
    features: ["Presence", "Broadcast"],
    framework: "React",
    level: "Basic",
    tryThis: "Move the pointer in one window and watch it arrive in the other. Pick a reaction and press anywhere.",
    reading: [
      {
        file: "use-my-cursor.ts",
        what: "Presence: moves the user’s own cursor with the pointer, touch or arrow keys.",
      },
      { file: "cursors.tsx", what: "The other users and their cursor positions." },
      { file: "use-glide.ts", what: "Animates a cursor between updates." },
      { file: "use-reactions.ts", what: "Broadcast events: sent to everyone in the room and not stored." },
    ],
    related: [
      { title: "Presence", href: "/docs/ready-made-features/presence" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "todo-list",
    title: "To-do list",
    line: "A shared list with undo per user and offline edits.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Basic",
    tryThis: "Add a task in one window and complete it in the other, then undo. Each window undoes only its own edits.",
    reading: [
      { file: "use-task-edits.ts", what: "Storage: the edits of the list, each one undo step." },
      { file: "app.tsx", what: "The room and its initial list." },
      { file: "todo-list.tsx", what: "Renders the list." },
      { file: "history-buttons.tsx", what: "Undo and redo for the user’s own edits." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Undo that respects other people", href: "/docs/guides/undo-that-respects-other-people" },
    ],
  },
  {
    name: "kanban",
    title: "Kanban board",
    line: "A shared board with cards to drag, rename and undo, by pointer or keyboard.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    library: "dnd kit",
    level: "Basic",
    tryThis: "Drag a card in one window: the other shows who is moving it. Undo reverts only your own moves.",
    reading: [
      { file: "use-card-edits.ts", what: "Storage: the edits of the board, each one undo step." },
      {
        file: "room-types.ts",
        what: "A card stores its column and position, so concurrent moves never duplicate it.",
      },
      { file: "board.tsx", what: "Drag and drop, with announcements for screen readers." },
      { file: "use-movers.ts", what: "Presence: the user who is moving each card." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Undo that respects other people", href: "/docs/guides/undo-that-respects-other-people" },
    ],
  },
  {
    name: "whiteboard",
    title: "Whiteboard",
    line: "Notes and shapes to add, drag and color, with live cursors and selections.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Advanced",
    tryThis: "Drag a note in one window: it moves in the other. One undo reverts the whole drag.",
    reading: [
      { file: "use-drag.ts", what: "A drag sends many updates and counts as one undo step." },
      { file: "use-shape-edits.ts", what: "Storage: a map with one object per shape." },
      { file: "board-shape.tsx", what: "A shape: pointer and keyboard input, and the users who selected it." },
      { file: "other-cursors.tsx", what: "Presence: cursors render separately from the board." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "flowchart",
    title: "Flowchart",
    line: "A shared diagram with steps and arrows to move, label and connect.",
    features: ["Storage", "Presence"],
    framework: "React",
    library: "React Flow",
    level: "Advanced",
    tryThis: "Move a step in one window and connect two steps in the other. Each window has its own zoom.",
    reading: [
      { file: "chart.tsx", what: "Connects React Flow to Storage: renders the chart and applies the user’s changes." },
      { file: "use-chart-edits.ts", what: "The edits of the chart. Deleting a step also deletes its arrows." },
      { file: "other-cursors.tsx", what: "Cursors in chart coordinates." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "spreadsheet",
    title: "Spreadsheet",
    line: "A shared sheet with formulas, and a selection per user.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Advanced",
    tryThis: "Change a number in one window and watch the totals in the other. Try a formula such as =AVERAGE(B2:D2).",
    reading: [
      { file: "use-cells.ts", what: "Storage: the input of each cell. Each client computes the results." },
      { file: "spreadsheet.tsx", what: "The grid and its keyboard." },
      { file: "use-selections.ts", what: "Presence: the cells that other users selected." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "dashboard",
    title: "Analytics dashboard",
    line: "Charts with shared filters and a shared layout, and the points that others look at.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    library: "D3",
    level: "Advanced",
    tryThis:
      "Point at a chart in one window: the other marks the same point. Choose a region, or drag a card to another place.",
    reading: [
      {
        file: "use-filters.ts",
        what: "Storage: the filters, with a key for each, so concurrent choices never collide.",
      },
      { file: "use-layout.ts", what: "Storage: the order of the cards as a list whose items move." },
      { file: "use-people-at.ts", what: "Presence: the users at a filter or card, and what they point at." },
      { file: "cards/point-surface.tsx", what: "A chart’s points, chosen by pointer, touch or arrow keys." },
      { file: "summarize.ts", what: "Each client computes its charts from the same data and filters." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
      { title: "Undo that respects other people", href: "/docs/guides/undo-that-respects-other-people" },
    ],
  },
  {
    name: "calendar",
    title: "Calendar",
    line: "Days, weeks and months with events to draw, move and resize, in the time zone of each user.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Drag over free time to add an event, and drag it to another day: the other window shows who is moving it. Choose another time zone in one window.",
    reading: [
      { file: "use-event-edits.ts", what: "Storage: the edits of the calendar, each one undo step." },
      { file: "zoned-time.ts", what: "Converts instants to the clocks of a zone and back, also when they change." },
      { file: "lay-out-day.ts", what: "Places events that overlap next to each other." },
      { file: "use-grid-drag.ts", what: "Draws, moves and resizes events; a whole drag is one undo step." },
      { file: "use-others-here.ts", what: "Presence: the day each user looks at, and what they edit." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Undo that respects other people", href: "/docs/guides/undo-that-respects-other-people" },
    ],
  },
  {
    name: "map",
    title: "Map",
    line: "A world map with shared pins, a route with distances, and cursors that hold their position over zoom.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    library: "D3",
    level: "Advanced",
    tryThis:
      "Add a pin in one window and put it on the route. Zoom in one window: the cursor from the other stays at its place on the Earth.",
    reading: [
      { file: "use-pin-edits.ts", what: "Storage: the edits of the map, each one undo step." },
      {
        file: "other-cursors.tsx",
        what: "Presence: cursors as longitudes and latitudes, drawn where this window shows them.",
      },
      { file: "viewport.ts", what: "Moves and zooms the map, and keeps the place under the pointer." },
      { file: "use-map-gestures.ts", what: "Pointers, pinches, the wheel and the keyboard." },
      { file: "distances.ts", what: "Distances along great circles." },
    ],
    related: [
      { title: "Presence", href: "/docs/ready-made-features/presence" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "live-form",
    title: "Live form",
    line: "A form that several people fill in together, with a marker on each field in use.",
    features: ["Storage", "Presence"],
    framework: "React",
    level: "Basic",
    tryThis:
      "Focus a field in one window: the other marks it with your name. After you submit, both windows show the request.",
    reading: [
      { file: "use-answers.ts", what: "Storage: one object with a key for each field." },
      { file: "use-occupants.ts", what: "Presence: the user in each field." },
      { file: "event-form.tsx", what: "The form, its validation and submission." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "form-builder",
    title: "Form builder",
    line: "Build a form together, fill it in, and watch the responses being counted as they arrive.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    library: "dnd kit",
    level: "Advanced",
    tryThis:
      "Edit a question in one window and fill in the form in the other. The results count each response when it arrives.",
    reading: [
      { file: "room-types.ts", what: "Storage: questions and options with IDs, and responses that name them." },
      { file: "use-form-edits.ts", what: "The edits of the form, each one undo step." },
      { file: "form-builder.tsx", what: "Presence: the view and the question of each user." },
      { file: "tally.ts", what: "Counts the responses to a question." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "planning-poker",
    title: "Planning poker",
    line: "Estimate stories with votes that stay hidden until they are revealed.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Advanced",
    tryThis: "Vote in both windows: each shows only that the other has voted. Reveal the votes and accept an estimate.",
    reading: [
      { file: "use-own-vote.ts", what: "Keeps a vote in the browser until the votes are revealed." },
      { file: "use-planning-edits.ts", what: "Storage: the edits of the session, and those that can be undone." },
      { file: "table.tsx", what: "Presence: voters, spectators and users who have left." },
      { file: "round-panel.tsx", what: "The round: progress, average, median and spread." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "connect-four",
    title: "Connect four",
    line: "A game for two with turn checks, rematches and spectators.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Take a seat in each window and play. Hover over a column on your turn: the other window shows where you aim.",
    reading: [
      { file: "room-types.ts", what: "Storage: a list of what players did, which is only appended to." },
      { file: "replay.ts", what: "Replays the list with the rules, so that every client sees the same match." },
      { file: "use-match.ts", what: "The moves of a user, which are final." },
      { file: "game.tsx", what: "Presence: players who have left, spectators and the column a player aims at." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "slides",
    title: "Slides",
    line: "A deck to edit together and present, with everyone following the presenter.",
    features: ["Storage", "Presence", "Offline"],
    framework: "React",
    library: "dnd kit",
    level: "Advanced",
    tryThis:
      "Select Present in one window and Follow in the other: both show the same slide. Edit elements by dragging them.",
    reading: [
      { file: "room-types.ts", what: "Storage: slides with their elements, each an object of its own." },
      { file: "use-deck-edits.ts", what: "The edits of the deck, each one undo step." },
      { file: "deck-editor.tsx", what: "Presence: the slide of each user, presenting and following." },
      { file: "use-element-drag.ts", what: "A drag sends many updates and counts as one undo step." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "avatar-stack",
    title: "Avatar stack",
    line: "The users in the room, with their status and the section they are reading.",
    features: ["Presence"],
    framework: "React",
    level: "Basic",
    tryThis: "Scroll in one window: your avatar moves to the section you are reading. Open the stack to see everyone.",
    reading: [
      { file: "use-people.ts", what: "Presence: the other users and whether they are away." },
      { file: "people-stack.tsx", what: "The avatar stack and its list of users." },
      { file: "article.tsx", what: "Determines the current section from the scroll position." },
    ],
    related: [{ title: "Presence", href: "/docs/ready-made-features/presence" }],
  },
  {
    name: "chat-room",
    title: "Chat room",
    line: "Stored messages, typing indicators and live reactions.",
    features: ["Storage", "Presence", "Broadcast"],
    framework: "React",
    level: "Basic",
    tryThis: "Type in one window: the other shows that you are typing. Send a reaction to everyone.",
    reading: [
      { file: "use-messages.ts", what: "Storage: a list of the last 200 messages." },
      { file: "reaction-bar.tsx", what: "Broadcast events: sent to everyone in the room and not stored." },
      { file: "chat.tsx", what: "Presence: the users who are typing." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "live-cursors-vue",
    title: "Live cursors in Vue",
    line: "Live cursors with the Vue composables of Weft.",
    features: ["Presence"],
    framework: "Vue",
    level: "Basic",
    tryThis: "Move the pointer or use the arrow keys in one window, and watch the cursor in the other.",
    reading: [
      { file: "main.ts", what: "The plugin that creates the client." },
      { file: "app.vue", what: "The provider that enters the room." },
      { file: "cursors-page.vue", what: "Presence: the canvas and the cursors of other users." },
    ],
    related: [
      { title: "Presence", href: "/docs/ready-made-features/presence" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "live-cursors-svelte",
    title: "Live cursors in Svelte",
    line: "Live cursors with the Svelte stores of Weft.",
    features: ["Presence"],
    framework: "Svelte",
    level: "Basic",
    tryThis: "Move the pointer or use the arrow keys in one window, and watch the cursor in the other.",
    reading: [
      { file: "app.svelte", what: "The client and the room, as context of the components." },
      { file: "cursors-page.svelte", what: "Presence: the canvas and the cursors of other users." },
    ],
    related: [
      { title: "Presence", href: "/docs/ready-made-features/presence" },
      { title: "Cursors on scrolling pages", href: "/docs/guides/cursors-on-scrolling-and-zooming-pages" },
    ],
  },
  {
    name: "todo-list-svelte",
    title: "To-do list in Svelte",
    line: "A shared list with undo per user, with the Svelte stores of Weft.",
    features: ["Storage", "Presence"],
    framework: "Svelte",
    level: "Basic",
    tryThis: "Add a task in one window and complete it in the other. Each window undoes only its own edits.",
    reading: [
      { file: "app.svelte", what: "The client and the room, with its initial Storage." },
      { file: "tasks.ts", what: "Storage: the edits of the list, each one undo step." },
      { file: "todo-page.svelte", what: "The list as a store, and who is typing." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Undo that respects other people", href: "/docs/guides/undo-that-respects-other-people" },
    ],
  },
  {
    name: "planning-poker-vue",
    title: "Planning poker in Vue",
    line: "Hidden votes and shared stories with the Vue composables of Weft.",
    features: ["Storage", "Presence"],
    framework: "Vue",
    level: "Basic",
    tryThis: "Add a story in one window and vote in both. Reveal the votes to see the average and the median.",
    reading: [
      { file: "app.vue", what: "The provider that enters the room, with its initial Storage." },
      { file: "poker-page.vue", what: "Storage and presence of the session, with its edits." },
      { file: "use-own-vote.ts", what: "Keeps a vote in the browser until the votes are revealed." },
    ],
    related: [
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "todo-zustand",
    title: "To-do list with Zustand",
    line: "A Zustand store that shares part of its state with the room.",
    features: ["Storage", "Presence"],
    framework: "React",
    library: "Zustand",
    level: "Basic",
    tryThis: "Add a task in one window and complete it in the other. Each window undoes only its own edits.",
    reading: [
      { file: "store.ts", what: "The store, with the parts that are Storage and presence." },
      { file: "todo-list.tsx", what: "Components that use the store as usual." },
    ],
    related: [{ title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" }],
  },
  {
    name: "todo-redux",
    title: "To-do list with Redux",
    line: "A Redux Toolkit store that shares part of its state with the room.",
    features: ["Storage", "Presence"],
    framework: "React",
    library: "Redux",
    level: "Basic",
    tryThis: "Add a task in one window and complete it in the other. Each window undoes only its own edits.",
    reading: [
      { file: "store.ts", what: "The enhancer, with the parts of the state that are Storage and presence." },
      { file: "todos-slice.ts", what: "A regular Redux Toolkit slice." },
    ],
    related: [{ title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" }],
  },
  {
    name: "rich-text",
    title: "Rich text",
    line: "A shared text with cursors, and versions to view and restore.",
    features: ["Yjs", "Presence", "Versions"],
    framework: "React",
    library: "Tiptap",
    level: "Advanced",
    tryThis: "Type in both windows at once. Open the versions, save one and restore it later.",
    reading: [
      { file: "text-editor.tsx", what: "Tiptap on the room’s Yjs document." },
      { file: "extensions.ts", what: "The editor’s Yjs extensions and content types." },
      { file: "carets.ts", what: "The carets of other users." },
      { file: "versions/restore.ts", what: "Restores an older version." },
    ],
    related: [
      { title: "Weft with Yjs", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs" },
      { title: "Version history with restore", href: "/docs/guides/version-history-with-restore" },
    ],
  },
  {
    name: "code-editor",
    title: "Code editor",
    line: "A shared file with cursors and selections, in six languages.",
    features: ["Yjs", "Presence", "Offline"],
    framework: "React",
    library: "CodeMirror",
    level: "Advanced",
    tryThis: "Select a few lines in one window: the other sees the selection. Change the language for both.",
    reading: [
      { file: "use-code-view.ts", what: "CodeMirror on the room’s Yjs document, with the selections of other users." },
      { file: "code-page.tsx", what: "The page around the editor, and the shared language setting." },
      { file: "new-file.ts", what: "Writes the initial content of a new room once." },
    ],
    related: [
      { title: "CodeMirror with React", href: "/docs/get-started/yjs-codemirror-react" },
      { title: "Yjs habits that scale", href: "/docs/guides/yjs-habits-that-scale" },
    ],
  },
  {
    name: "text-comments",
    title: "Text with comments",
    line: "Comments on selected text, with mentions, reactions, attachments and an inbox.",
    features: ["Comments", "Notifications", "Yjs"],
    framework: "React",
    library: "Tiptap",
    level: "Advanced",
    tryThis:
      "Select a few words in one window and comment on them. Mention the other window’s user with @: their bell shows the notification.",
    hasUsers: true,
    reading: [
      { file: "text-editor.tsx", what: "Tiptap on the room’s Yjs document, with carets and comments." },
      { file: "text-threads.tsx", what: "Threads next to the commented text, or above it on a phone." },
      {
        file: "inbox-panel.tsx",
        what: "Notifications for mentions and replies, marked as read individually or all at once.",
      },
      { file: "app.tsx", what: "Authenticates the user and resolves user names." },
      { file: "begin-text.ts", what: "Writes the initial content of a new room once." },
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
    line: "Comments pinned to an image, to move, answer and resolve.",
    features: ["Comments", "Presence"],
    framework: "React",
    level: "Advanced",
    tryThis: "Click the plan in one window to pin a comment. Drag the pin in the other and resolve the thread.",
    hasUsers: true,
    reading: [
      { file: "thread-pin.tsx", what: "A pinned thread, with the ready-made pin and thread components." },
      { file: "draft-pin.tsx", what: "A new thread, with its position as metadata." },
      { file: "use-pin-moves.ts", what: "Moves a pin by dragging or with the arrow keys." },
      { file: "use-unread.ts", what: "The threads that the user has not read." },
    ],
    related: [
      { title: "Comments", href: "/docs/ready-made-features/comments" },
      { title: "Thread metadata", href: "/docs/ready-made-features/comments/metadata" },
      { title: "Get started with comments", href: "/docs/get-started/react-comments" },
    ],
  },
  {
    name: "code-review",
    title: "Code review",
    line: "A change with comments on lines, viewed files per user, and approvals.",
    features: ["Comments", "Storage", "Presence"],
    framework: "React",
    library: "Lezer",
    level: "Advanced",
    tryThis:
      "Drag over line numbers in one window to comment on them. Resolve the thread in the other, then approve the change.",
    hasUsers: true,
    reading: [
      { file: "line-composer.tsx", what: "Begins a thread, with its file and lines as metadata." },
      { file: "lines.ts", what: "Ranges of lines, and the metadata of threads read back." },
      { file: "use-review.ts", what: "Storage: viewed files and verdicts, with keys for each user." },
      { file: "diff-table.tsx", what: "The lines of a file, selected by pointer, touch or arrow keys." },
      { file: "use-readers.ts", what: "Presence: the file on screen and the selected lines." },
    ],
    related: [
      { title: "Comments", href: "/docs/ready-made-features/comments" },
      { title: "Thread metadata", href: "/docs/ready-made-features/comments/metadata" },
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
    ],
  },
  {
    name: "video-review",
    title: "Video review",
    line: "Comments at moments of a video, and playback that others can follow.",
    features: ["Comments", "Presence"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Click the picture in one window to comment on a moment. In the other, follow the first user, then press Play.",
    hasUsers: true,
    reading: [
      { file: "picture.tsx", what: "The video, with the threads around its current moment as pins." },
      { file: "moment.ts", what: "The metadata of a thread: a time, and a place in the picture." },
      { file: "use-playback.ts", what: "Presence: the position of the user’s video, and whether it plays." },
      { file: "use-follow.ts", what: "Plays, pauses and seeks with another user." },
    ],
    related: [
      { title: "Comments", href: "/docs/ready-made-features/comments" },
      { title: "Thread metadata", href: "/docs/ready-made-features/comments/metadata" },
      { title: "Presence", href: "/docs/ready-made-features/presence" },
    ],
  },
  {
    name: "pdf-annotation",
    title: "PDF annotation",
    line: "A document with shared highlights, comments on text and pins, and the page that each user reads.",
    features: ["Comments", "Storage", "Presence"],
    framework: "React",
    library: "PDF.js",
    level: "Advanced",
    tryThis: "Select text in one window and press Highlight or Comment. Undo removes your own highlights only.",
    hasUsers: true,
    reading: [
      { file: "use-selection.ts", what: "The selected text as rectangles of a page." },
      { file: "rects.ts", what: "Rectangles in fractions of a page, written as a short text for metadata." },
      { file: "use-highlights.ts", what: "Storage: a map with one object per highlight." },
      { file: "sheet-of-paper.tsx", what: "A page with its text, highlights and threads." },
      { file: "use-readers.ts", what: "Presence: the page on the screen of each user." },
    ],
    related: [
      { title: "Comments", href: "/docs/ready-made-features/comments" },
      { title: "Thread metadata", href: "/docs/ready-made-features/comments/metadata" },
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
    ],
  },
  {
    name: "spreadsheet-comments",
    title: "Spreadsheet with comments",
    line: "A sheet with threads on its cells, which move with inserted rows.",
    features: ["Comments", "Storage", "Presence"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Comment on a cell in one window, then insert a row above it in the other. The thread moves with its cell.",
    hasUsers: true,
    reading: [
      { file: "cell-threads.tsx", what: "The threads of a cell, with the IDs of its row and column as metadata." },
      { file: "references.ts", what: "References of formulas, stored with the IDs of rows." },
      { file: "use-cells.ts", what: "Storage: the order of the rows and the input of each cell." },
      { file: "read-sheet.ts", what: "Cells by their current names, whatever other clients have stored." },
    ],
    related: [
      { title: "Comments", href: "/docs/ready-made-features/comments" },
      { title: "Thread metadata", href: "/docs/ready-made-features/comments/metadata" },
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
    ],
  },
  {
    name: "notification-centre",
    title: "Notification center",
    line: "An inbox for threads and custom notification kinds, with unread counts, filters, and settings per channel and room.",
    features: ["Notifications"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Have your colleague mention, invite or reply to you. Open a thread, mark the rest as read, and choose channels.",
    hasUsers: true,
    reading: [
      {
        file: "inbox/inbox-panel.tsx",
        what: "The inbox: ready-made components, filters, marking as read and deleting.",
      },
      { file: "inbox/kinds.tsx", what: "Components for custom kinds." },
      { file: "back-end/notify.ts", what: "Notifies a user from the back end." },
      { file: "inbox/use-inbox-refresh.ts", what: "Refreshes the inbox when notifications change." },
      { file: "settings/channel-settings.tsx", what: "Channel settings for each kind." },
      { file: "settings/room-setting.tsx", what: "The subscription settings of a room." },
    ],
    related: [
      { title: "Notifications", href: "/docs/ready-made-features/notifications" },
      { title: "Notification settings", href: "/docs/ready-made-features/notifications/concepts" },
    ],
  },
  {
    name: "ai-chat",
    title: "AI chat",
    line: "A copilot that looks up a shop’s orders and cancels one after you confirm, with chat history.",
    features: ["AI"],
    framework: "React",
    level: "Basic",
    tryThis:
      "Ask which orders have not been sent, then ask to cancel one and confirm. Each window is a different user with their own chats.",
    hasUsers: true,
    reading: [
      { file: "shop-chat.tsx", what: "The ready-made chat, with tools, knowledge and suggestions." },
      { file: "tools/cancel-order.tsx", what: "A tool that waits until the user confirms." },
      { file: "tools/find-orders.tsx", what: "A tool that runs without confirmation and shows its results." },
      { file: "chat-list.tsx", what: "The user’s chats, with titles, pagination and deletion." },
      { file: "use-open-chat.ts", what: "Chooses the IDs of chats in the application." },
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
    line: "A shared board, with a copilot that adds, moves and deletes cards after you confirm.",
    features: ["AI", "Storage", "Presence"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Ask the copilot in one window for new cards and confirm: they appear in the other. One undo reverts the whole change.",
    hasUsers: true,
    reading: [
      { file: "board-chat.tsx", what: "The chat, with the current board as knowledge." },
      { file: "tools/add-cards.tsx", what: "A tool that changes Storage when the user confirms." },
      { file: "use-card-edits.ts", what: "Storage: the edits used by buttons and tools." },
      { file: "tools/changed.ts", what: "Reports the result of a change to the copilot." },
      { file: "app.tsx", what: "Connects the room’s board and the user’s chat." },
    ],
    related: [
      { title: "Letting a copilot edit Storage", href: "/docs/guides/a-copilot-that-edits-your-app" },
      { title: "Storage", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage" },
      { title: "AI copilots", href: "/docs/ready-made-features/ai-copilots" },
    ],
  },
  {
    name: "ai-writing-assistant",
    title: "AI writing assistant",
    line: "A shared text with an assistant that rewrites, shortens, translates and continues what you select.",
    features: ["AI", "Yjs", "Presence"],
    framework: "React",
    library: "Tiptap",
    level: "Advanced",
    tryThis:
      "Select a paragraph and ask for a shorter one. The proposal is yours alone until you accept it; then the other window has it, too.",
    hasUsers: true,
    reading: [
      { file: "writing-editor.tsx", what: "Tiptap with Weft’s extension, its toolbars and the AI toolbar." },
      { file: "use-assistant.ts", what: "Asks the server’s copilot, and shows others who is waiting." },
      { file: "suggestions.tsx", what: "The prompts that the toolbar suggests." },
      { file: "built-in-answer.ts", what: "The answer without a language model." },
    ],
    related: [
      { title: "AI copilots", href: "/docs/ready-made-features/ai-copilots" },
      { title: "Weft with Yjs", href: "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs" },
    ],
  },
  {
    name: "agent-flowchart",
    title: "Agent flowchart",
    line: "A flowchart with agents whose proposals everyone sees as pending steps, until they are confirmed or rejected.",
    features: ["AI", "Storage", "Presence"],
    framework: "React",
    library: "React Flow",
    level: "Advanced",
    tryThis:
      "Ask the agent in one window for steps: both windows show them as pending. Confirm, and undo the whole change at once.",
    hasUsers: true,
    reading: [
      { file: "tools/propose-steps.tsx", what: "A tool that proposes, and changes Storage when the user confirms." },
      { file: "tools/pending-proposal.tsx", what: "Presence: a proposal is shown for as long as the user decides." },
      { file: "use-agents.ts", what: "The agents in the room, with what they propose." },
      { file: "proposal.ts", what: "Checks proposals and places their steps in the chart." },
      { file: "use-chart-edits.ts", what: "Storage: the edits by users and agents, each one undo step." },
    ],
    related: [
      { title: "Letting a copilot edit Storage", href: "/docs/guides/a-copilot-that-edits-your-app" },
      { title: "Tools", href: "/docs/ready-made-features/ai-copilots/tools" },
    ],
  },
  {
    name: "webhook-receiver",
    title: "Webhook receiver",
    line: "Webhook events of a room as they arrive, each with its headers, payload and signature check.",
    features: ["Webhooks"],
    framework: "React",
    level: "Advanced",
    tryThis:
      "Change the room: its events arrive in both windows. Open a delivery and send an altered copy: the handler refuses it.",
    hasUsers: true,
    reading: [
      {
        file: "receiver/verify.ts",
        what: "Verifies with WebhookHandler from @weft/node that a request comes from Weft.",
      },
      {
        file: "receiver/server.ts",
        what: "A Node.js receiver that verifies, stores and streams requests.",
      },
      { file: "receiver/register.ts", what: "Adds the endpoint to a project through the management API." },
      { file: "deliveries/use-demo-receiver.ts", what: "For the preview: receives real deliveries from the server." },
      { file: "actions.tsx", what: "Buttons that cause each event." },
    ],
    related: [
      { title: "Webhooks", href: "/docs/platform/webhooks" },
      { title: "WebhookHandler", href: "/docs/api-reference/weft-node/webhooks#webhookhandler" },
    ],
  },
];

/** A whole application to start from: a folder in `examples/`, and a page of the documentation. The site does not run it. */
export interface StarterKit {
  readonly name: string;
  readonly title: string;
  readonly line: string;
}

/** The other templates of `create-weft`. */
export const starterKits: readonly StarterKit[] = [
  {
    name: "starter-kit",
    title: "Next.js starter kit",
    line: "A document app: sign-in, sharing, whiteboards, texts with comments, and an inbox.",
  },
];

export function findExample(name: string | undefined): Example | undefined {
  return examples.find((example) => example.name === name);
}
