import { afterAll, beforeAll, expect, test } from "vitest";
import { mentions, says } from "../support/comment-body.ts";
import { eventually } from "../support/eventually.ts";
import type { EnterOptions, Lobby, Visit } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

type User = Visit<never, never>;

/** A user with an access token who has entered the room. */
function enter(roomId: string, userId: string, scopes: readonly string[] = ["*:write"]): User {
  const auth: EnterOptions<never, never>["auth"] = async () => ({
    token: await lobby.accessToken(userId, { "*": scopes }),
  });
  return lobby.enter<never, never>(roomId, { auth });
}

const connected = (...users: readonly User[]) =>
  eventually(() => {
    for (const { room } of users) expect(room.getStatus()).toBe("connected");
  });

/** The events of comments that a user's sockets have received, in order. */
function eventsOf({ frames }: User): { readonly type: number }[] {
  const messages = frames.flatMap(({ direction, text }) =>
    direction === "received" && text !== "pong"
      ? [JSON.parse(text) as { type: number } | { type: number }[]].flat()
      : [],
  );
  return messages.filter(({ type }) => type >= 400 && type < 410);
}

/** The events, once there are this many. */
async function heard(user: User, count: number) {
  await eventually(() => expect(eventsOf(user).length).toBeGreaterThanOrEqual(count));
  return eventsOf(user);
}

async function status(call: Promise<unknown>): Promise<number> {
  const thrown = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(thrown).toBeInstanceOf(Error);
  return (thrown as { status: number }).status;
}

test("every change is announced to all connections, including the author's, in order", async () => {
  const roomId = await lobby.newRoom();
  const [alice, bob] = [enter(roomId, "alice"), enter(roomId, "bob", ["*:read"])];
  const deaf = enter(roomId, "deaf", ["*:write", "comments:none"]);
  const stranger = enter(roomId, "stranger", ["*:write", "comments:private:none"]);
  await connected(alice, bob, deaf, stranger);
  const { room } = alice;

  const thread = await room.createThread({ metadata: undefined, body: says("one") });
  const threadId = thread.id;
  const commentId = thread.comments[0]!.id;
  const second = await room.createComment({ threadId, body: says("two") });
  await room.editComment({ threadId, commentId: second.id, body: says("2") });
  await room.editThreadMetadata({ threadId, metadata: { a: 1 } });
  await room.editCommentMetadata({ threadId, commentId, metadata: { a: 1 } });
  const reaction = { threadId, commentId, emoji: "👩🏽‍🚀" };
  const added = await room.addReaction(reaction);
  // A repeated value is not a change, and is not announced.
  expect(await room.addReaction(reaction)).toEqual(added);
  await room.removeReaction(reaction);
  await room.removeReaction(reaction);
  await room.markThreadAsResolved(threadId);
  await room.markThreadAsResolved(threadId);
  await room.markThreadAsUnresolved(threadId);
  await room.deleteComment({ threadId, commentId: second.id });
  await room.deleteComment({ threadId, commentId });

  const expected = [
    { type: 400, threadId },
    { type: 402, threadId, commentId },
    { type: 402, threadId, commentId: second.id },
    { type: 403, threadId, commentId: second.id },
    { type: 401, threadId },
    { type: 409, threadId, commentId },
    { type: 405, threadId, commentId, emoji: "👩🏽‍🚀" },
    { type: 406, threadId, commentId, emoji: "👩🏽‍🚀" },
    { type: 408, threadId },
    { type: 408, threadId },
    { type: 404, threadId, commentId: second.id },
    { type: 404, threadId, commentId },
    { type: 407, threadId },
  ];
  for (const user of [alice, bob, stranger]) expect(await heard(user, expected.length)).toEqual(expected);

  const secret = await room.createThread({ metadata: undefined, body: says("psst"), visibility: "private" });
  await room.deleteThread(secret.id);
  const open = await room.createThread({ metadata: undefined, body: says("all") });
  const private_ = [
    { type: 400, threadId: secret.id },
    { type: 402, threadId: secret.id, commentId: secret.comments[0]!.id },
    { type: 407, threadId: secret.id },
  ];
  const public_ = [
    { type: 400, threadId: open.id },
    { type: 402, threadId: open.id, commentId: open.comments[0]!.id },
  ];
  for (const user of [alice, bob])
    expect(await heard(user, expected.length + 5)).toEqual([...expected, ...private_, ...public_]);
  expect(await heard(stranger, expected.length + 2)).toEqual([...expected, ...public_]);

  // The last broadcast has arrived, and nothing else.
  const last = new Promise((resolve) => deaf.room.events.customEvent.subscribe(({ event }) => resolve(event)));
  await lobby.api.broadcastEvent(roomId, { last: true });
  expect(await last).toEqual({ last: true });
  expect(eventsOf(deaf)).toEqual([]);
});

