export interface Question {
  readonly question: string;
  /** Each of these pages answers it. */
  readonly pages: readonly string[];
}

const features = "docs/ready-made-features";
const ask = (question: string, ...pages: readonly string[]): Question => ({ question, pages });

/** Questions as people ask them, not in the words of the pages. */
export const questions: readonly Question[] = [
  ask(
    "How do I show live cursors of other people?",
    `${features}/presence`,
    "guides/cursors-on-scrolling-and-zooming-pages",
  ),
  ask(
    "Where are rooms stored on disk and how do I back them up?",
    "docs/platform/data-storage",
    "docs/platform/self-hosting/operations",
  ),
  ask(
    "How can I check that a webhook really comes from my server?",
    "guides/verifying-webhooks",
    "docs/platform/webhooks",
  ),
  ask(
    "What is the difference between access tokens and ID tokens?",
    "docs/authentication",
    "guides/moving-from-access-tokens-to-id-tokens",
  ),
  ask(
    "How do I send an email when someone has unread comments?",
    "guides/email-for-unread-comments",
    `${features}/comments/email-notifications`,
  ),
  ask("Can users undo only their own changes?", "guides/undo-that-respects-other-people"),
  ask("How do I put nginx in front of the server?", "guides/self-hosting-behind-a-reverse-proxy"),
  ask("Why does my Yjs document get bigger and bigger?", "guides/why-a-ydoc-keeps-growing"),
  ask("Delete rooms that nobody uses any more", "guides/cleaning-up-old-rooms"),
  ask("How do I let someone view a room without editing?", "guides/read-only-viewers"),
  ask("What happens when two people edit the same value at once?", "guides/how-conflicts-are-resolved"),
  ask("How to restore an earlier version of a document", "guides/version-history-with-restore"),
  ask("Change the colors of comments in dark mode", `${features}/comments/styling-and-customization`),
  ask(
    "How do I mention a whole team in a comment?",
    "guides/group-mentions",
    `${features}/comments/users-and-mentions`,
  ),
  ask("Show who is typing", "guides/typing-and-selection-indicators"),
  ask("How do I filter rooms by metadata?", "guides/finding-rooms-with-queries", "docs/rooms/metadata"),
  ask(
    "The connection closes with a code, what does it mean?",
    "guides/debugging-a-connection",
    "docs/platform/websocket-infrastructure",
  ),
  ask("How many people can be in one room?", "docs/platform/limits", "guides/when-a-room-is-full"),
  ask(
    "Use PostgreSQL instead of SQLite",
    "docs/platform/self-hosting/operations",
    "docs/platform/self-hosting/configuration",
    "docs/platform/self-hosting",
    "docs/tools/cli",
  ),
  ask("Which environment variables configure the server?", "docs/platform/self-hosting/configuration"),
  ask("Run integration tests in GitHub Actions", "guides/running-in-ci-with-a-local-server"),
  ask("How do I move my documents from another Yjs server?", "guides/moving-from-another-yjs-server"),
  ask("Let visitors without an account join", "guides/guests-and-anonymous-visitors"),
  ask("Separate my customers' rooms from each other", "docs/authentication/tenants"),
  ask("How can I change Storage from my back end?", "guides/editing-storage-from-your-server"),
  ask("Read the text of a document on the server", "guides/reading-a-ydoc-on-the-server"),
  ask("atob is not defined in React Native", "docs/errors/weft-client/atob-polyfill"),
  ask("Multiple copies of the client are loaded", "docs/errors/dupes", "docs/errors/cross-linked"),
  ask("How do I pin comments on a canvas?", "guides/pinning-comments-to-a-canvas"),
  ask("Create projects from a script", "docs/platform/management-api"),
  ask("Invite a colleague to my team", "docs/platform/account-management/manage-team-members"),
  ask("Import old comments from another tool", "guides/importing-comments-from-another-system"),
  ask("My list with thousands of items is slow", "guides/large-lists-without-slowdowns"),
  ask(
    "How do I make a collaborative text editor with Tiptap?",
    `${features}/multiplayer-editing/text-editor/tiptap`,
    "docs/get-started/nextjs-tiptap",
    "docs/get-started/react-tiptap",
  ),
  ask(
    "Fill a new room with default content only once",
    "guides/initial-storage-the-safe-way",
    "guides/default-content-in-tiptap",
  ),
  ask("Count unread notifications in React", `${features}/notifications/hooks`),
  ask("Send my own kind of notification from the back end", "guides/custom-notifications"),
  ask("Rename a room while people are connected", "guides/renaming-rooms-without-losing-people", "docs/rooms"),
  ask("Load a room before the user opens the page", "guides/prewarming-rooms-before-navigation"),
  ask("Should I use Storage or Yjs?", `${features}/multiplayer-editing/sync-engine`),
];
