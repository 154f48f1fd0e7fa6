import { LiveblocksError, markdownToCommentBody } from "@liveblocks/node";
import type { CommentBody, Liveblocks } from "@liveblocks/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mentions, says } from "../support/comment-body.ts";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
let api: Liveblocks;
let roomId: string;
beforeAll(async () => {
  lobby = await openLobby();
  ({ api } = lobby);
  roomId = await lobby.newRoom();
});
afterAll(() => lobby[Symbol.asyncDispose]());

async function failure(call: Promise<unknown>): Promise<LiveblocksError> {
  const outcome = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(outcome).toBeInstanceOf(LiveblocksError);
  return outcome as LiveblocksError;
}

interface Draft {
  readonly room?: string;
  readonly userId?: string;
  readonly body?: CommentBody;
  readonly metadata?: Record<string, string | number | boolean>;
  readonly visibility?: "public" | "private";
}

function begin({ room = roomId, userId = "ada", body = says("first"), metadata, visibility }: Draft = {}) {
  return api.createThread({
    roomId: room,
    data: {
      comment: { userId, body },
      ...(metadata !== undefined && { metadata }),
      ...(visibility !== undefined && { visibility }),
    },
  });
}

describe("threads", () => {
  test("are created with a date, metadata and a visibility, and read back the same", async () => {
    const createdAt = new Date("2020-02-29T12:00:00.123Z");
    const thread = await api.createThread({
      roomId,
      data: {
        metadata: { x: 12.5, pinned: true, "a key 'with' \"marks\"": "" },
        visibility: "private",
        comment: {
          userId: "ada 😀/%2F",
          createdAt,
          metadata: { draft: false },
          body: markdownToCommentBody("Hello **world**, see [this](https://example.com)\n\nsecond"),
        },
      },
    });
    expect(thread).toEqual({
      type: "thread",
      id: expect.stringMatching(/^th_[\w-]{21}$/) as string,
      roomId,
      createdAt,
      updatedAt: createdAt,
      metadata: { x: 12.5, pinned: true, "a key 'with' \"marks\"": "" },
      resolved: false,
      visibility: "private",
      comments: [
        {
          type: "comment",
          id: expect.stringMatching(/^cm_[\w-]{21}$/) as string,
          threadId: thread.id,
          roomId,
          userId: "ada 😀/%2F",
          createdAt,
          body: markdownToCommentBody("Hello **world**, see [this](https://example.com)\n\nsecond"),
          reactions: [],
          attachments: [],
          metadata: { draft: false },
        },
      ],
    });
    expect(await api.getThread({ roomId, threadId: thread.id })).toEqual(thread);
    expect((await api.getThreads({ roomId })).data).toContainEqual(thread);
    expect((await begin()).visibility).toBe("public");
  });

  test("are deleted once, and only in a room that exists", async () => {
    const { id: threadId } = await begin();
    await api.deleteThread({ roomId, threadId });
    const again = await failure(api.deleteThread({ roomId, threadId }));
    expect([again.status, again.message]).toEqual([404, "Thread not found"]);
    expect((await failure(api.getThread({ roomId, threadId }))).status).toBe(404);
    const elsewhere = await failure(api.getThread({ roomId: "nowhere", threadId }));
    expect([elsewhere.status, elsewhere.message]).toEqual([404, expect.stringMatching(/^Room not found/)]);
    expect(String(elsewhere)).toContain("404");
    expect((await failure(api.getThreads({ roomId: "nowhere" }))).status).toBe(404);
    expect((await failure(begin({ room: "nowhere" }))).status).toBe(404);
  });

  test("are refused with the name of the invalid member", async () => {
    const draft = { comment: { userId: "ada", body: says("x") } };
    const wrong = (data: object) => failure(api.createThread({ roomId, data: data as never }));
    const cases: readonly (readonly [object, string])[] = [
      [{ comment: { userId: "ada" } }, "'comment': missing key: 'body'"],
      [{ comment: { body: says("x") } }, "'comment': missing key: 'userId'"],
      [{ ...draft, visibility: "secret" }, "visibility"],
      [{ ...draft, metadata: { a: null } }, "metadata"],
      [{ ...draft, metadata: { a: { b: 1 } } }, "metadata"],
      [{ ...draft, metadata: { ["k".repeat(41)]: 1 } }, "metadata"],
      [{ ...draft, metadata: { a: "v".repeat(4_001) } }, "metadata"],
      [{ ...draft, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])) }, "metadata"],
      [{ ...draft, comment: { ...draft.comment, attachmentIds: [`at_${"x".repeat(21)}`] } }, "attachmentIds"],
      [{ ...draft, comment: { userId: "ada", body: { version: 2, content: [] } } }, "comment.body"],
      [
        { comment: { userId: "ada", body: { version: 1, content: [{ type: "heading", children: [] }] } } },
        "comment.body",
      ],
    ];
    for (const [data, member] of cases) {
      const { status, message } = await wrong(data);
      expect([status, message]).toEqual([422, expect.stringContaining(member)]);
    }
    const { id } = await begin();
    const taken = await wrong({ ...draft, id });
    expect([taken.status, taken.message]).toEqual([409, "Thread already exists"]);
  });

  test("name their participants and subscribers", async () => {
    const { id: threadId } = await begin({ userId: "ada", body: mentions("bob", "cleo", "bob") });
    await api.createComment({ roomId, threadId, data: { userId: "dan", body: says("hi") } });
    const { participantIds } = await api.getThreadParticipants({ roomId, threadId });
    expect(participantIds).toEqual(["ada", "bob", "cleo", "dan"]);
    const { data } = await api.getThreadSubscriptions({ roomId, threadId });
    expect(data.map(({ userId }) => userId).toSorted()).toEqual(["ada", "bob", "cleo", "dan"]);
    for (const subscription of data)
      expect(subscription).toEqual({
        kind: "thread",
        subjectId: threadId,
        userId: expect.any(String) as string,
        createdAt: expect.any(Date) as Date,
      });
    const lost = { roomId, threadId: "th_nothing" };
    expect((await failure(api.getThreadParticipants(lost))).status).toBe(404);
    expect((await failure(api.getThreadSubscriptions(lost))).status).toBe(404);
  });

  test("merge changes of metadata and remove null values", async () => {
    const thread = await begin({ metadata: { color: "red", size: 3 } });
    const ids = { roomId, threadId: thread.id };
    const updatedAt = new Date(thread.updatedAt.getTime() + 5_000);
    const change = { metadata: { color: null, done: true } as never, userId: "bob", updatedAt };
    expect(await api.editThreadMetadata({ ...ids, data: change })).toEqual({ size: 3, done: true });
    expect(await api.getThread(ids)).toMatchObject({ metadata: { size: 3, done: true }, updatedAt });
    const full = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`k${n}`, n]));
    const over = await failure(api.editThreadMetadata({ ...ids, data: { metadata: full, userId: "bob" } }));
    expect([over.status, over.message]).toEqual([422, expect.stringContaining("metadata")]);
    const missing = { ...ids, threadId: "th_nothing", data: { metadata: {}, userId: "bob" } };
    expect((await failure(api.editThreadMetadata(missing))).status).toBe(404);
  });

  test("are resolved and unresolved, again without change", async () => {
    const thread = await begin();
    const ids = { roomId, threadId: thread.id, data: { userId: "bob" } };
    const resolved = await api.markThreadAsResolved(ids);
    expect(resolved).toMatchObject({ id: thread.id, resolved: true });
    expect(await api.markThreadAsResolved(ids)).toEqual(resolved);
    expect(await api.markThreadAsUnresolved(ids)).toMatchObject({ resolved: false, comments: thread.comments });
    expect((await failure(api.markThreadAsResolved({ ...ids, data: {} as never }))).status).toBe(422);
    expect((await failure(api.markThreadAsResolved({ ...ids, threadId: "th_nothing" }))).status).toBe(404);
  });
});

