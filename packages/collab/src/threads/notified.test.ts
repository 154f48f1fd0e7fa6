import { expect, test } from "vitest";
import { notifiedOf, notifiedOfEdit } from "./notified.ts";
import type { CommentCircumstances } from "./notified.ts";
import type { SubscriptionSettings } from "./thread-records.ts";

type Setting = SubscriptionSettings["threads"];

function circumstances(
  change: Partial<Omit<CommentCircumstances, "settings" | "subscribers" | "watchers">> & {
    readonly settings?: Readonly<Record<string, Setting>>;
    /** False for users who unsubscribed. */
    readonly subscribed?: Readonly<Record<string, boolean>>;
  } = {},
): CommentCircumstances {
  const { settings = {}, subscribed = {}, ...others } = change;
  return {
    author: "ada",
    mentioned: [],
    opensThread: false,
    cannotRead: () => false,
    ...others,
    settings: new Map(
      Object.entries(settings).map(([userId, threads]) => [userId, { threads, textMentions: "mine" } as const]),
    ),
    subscribers: Object.entries(subscribed).flatMap(([userId, holds]) => (holds ? [userId] : [])),
    watchers: Object.entries(settings).flatMap(([userId, threads]) => (threads === "all" ? [userId] : [])),
  };
}

/** As `user:reason`, for those who are subscribed by a comment. */
const subscribed = ({ subscribe, resubscribe }: ReturnType<typeof notifiedOf>) =>
  [...resubscribe, ...subscribe].map(({ userId, reason }) => `${userId}:${reason}`);

test("[NO1] [NO2] an author is subscribed, even again, and not notified", () => {
  const notified = notifiedOf(circumstances({ mentioned: ["ada"], subscribed: { ada: false } }));
  expect(notified).toEqual({ notify: [], subscribe: [], resubscribe: [{ userId: "ada", reason: "participant" }] });
  expect(subscribed(notifiedOf(circumstances({ settings: { ada: "none" } })))).toEqual([]);
});

test("[NO3] mentioned users are notified and subscribed, unless they want nothing of the room", () => {
  const notified = notifiedOf(
    circumstances({ mentioned: ["bob", "eve", "bob"], settings: { eve: "none", bob: "replies_and_mentions" } }),
  );
  expect(notified.notify).toEqual(["bob"]);
  // The store does not change users who have unsubscribed.
  expect(notified.subscribe).toEqual([{ userId: "bob", reason: "mention" }]);
});

test("[NO3] [NO6] a mention reaches a user who unsubscribed; a comment without one does not", () => {
  expect(notifiedOf(circumstances({ mentioned: ["bob"], subscribed: { bob: false } })).notify).toEqual(["bob"]);
  expect(notifiedOf(circumstances({ subscribed: { bob: false, eve: true } })).notify).toEqual(["eve"]);
});

test("[NO5] a new thread reaches users who want all threads of the room, and later comments reach subscribers alone", () => {
  const settings = { bob: "all", eve: "none", carol: "replies_and_mentions", ada: "all" } as const;
  const opened = notifiedOf(circumstances({ opensThread: true, settings }));
  expect(opened.notify).toEqual(["bob"]);
  expect(subscribed(opened)).toEqual(["ada:participant", "bob:all"]);
  expect(notifiedOf(circumstances({ settings })).notify).toEqual([]);
});

test("[NO7] a subscription that a user chose after the setting `none` holds", () => {
  const chosen = circumstances({ settings: { bob: "none" }, subscribed: { bob: true } });
  expect(notifiedOf(chosen).notify).toEqual(["bob"]);
});

test("[NO8] users who cannot read the thread are left out", () => {
  const notified = notifiedOf(
    circumstances({
      mentioned: ["bob"],
      settings: { eve: "all" },
      opensThread: true,
      cannotRead: (userId) => userId !== "ada",
    }),
  );
  expect(notified.notify).toEqual([]);
  expect(subscribed(notified)).toEqual(["ada:participant"]);
});

test("[NO10] an edit reaches users who are newly mentioned, and subscribes no one else", () => {
  const edit = circumstances({ mentioned: ["bob", "eve"], subscribed: { carol: true }, settings: { dan: "all" } });
  const notified = notifiedOfEdit(edit, ["bob"]);
  expect(notified.notify).toEqual(["eve"]);
  expect(subscribed(notified)).toEqual(["eve:mention"]);
});
