import { createCommentsServer } from "@weft/testkit/comments-server";
import { expect, test, vi } from "vitest";
import { createClient } from "../client.ts";
import { commentEditsOf, inboxEditsOf } from "./comment-edits.ts";
import { inboxOf, roomInfoOf, threadsOf, unreadCountOf, userInfoOf } from "./queries.ts";

/** Code that is loaded when it is used is compiled first. */
const eventually = (holds: () => void) => vi.waitFor(holds, { timeout: 30_000 });

function open() {
  const { clientOptions, log } = createCommentsServer();
  const asked: string[] = [];
  const client = createClient({
    ...clientOptions,
    resolveUsers: ({ userIds }) => {
      asked.push(...userIds);
      return userIds.map((id) => (id === "gone" ? undefined : { name: id.toUpperCase() }));
    },
    resolveRoomsInfo: ({ roomIds }) => roomIds.map((id) => ({ name: `Room ${id}` })),
  });
  const { room, leave } = client.enterRoom("r", { autoConnect: false });
  const errors: string[] = [];
  client.events.error.subscribe(({ message }) => errors.push(message));
  return { client, room, log, asked, errors, [Symbol.dispose]: leave };
}

test("[CS191] an edit of comments is shown at once, and taken back with an error if it is refused", async () => {
  using page = open();
  const threads = threadsOf(page.client, "r");
  expect(threadsOf(page.client, "r")).toBe(threads);
  threads.subscribe(() => {});
  await eventually(() => expect(threads.get()).toMatchObject({ data: [], hasFetchedAll: true }));
  const { createThread, createComment } = commentEditsOf(page.client, page.room);
  const thread = createThread({ body: { version: 1, content: [] } });
  const comment = createComment({ threadId: thread.id, body: { version: 1, content: [] } });
  expect(threads.get().data).toMatchObject([{ id: thread.id, comments: [{}, { id: comment.id }] }]);
  await eventually(() => expect([threads.get().data, page.errors.length]).toEqual([[], 2]));
});

test("[CS191] an edit that is made before its code is loaded is made then", async () => {
  using page = open();
  commentEditsOf(page.client, page.room).addReaction({ threadId: "th_1", commentId: "cm_1", emoji: "👍" });
  expect(page.log).toEqual([]);
  await eventually(() => expect(page.log[0]).toBe("POST /v2/c/rooms/r/threads/th_1/comments/cm_1/reactions"));
});

test("[CS191] an edit of the inbox is shown at once, and taken back if it is refused", async () => {
  using page = open();
  const [inbox, unread] = [inboxOf(page.client), unreadCountOf(page.client)];
  for (const value of [inbox, unread]) value.subscribe(() => {});
  await eventually(() => expect([inbox.get().data, unread.get().data]).toMatchObject([[{ id: "in_1" }], 1]));
  inboxEditsOf(page.client).markInboxNotificationAsRead("in_1");
  expect(inbox.get().data).toMatchObject([{ readAt: expect.any(Date) }]);
  await eventually(() => expect(inbox.get().data).toMatchObject([{ readAt: null }]));
});

test("[CS192] a user and a room are what the application knows of them, asked once, and an error if it does not", async () => {
  using page = open();
  const [ada, gone, room] = [
    userInfoOf(page.client, "ada"),
    userInfoOf(page.client, "gone"),
    roomInfoOf(page.client, "r"),
  ];
  for (const value of [ada, ada, gone, room]) value.subscribe(() => {});
  await eventually(() =>
    expect([ada.get(), room.get()]).toEqual([
      { isLoading: false, data: { name: "ADA" } },
      { isLoading: false, data: { name: "Room r" } },
    ]),
  );
  await eventually(() => expect(gone.get().error?.message).toContain("There is no user gone"));
  expect([userInfoOf(page.client, "ada"), page.asked]).toEqual([ada, ["ada", "gone"]]);
});