test("changes by back ends are announced in the same way", async () => {
  const roomId = await lobby.newRoom();
  const bob = enter(roomId, "bob");
  await connected(bob);
  const { api } = lobby;
  const thread = await api.createThread({ roomId, data: { comment: { userId: "bot", body: says("one") } } });
  const ids = { roomId, threadId: thread.id };
  const first = { ...ids, commentId: thread.comments[0]!.id };
  const data = { userId: "bot" };
  const { id: commentId } = await api.createComment({ ...ids, data: { ...data, body: says("two") } });
  await api.editComment({ ...ids, commentId, data: { body: says("2") } });
  await api.editThreadMetadata({ ...ids, data: { ...data, metadata: { a: 1 } } });
  await api.editCommentMetadata({ ...first, data: { ...data, metadata: { a: 1 } } });
  await api.addCommentReaction({ ...first, data: { ...data, emoji: "👍" } });
  await api.removeCommentReaction({ ...first, data: { ...data, emoji: "👍" } });
  await api.markThreadAsResolved({ ...ids, data });
  await api.markThreadAsUnresolved({ ...ids, data });
  await api.deleteComment({ ...ids, commentId });
  await api.deleteThread(ids);
  const types = (await heard(bob, 12)).map(({ type }) => type);
  expect(types).toEqual([400, 402, 402, 403, 401, 409, 405, 406, 408, 408, 404, 407]);
});

test("an announced change can be read at once, with the notification and subscription that it caused", async () => {
  const roomId = await lobby.newRoom();
  const [alice, bob] = [enter(roomId, "alice"), enter(roomId, "bob")];
  await connected(alice, bob);
  const read = new Promise<Awaited<ReturnType<User["room"]["getThread"]>>>((resolve, reject) =>
    bob.room.events.comments.subscribe(({ type, threadId }) => {
      if ((type as number) === 400) bob.room.getThread(threadId).then(resolve, reject);
    }),
  );
  const thread = await alice.room.createThread({ metadata: undefined, body: mentions("bob") });
  const { createdAt } = thread;
  expect(await read).toEqual({
    thread,
    inboxNotification: {
      kind: "thread",
      id: expect.stringMatching(/^in_/) as string,
      roomId,
      threadId: thread.id,
      notifiedAt: createdAt,
      readAt: null,
      organizationId: "default",
    },
    subscription: { kind: "thread", subjectId: thread.id, createdAt },
  });
});

test("polling for changes since the last answer misses none, including deletions", async () => {
  const roomId = await lobby.newRoom();
  const [alice, bob] = [enter(roomId, "alice"), enter(roomId, "bob")];
  const before = await bob.room.getThreads();
  expect(before).toMatchObject({ threads: [], inboxNotifications: [], subscriptions: [], nextCursor: null });
  expect(before.requestedAt).toBeInstanceOf(Date);
  expect(before.permissionHints).toEqual({ [roomId]: ["*:write"] });

  const thread = await alice.room.createThread({ metadata: undefined, body: mentions("bob") });
  const created = await bob.room.getThreadsSince({ since: before.requestedAt });
  expect(created.threads).toEqual({ updated: [thread], deleted: [] });
  expect(created.inboxNotifications.updated).toMatchObject([{ threadId: thread.id }]);
  expect(created.subscriptions.updated).toMatchObject([{ subjectId: thread.id }]);
  expect(created.permissionHints).toEqual({ [roomId]: ["*:write"] });

  await bob.room.unsubscribeFromThread(thread.id);
  const unsubscribed = await bob.room.getThreadsSince({ since: created.requestedAt });
  expect(unsubscribed.subscriptions).toMatchObject({ updated: [], deleted: [{ subjectId: thread.id }] });

  await alice.room.deleteThread(thread.id);
  const deleted = await bob.room.getThreadsSince({ since: created.requestedAt });
  expect(deleted.threads).toMatchObject({ updated: [], deleted: [{ id: thread.id, roomId }] });
  expect(deleted.threads.deleted[0]!.deletedAt).toBeInstanceOf(Date);
  const [notification] = created.inboxNotifications.updated;
  expect(deleted.inboxNotifications).toMatchObject({ updated: [], deleted: [{ id: notification!.id, roomId }] });
  expect((await bob.room.getThread(thread.id)).thread).toBeUndefined();
});

