/**
 * Who is notified of a comment, and who is subscribed by it. `SPEC.md`, "Who is notified", states the rules by number.
 *
 *   author ───────────────► subscribed, unless the room's setting is `none`; never notified
 *   mentioned users ──────► subscribed, unless they unsubscribed; notified, unless the setting is `none`
 *   setting `all` ────────► subscribed to a new thread; notified
 *   other subscribers ────► notified
 */
import type { SubscriptionReason, SubscriptionRecord, SubscriptionSettings } from "./thread-records.ts";

export const defaultSettings: SubscriptionSettings = { threads: "replies_and_mentions", textMentions: "mine" };

export interface CommentCircumstances {
  readonly author: string;
  /** Users whom the comment mentions, members of mentioned groups among them, in the order of the text. */
  readonly mentioned: readonly string[];
  /** Whether it is the first comment of its thread. */
  readonly opensThread: boolean;
  /** Subscriptions to the thread, those of users who unsubscribed among them. */
  readonly subscriptions: readonly SubscriptionRecord[];
  /** Stored settings of users in the room; others have the defaults. */
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
  mentioned,
  opensThread,
  subscriptions,
  settings,
  cannotRead,
}: CommentCircumstances): Notified {
  const settingOf = (userId: string) => (settings.get(userId) ?? defaultSettings).threads;
  const others = [...new Set(mentioned)].filter((userId) => userId !== author);
  const reached = others.filter((userId) => settingOf(userId) !== "none" && !cannotRead(userId));
  const watching = opensThread
    ? [...settings].flatMap(([userId, { threads }]) => (threads === "all" ? [userId] : []))
    : subscriptions.flatMap(({ userId, subscribed }) => (subscribed ? [userId] : []));
  const watchers = watching.filter((userId) => userId !== author && !cannotRead(userId));
  return {
    notify: [...new Set([...reached, ...watchers])],
    subscribe: [
      ...reached.map((userId) => ({ userId, reason: "mention" as const })),
      ...(opensThread ? watchers.map((userId) => ({ userId, reason: "all" as const })) : []),
    ],
    resubscribe: settingOf(author) === "none" ? [] : [{ userId: author, reason: "participant" }],
  };
}

/** Who is notified of an edit: users whom the comment did not mention before. Nobody else, and no one is subscribed anew. */
export function notifiedOfEdit(circumstances: CommentCircumstances, mentionedBefore: readonly string[]): Notified {
  const before = new Set(mentionedBefore);
  const mentioned = circumstances.mentioned.filter((userId) => !before.has(userId));
  return { ...notifiedOf({ ...circumstances, mentioned, opensThread: false, subscriptions: [] }), resubscribe: [] };
}
