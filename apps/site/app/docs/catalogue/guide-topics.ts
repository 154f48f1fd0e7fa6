/** What guides are about, and which guide is about what: its slug is listed under its topic. */
const topics = {
  "Designing with rooms": [
    "choosing-what-a-room-is",
    "naming-rooms-for-permissions",
    "renaming-rooms-without-losing-people",
    "finding-rooms-with-queries",
    "when-a-room-is-full",
    "prewarming-rooms-before-navigation",
    "cleaning-up-old-rooms",
  ],
  "Authentication and permissions": [
    "share-dialog-with-users-and-groups",
    "per-room-access-with-access-tokens",
    "moving-from-access-tokens-to-id-tokens",
    "signing-in-again-without-a-reload",
    "guests-and-anonymous-visitors",
    "read-only-viewers",
    "several-customers-in-one-project",
  ],
  Storage: [
    "shared-state-from-existing-usestate",
    "initial-storage-the-safe-way",
    "undo-that-respects-other-people",
    "editing-storage-from-your-server",
    "how-conflicts-are-resolved",
    "large-lists-without-slowdowns",
    "a-board-with-draggable-cards",
    "migrating-a-storage-shape",
  ],
  "Yjs and text": [
    "yjs-habits-that-scale",
    "subdocuments-for-multi-page-files",
    "reading-a-ydoc-on-the-server",
    "writing-to-a-ydoc-over-http",
    "default-content-in-tiptap",
    "version-history-with-restore",
    "why-a-ydoc-keeps-growing",
    "moving-from-another-yjs-server",
  ],
  Presence: [
    "cursors-on-scrolling-and-zooming-pages",
    "follow-a-person",
    "typing-and-selection-indicators",
    "avatars-with-your-user-database",
  ],
  Comments: [
    "pinning-comments-to-a-canvas",
    "moderating-comments-with-webhooks",
    "importing-comments-from-another-system",
    "group-mentions",
    "attachments-in-comments",
  ],
  Notifications: ["email-for-unread-comments", "custom-notifications"],
} as const satisfies Record<string, readonly string[]>;

/** Where a guide belongs whose slug no topic lists. */
const rest = "Operations and workflow";

/** Every topic, in the order of the index. */
export const guideTopics: readonly string[] = [...Object.keys(topics), rest];

/** The topic of the guide at `route`. */
export function topicOf(route: string): string {
  const slug = route.slice(route.lastIndexOf("/") + 1);
  return Object.entries<readonly string[]>(topics).find(([, slugs]) => slugs.includes(slug))?.[0] ?? rest;
}