test("users can change only their own comments, and ids chosen by clients are kept", async () => {
  const roomId = await lobby.newRoom();
  const [alice, bob] = [enter(roomId, "alice"), enter(roomId, "bob")];
  const ids = { threadId: `th_${"-".repeat(21)}`, commentId: `cm_${"_".repeat(21)}` };
  const thread = await alice.room.createThread({ ...ids, metadata: { a: 1 }, body: says("one") });
  expect([thread.id, thread.comments[0]!.id]).toEqual([ids.threadId, ids.commentId]);
  const draft = { metadata: undefined, body: says("again") };
  expect(await status(bob.room.createThread({ ...draft, threadId: ids.threadId }))).toBe(409);
  expect(await status(bob.room.createComment({ ...ids, body: says("again") }))).toBe(409);
  expect(await status(bob.room.editComment({ ...ids, body: says("no") }))).toBe(403);
  expect(await status(bob.room.deleteComment(ids))).toBe(403);
  expect(await status(bob.room.deleteThread(ids.threadId))).toBe(403);
  // Everyone may change metadata, reactions and resolution.
  expect(await bob.room.editThreadMetadata({ ...ids, metadata: { a: null, b: "2" } })).toEqual({ b: "2" });
  await bob.room.markThreadAsResolved(ids.threadId);
  expect(await bob.room.addReaction({ ...ids, emoji: "👍" })).toMatchObject({ emoji: "👍", userId: "bob" });
  expect((await alice.room.getThread(ids.threadId)).thread).toMatchObject({
    resolved: true,
    metadata: { b: "2" },
    comments: [{ userId: "alice", body: says("one"), reactions: [{ emoji: "👍", users: [{ id: "bob" }] }] }],
  });
  expect(await status(bob.room.markThreadAsResolved("th_nothing"))).toBe(404);
});

test("a room that does not exist has no threads, and its first thread creates it", async () => {
  const roomId = lobby.newRoomId();
  const alice = enter(roomId, "alice");
  const { threads, permissionHints } = await alice.room.getThreads();
  expect([threads, permissionHints]).toEqual([[], { [roomId]: ["*:write"] }]);
  const thread = await alice.room.createThread({ metadata: undefined, body: says("one") });
  expect((await lobby.api.getThreads({ roomId })).data).toMatchObject([{ id: thread.id }]);
  const stranger = lobby.enter<never, never>(lobby.newRoomId(), {
    auth: async () => ({ token: await lobby.idToken("stranger") }),
  });
  // An ID token creates no rooms, and does not reveal which rooms exist.
  expect(await status(stranger.room.getThreads())).toBe(403);
});

test("a client with only a public key can write and read threads, comments and reactions", async () => {
  const roomId = await lobby.newRoom(["*:write"]);
  const visit = lobby.enter<never, never>(roomId);
  await connected(visit);
  const { room } = visit;
  const created = await room.createThread({
    threadId: undefined,
    metadata: {},
    body: says("Hi"),
    attachmentIds: [],
  });
  expect(created.comments[0]!.userId).toBe("anonymous");
  const comment = await room.createComment({ threadId: created.id, body: says("ok") });
  await room.addReaction({ threadId: created.id, commentId: comment.id, emoji: "👍" });
  const { threads } = await room.getThreads();
  expect(threads.map(({ id, comments }) => [id, comments.map(({ userId }) => userId)])).toEqual([
    [created.id, ["anonymous", "anonymous"]],
  ]);
  expect(threads[0]!.comments[1]!.reactions).toMatchObject([{ emoji: "👍", users: [{ id: "anonymous" }] }]);
  expect(await status(room.subscribeToThread(created.id))).toBe(403);
});
