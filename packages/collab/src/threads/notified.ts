/**
 * Who is notified of a comment, and who is subscribed by it. `SPEC.md`, "Who is notified", states the rules by number.
 *
 *   author ───────────────► subscribed, unless the room's setting is `none`; never notified
 *   mentioned users ──────► subscribed, unless they unsubscribed; notified, unless the setting is `none`
 *   setting `all` ────────► subscribed to a new thread; notified
 *   other subscribers ────► notified
 */
import type { SubscriptionReason, SubscriptionSettings } from "./thread-records.ts";

export const defaultSettings: SubscriptionSettings = { threads: "replies_and_mentions", textMentions: "mine" };

export interface CommentCircumstances {
  readonly author: string;
  /** The author is not signed in, and is subscribed to nothing. */
  readonly isAnonymous?: boolean;
  /** Users whom the comment mentions, members of mentioned groups among them, in the order of the text. */
  readonly mentioned: readonly string[];
  /** Whether it is the first comment of its thread. */
  readonly opensThread: boolean;
  /** Users who are subscribed to the thread. */
  readonly subscribers: readonly string[];
  /** Of a new thread: users whose setting in the room is `all`. */
  readonly watchers: readonly string[];
  /** Stored settings of these users in the room; others have the defaults. */
  readonly settings: ReadonlyMap<string, SubscriptionSettings>;
  /** Whether the room is known to keep the thread from a user. */
  readonly cannotRead: (userId: string) => boolean;
}

export interface Notified {
  /** In the order in which they matter: mentioned users first. */
  readonly notify: readonly string[];
  readonly subscribe: readonly { readonly userId: string; readonly reason: SubscriptionReason }[];
  /** Subscribed even if they had unsubscribed. */
  readonly resubscribe: readonly { readonly userId: string; readonly reason: SubscriptionReason }[];
}

export function notifiedOf({
  author,
  isAnonymous = false,
  mentioned,
  opensThread,
  subscribers,
  watchers: ofRoom,
  settings,
  cannotRead,
}: CommentCircumstances): Notified {
  const settingOf = (userId: string) => (settings.get(userId) ?? defaultSettings).threads;
  const others = [...new Set(mentioned)].filter((userId) => userId !== author);
  const reached = others.filter((userId) => settingOf(userId) !== "none" && !cannotRead(userId));
  const watchers = (opensThread ? ofRoom : subscribers).filter((userId) => userId !== author && !cannotRead(userId));
  return {
    notify: [...new Set([...reached, ...watchers])],
    subscribe: [
      ...reached.map((userId) => ({ userId, reason: "mention" as const })),
      ...(opensThread ? watchers.map((userId) => ({ userId, reason: "all" as const })) : []),
    ],
    resubscribe: isAnonymous || settingOf(author) === "none" ? [] : [{ userId: author, reason: "participant" }],
  };
}

/** The users to notify of an edit: only those whom the comment did not mention before. No one is subscribed anew. */
export function notifiedOfEdit(circumstances: CommentCircumstances, mentionedBefore: readonly string[]): Notified {
  const before = new Set(mentionedBefore);
  const mentioned = circumstances.mentioned.filter((userId) => !before.has(userId));
  return { ...notifiedOf({ ...circumstances, mentioned, opensThread: false, subscribers: [] }), resubscribe: [] };
}
