/** Who is subscribed to threads, and what users ask for in rooms: who is notified of a comment follows from both. */
import { WeftError } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { keysetPage } from "../keyset-page.ts";
import { defaultSettings } from "./notified.ts";
import type { NotificationOfUser, SubscriptionRecord, SubscriptionSettings, ThreadRecords } from "./thread-records.ts";

/** Every call rejects with ROOM_NOT_FOUND for a missing room. */
export interface Subscriptions {
  /** RESOURCE_NOT_FOUND for a missing thread. */
  subscribe(room: RoomAddress, thread: string, userId: string): Promise<SubscriptionRecord>;
  /** RESOURCE_NOT_FOUND for a missing thread. */
  unsubscribe(room: RoomAddress, thread: string, userId: string): Promise<void>;
  /** Those that hold, in pages. */
  ofThread(room: RoomAddress, thread: string): AsyncIterable<readonly SubscriptionRecord[]>;
  /** In pages. */
  notificationsOfThread(room: RoomAddress, thread: string): AsyncIterable<readonly NotificationOfUser[]>;

  settings(room: RoomAddress, userId: string): Promise<SubscriptionSettings>;
  /** Absent members stay. The settings afterwards. */
  changeSettings(
    room: RoomAddress,
    userId: string,
    change: Partial<SubscriptionSettings>,
  ): Promise<SubscriptionSettings>;
  /** Back to the defaults. */
  deleteSettings(room: RoomAddress, userId: string): Promise<void>;
  /** By room. */
  settingsOfUser(
    project: ProjectId,
    userId: string,
    page: { readonly limit: number; readonly cursor?: string },
  ): Promise<{
    readonly settings: readonly (SubscriptionSettings & { readonly room: RoomId })[];
    readonly nextCursor: string | null;
  }>;
}

export interface SubscriptionsOptions {
  readonly records: ThreadRecords;
  readonly cursors: Cursors;
  readonly now?: () => number;
}

/** What a new setting of threads makes of the subscriptions that are there. */
const rewrites = { all: "all", none: "none", replies_and_mentions: "own" } as const;

export function createSubscriptions({ records, cursors, now = Date.now }: SubscriptionsOptions): Subscriptions {
  const set = async (room: RoomAddress, threadId: string, userId: string, subscribed: boolean) => {
    const at = now();
    const subscription = { threadId, userId, subscribed, reason: "explicit", createdAt: at } as const;
    if (!(await records.setSubscription(room, subscription, at)))
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "Thread not found" });
    return subscription;
  };
  const stored = async (room: RoomAddress, userId: string) => (await records.settings(room, [userId])).get(userId);
  const store = async (
    room: RoomAddress,
    userId: string,
    before: SubscriptionSettings | undefined,
    after: SubscriptionSettings | undefined,
  ) => {
    const threads = (after ?? defaultSettings).threads;
    const rewrite = threads === (before ?? defaultSettings).threads ? undefined : rewrites[threads];
    if (!(await records.setSettings(room, userId, after, rewrite, now()))) throw new WeftError("ROOM_NOT_FOUND");
  };

  return {
    async subscribe(room, thread, userId) {
      const before = (await records.ofUser(room, userId, [thread])).subscriptions[0];
      return before?.reason === "explicit" ? before : set(room, thread, userId, true);
    },
    async unsubscribe(room, thread, userId) {
      await set(room, thread, userId, false);
    },
    ofThread: (room, thread) => records.subscriptions(room, thread),
    notificationsOfThread: (room, thread) => records.notifications(room, thread),

    async settings(room, userId) {
      return (await stored(room, userId)) ?? defaultSettings;
    },
    async changeSettings(room, userId, change) {
      const before = await stored(room, userId);
      const { threads, textMentions } = before ?? defaultSettings;
      const after = { threads: change.threads ?? threads, textMentions: change.textMentions ?? textMentions };
      // Asking for the same again overrides what was chosen for single threads meanwhile.
      const named = change.threads !== undefined;
      if (named && !(await records.setSettings(room, userId, after, rewrites[after.threads], now())))
        throw new WeftError("ROOM_NOT_FOUND");
      if (!named) await store(room, userId, before, after);
      return after;
    },
    async deleteSettings(room, userId) {
      await store(room, userId, await stored(room, userId), undefined);
    },
    async settingsOfUser(project, userId, { limit, cursor }) {
      const { items, nextCursor } = await keysetPage({
        cursors,
        scope: { project, list: `subscription settings of ${userId}` },
        limit,
        cursor,
        read: (most, key) =>
          records.settingsOfUser({ project }, userId, { limit: most, ...(key && { after: String(key[0]) }) }),
        keyOf: ({ room }) => [room],
      });
      return { settings: items, nextCursor };
    },
  };
}