describe("queries for threads", () => {
  let room: string;
  const names = new Map<string, string>();
  beforeAll(async () => {
    room = await lobby.newRoom();
    const drafts: Readonly<Record<string, Draft>> = {
      blue: { metadata: { color: "blue", size: 1, done: true } },
      "blue-green": { metadata: { color: "blue-green", size: 10, done: false } },
      quoted: { metadata: { color: `it's "blue"\n\\`, "a 'key'": "x" }, visibility: "private" },
      number: { metadata: { color: 3, size: 2.5 } },
      text: { metadata: { color: "3", size: "2.5" } },
      plain: {},
    };
    for (const [name, draft] of Object.entries(drafts)) names.set((await begin({ ...draft, room })).id, name);
    const [plain] = [...names].find(([, name]) => name === "plain")!;
    await api.markThreadAsResolved({ roomId: room, threadId: plain, data: { userId: "ada" } });
  });

  type Query = Parameters<Liveblocks["getThreads"]>[0]["query"];
  test.each<readonly [string, Query, readonly string[]]>([
    ["nothing", undefined, ["blue", "blue-green", "quoted", "number", "text", "plain"]],
    ["nothing, as a text", "", ["blue", "blue-green", "quoted", "number", "text", "plain"]],
    ["a text", { metadata: { color: "blue" } }, ["blue"]],
    ["a text with marks", { metadata: { color: `it's "blue"\n\\` } }, ["quoted"]],
    ["a key with marks", { metadata: { "a 'key'": "x" } }, ["quoted"]],
    ["a number, which is no text", { metadata: { color: 3 } }, ["number"]],
    ["a text, which is no number", { metadata: { color: "3" } }, ["text"]],
    ["a boolean", { metadata: { done: true } }, ["blue"]],
    ["the other boolean", { metadata: { done: false } }, ["blue-green"]],
    ["null, the absence of a key", { metadata: { color: null } }, ["plain"]],
    ["a prefix", { metadata: { color: { startsWith: "blue" } } }, ["blue", "blue-green"]],
    ["a range", { metadata: { size: { gt: 1, lte: 10 } } }, ["blue-green", "number"]],
    ["the other range", { metadata: { size: { gte: 1, lt: 10 } } }, ["blue", "number"]],
    ["several", { resolved: false, metadata: { color: { startsWith: "b" }, done: true } }, ["blue"]],
    ["resolved threads", { resolved: true }, ["plain"]],
    ["private threads", { visibility: "private" }, ["quoted"]],
    ["public, unresolved threads", { visibility: "public", resolved: false, metadata: { size: null } }, []],
    ["a text of the language", "metadata['color']^'blue' AND resolved:false", ["blue", "blue-green"]],
  ])("may be for %s", async (_, query, expected) => {
    const { data } = await api.getThreads({ roomId: room, ...(query !== undefined && { query }) });
    expect(data.map(({ id }) => names.get(id))).toEqual(expected);
  });

  test.each(["colour:1", "metadata:'x'", "subscribed:true", "resolved:'yes'", "metadata['a']<'x'", "-resolved:true"])(
    "that cannot be answered are invalid: %s",
    async (query) => {
      const { status, message } = await failure(api.getThreads({ roomId: room, query }));
      expect([status, message]).toEqual([422, expect.stringMatching(/\(at 1:\d+\)/)]);
    },
  );
});

describe("comments", () => {
  test("are created, edited and deleted; a thread is deleted with its last comment", async () => {
    const thread = await begin();
    const ids = { roomId, threadId: thread.id };
    const createdAt = new Date(thread.createdAt.getTime() + 1_000);
    const comment = await api.createComment({
      ...ids,
      data: { userId: "bob", body: says("second"), createdAt, metadata: { kind: "reply" } },
    });
    expect(comment).toEqual({
      type: "comment",
      id: expect.stringMatching(/^cm_[\w-]{21}$/) as string,
      threadId: thread.id,
      roomId,
      userId: "bob",
      createdAt,
      body: says("second"),
      reactions: [],
      attachments: [],
      metadata: { kind: "reply" },
    });
    const one = { ...ids, commentId: comment.id };
    expect(await api.getComment(one)).toEqual(comment);
    expect(await api.getThread(ids)).toMatchObject({ updatedAt: createdAt, comments: [thread.comments[0], comment] });

    const editedAt = new Date(createdAt.getTime() + 1_000);
    const edited = await api.editComment({
      ...one,
      data: { body: says("changed"), attachmentIds: [], metadata: { kind: null, n: 1 }, editedAt },
    });
    expect(edited).toEqual({ ...comment, body: says("changed"), editedAt, metadata: { n: 1 } });
    expect((await api.getThread(ids)).updatedAt).toEqual(editedAt);

    await api.deleteComment(one);
    const { body: _, ...rest } = edited;
    expect(await api.getComment(one)).toEqual({ ...rest, metadata: {}, deletedAt: expect.any(Date) as Date });
    expect((await failure(api.deleteComment(one))).status).toBe(404);
    expect((await failure(api.editComment({ ...one, data: { body: says("late") } }))).status).toBe(404);

    await api.deleteComment({ ...ids, commentId: thread.comments[0]!.id });
    expect((await failure(api.getThread(ids))).status).toBe(404);
    expect((await failure(api.getComment(one))).status).toBe(404);
  });

  test("keep their own metadata", async () => {
    const { id: threadId, comments } = await begin();
    const ids = { roomId, threadId, commentId: comments[0]!.id };
    const data = { metadata: { a: "1", b: 2 }, userId: "bob" };
    expect(await api.editCommentMetadata({ ...ids, data })).toEqual({ a: "1", b: 2 });
    const change = { metadata: { a: null, c: false } as never, userId: "bob", updatedAt: new Date() };
    expect(await api.editCommentMetadata({ ...ids, data: change })).toEqual({ b: 2, c: false });
    expect((await api.getComment(ids)).metadata).toEqual({ b: 2, c: false });
    const none = { ...ids, commentId: "cm_nothing", data };
    expect((await failure(api.editCommentMetadata(none))).status).toBe(404);
  });

  test("collect reactions by emoji, of each user once", async () => {
    const { id: threadId, comments } = await begin();
    const ids = { roomId, threadId, commentId: comments[0]!.id };
    const second = (n: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, n));
    const react = (emoji: string, userId: string, createdAt = second(9)) =>
      api.addCommentReaction({ ...ids, data: { emoji, userId, createdAt } });
    expect(await react("👍", "bob", second(0))).toEqual({ emoji: "👍", userId: "bob", createdAt: second(0) });
    await react("👩🏽‍🚀", "bob", second(1));
    await react("👍", "ada", second(2));
    const again = await failure(react("👍", "bob"));
    expect([again.status, again.message]).toEqual([409, "Reaction already exists"]);
    const reactions = (await api.getComment(ids)).reactions;
    expect(reactions.map(({ emoji, users }) => [emoji, users.map(({ id }) => id)])).toEqual([
      ["👍", ["bob", "ada"]],
      ["👩🏽‍🚀", ["bob"]],
    ]);
    expect(reactions[0]!.createdAt).toEqual(second(0));

    const remove = (emoji: string, userId: string) => api.removeCommentReaction({ ...ids, data: { emoji, userId } });
    await remove("👍", "bob");
    const gone = await failure(remove("👍", "bob"));
    expect([gone.status, gone.message]).toEqual([404, "Comment reaction not found"]);
    await remove("👩🏽‍🚀", "bob");
    expect((await api.getComment(ids)).reactions).toMatchObject([{ emoji: "👍", users: [{ id: "ada" }] }]);
    expect((await failure(react("", "bob"))).status).toBe(422);
  });

  test("are refused if the thread does not exist, or if they are invalid", async () => {
    const { id: threadId, comments } = await begin();
    const create = (ids: object, data: object) =>
      failure(api.createComment({ roomId, threadId, ...ids, data: { userId: "ada", body: says("x"), ...data } }));
    const refusals: readonly (readonly [object, object, number])[] = [
      [{ threadId: "th_nothing" }, {}, 404],
      [{ roomId: "nowhere" }, {}, 404],
      [{}, { userId: undefined }, 422],
      [{}, { body: undefined }, 422],
      [{}, { body: { version: 1, content: "text" } }, 422],
      [{}, { attachmentIds: Array.from({ length: 11 }, (_, n) => `at_${String(n).padStart(21, "x")}`) }, 422],
      [{}, { id: comments[0]!.id }, 409],
    ];
    for (const [ids, data, status] of refusals) expect((await create(ids, data)).status).toBe(status);
    const lost = await failure(api.getComment({ roomId, threadId, commentId: "cm_nothing" }));
    expect([lost.status, lost.message]).toEqual([404, "Comment not found"]);
  });
});
