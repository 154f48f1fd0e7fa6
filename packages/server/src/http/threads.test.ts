import type { CommentEvent, DomainEvent, RoomAddress, RoomId } from "@weft/protocol";
import { limits } from "@weft/protocol";
import type { ClientSocket } from "@weft/room";
import { afterAll, describe, expect, test, vi } from "vitest";
import { framePayload } from "../testing/frame-payload.ts";
import { openTestEdge } from "../testing/test-edge.ts";
import type { HttpReply } from "../testing/test-edge.ts";

const edges = new AsyncDisposableStack();
afterAll(() => edges.disposeAsync());
const edge = edges.use(await openTestEdge({ limits: { restRateBurst: 1e9, restUserRateBurst: 1e9 } }));

const text = (words: string, ...mentions: readonly object[]) => ({
  version: 1,
  content: [{ type: "paragraph", children: [{ text: words }, ...mentions] }],
});
const at = (id: string) => ({ type: "mention", kind: "user", id });
const since = "since=2000-01-01T00:00:00.000Z";

let rooms = 0;
/** A room of its own, and calls about its threads. */
async function openRoom(draft: object = {}) {
  const room = `room ${rooms++}`;
  await edge.call("POST", "/v2/rooms", { id: room, defaultAccesses: ["room:write"], ...draft });
  const path = `/rooms/${encodeURIComponent(room)}`;
  const call = (method: string, url: string, body?: unknown) => edge.call(method, `/v2${path}${url}`, body);
  /** Every call moves the clock, so that no two things happen at once. */
  const post = async (url: string, body: unknown): Promise<HttpReply> => {
    edge.advance(1_000);
    const reply = await call("POST", url, body);
    expect(reply.text === "" ? {} : reply.body, reply.text).not.toHaveProperty("error");
    return reply;
  };
  const tokenFor = (userId: string, permissions = ["*:write"]) =>
    edge
      .call("POST", "/v2/authorize-user", { userId, permissions: { "*": permissions } })
      .then(({ body }) => body.token as string);
  return {
    room,
    address: { project: edge.project.id, room: room as RoomId } satisfies RoomAddress,
    call,
    post,
    begin: async (userId: string, body: object = text("Hi"), more: object = {}) =>
      (await post("/threads", { comment: { userId, body }, ...more })).body,
    reply: async (thread: string, userId: string, body: object = text("ok")) =>
      (await post(`/threads/${thread}/comments`, { userId, body })).body,
    asUser: async (userId: string, method: string, url: string, body?: unknown, permissions?: string[]) => {
      edge.advance(1_000);
      const authorization = `Bearer ${await tokenFor(userId, permissions)}`;
      return edge.call(method, `/v2/c${path}${url}`, body, { authorization });
    },
    /** Who has a notification of the thread: `R` for read, `U` for unread. */
    notified: async (thread: string): Promise<Record<string, string>> => {
      const { body } = await call("GET", `/threads/${thread}/inbox-notifications`);
      return Object.fromEntries(
        body.data.map((one: { userId: string; readAt: string | null; notifiedAt: string }) => [
          one.userId,
          one.readAt === null || one.notifiedAt > one.readAt ? "U" : "R",
        ]),
      );
    },
    subscribers: async (thread: string): Promise<string[]> => {
      const { body } = await call("GET", `/threads/${thread}/subscriptions`);
      return body.data.map(({ userId }: { userId: string }) => userId).toSorted();
    },
  };
}

/** Domain events that were written since the last call, of the room. */
const outbox = edge.outbox;
await outbox.register("threads.test");
let seen = 0;
async function eventsOf(room: string): Promise<DomainEvent[]> {
  const all = await outbox.read("threads.test", 10_000);
  const fresh = all.filter(({ seq, event }) => seq > seen && "roomId" in event.data && event.data.roomId === room);
  seen = all.at(-1)?.seq ?? seen;
  return fresh.map(({ event }) => event);
}

describe("who is notified", () => {
  test("[NO1] [NO2] [NO3] [NO6] [NO7] [NO9] a conversation, step by step", async () => {
    const { begin, reply, post, asUser, notified, subscribers, call } = await openRoom();
    const { id } = await begin("alice", text("Hi ", at("bob")));
    expect([await notified(id), await subscribers(id)]).toEqual([{ bob: "U" }, ["alice", "bob"]]);
    const first = (await call("GET", `/threads/${id}/inbox-notifications`)).body.data[0];

    await reply(id, "bob");
    expect(await notified(id)).toEqual({ alice: "U", bob: "R" });
    await post(`/threads/${id}/subscribe`, { userId: "carol" });
    await reply(id, "alice");
    expect(await notified(id)).toEqual({ alice: "R", bob: "U", carol: "U" });
    const renewed = (await call("GET", `/threads/${id}/inbox-notifications`)).body.data[1];
    expect(renewed).toMatchObject({ id: first.id, userId: "bob" });
    expect(renewed.notifiedAt > first.notifiedAt).toBe(true);

    await asUser("bob", "POST", `/threads/${id}/unsubscribe`);
    await reply(id, "carol");
    expect(await notified(id)).toEqual({ alice: "U", bob: "U", carol: "R" });
    await asUser("alice", "POST", "/subscription-settings", { threads: "none" });
    await reply(id, "bob");
    expect(await notified(id)).toEqual({ alice: "U", bob: "R", carol: "U" });
    expect(await subscribers(id)).toEqual(["bob", "carol"]);

    expect((await asUser("alice", "DELETE", `/threads/${id}`)).status).toBe(204);
    for (const user of ["alice", "bob", "carol"]) {
      const { body } = await asUser(user, "GET", `/threads/delta?${since}`);
      expect(body.deletedInboxNotifications).toHaveLength(1);
      expect(body.deletedThreads).toMatchObject([{ id }]);
      expect(body.deletedSubscriptions).toHaveLength(1);
      expect([body.data, body.inboxNotifications, body.subscriptions]).toEqual([[], [], []]);
    }
  });

  test("[NO5] [NO7] the setting of the room and choices for single threads: the later one holds", async () => {
    const { begin, reply, post, notified, subscribers, room } = await openRoom();
    const settings = `/users/carol/subscription-settings`;
    const { id: earlier } = await begin("alice");
    await post(settings, { threads: "all" });
    expect(await subscribers(earlier)).toEqual(["alice", "carol"]);
    const { id: later } = await begin("alice");
    expect(await notified(later)).toEqual({ carol: "U" });
    await post(`/threads/${later}/unsubscribe`, { userId: "carol" });
    await post(settings, { threads: "none" });
    await post(`/threads/${earlier}/subscribe`, { userId: "carol" });
    await reply(earlier, "alice", text("for subscribers"));
    await reply(later, "alice", text("for ", at("carol")));
    expect(await notified(earlier)).toEqual({ carol: "U" });
    // The notification from before is still there, and was not renewed by a mention that the setting forbids.
    const list = await edge.call("GET", `/v2/rooms/${encodeURIComponent(room)}/threads/${later}/inbox-notifications`);
    expect(list.body.data[0].notifiedAt < (await begin("alice")).createdAt).toBe(true);
    await post(settings, { threads: "all" });
    await post(settings, { threads: "replies_and_mentions" });
    expect(await subscribers(later)).toEqual(["alice"]);
  });

  test("[NO8] users whom the room keeps out of a thread are not notified", async () => {
    const usersAccesses = { bob: ["room:write", "comments:private:none"], eve: ["room:write", "comments:none"] };
    const { begin, notified } = await openRoom({ usersAccesses });
    const said = text("Hi ", at("bob"), at("eve"), at("carol"));
    expect(await notified((await begin("alice", said)).id)).toEqual({ bob: "U", carol: "U" });
    const { id } = await begin("alice", said, { visibility: "private" });
    expect(await notified(id)).toEqual({ carol: "U" });
  });

  test("[NO4] a mention of a group names its users", async () => {
    const { begin, notified, room } = await openRoom();
    const [own, others] = [`own of ${room}`, `of others ${room}`];
    await edge.call("POST", "/v2/groups", { id: own, memberIds: ["carol", "alice"] });
    await edge.call("POST", "/v2/groups", { id: others, memberIds: ["carol"], organizationId: "acme" });
    const of = (id: string) => ({ type: "mention", kind: "group", id });
    expect(await notified((await begin("alice", text("Hi ", of(own), of("nowhere")))).id)).toEqual({ carol: "U" });
    expect(await notified((await begin("alice", text("Hi ", of(others)))).id)).toEqual({});
    const group = { type: "mention", kind: "group", id: "team", userIds: ["bob", "alice", "eve"] };
    expect(await notified((await begin("alice", text("Hi ", group))).id)).toEqual({ bob: "U", eve: "U" });
  });

  test("[NO10] [NO12] an edit notifies users who are mentioned for the first time; nothing else notifies", async () => {
    const { begin, post, notified, call } = await openRoom();
    const { id, comments } = await begin("alice", text("Hi ", at("bob")));
    const [{ id: comment, createdAt }] = comments;
    const before = (await call("GET", `/threads/${id}/inbox-notifications`)).body.data;
    expect(before).toMatchObject([{ userId: "bob", notifiedAt: createdAt }]);
    await post(`/threads/${id}/comments/${comment}`, { body: text("Hello ", at("bob"), at("eve")) });
    await post(`/threads/${id}/comments/${comment}/add-reaction`, { userId: "carol", emoji: "🎉" });
    await post(`/threads/${id}/comments/${comment}/metadata`, { userId: "carol", metadata: { a: 1 } });
    await post(`/threads/${id}/metadata`, { userId: "carol", metadata: { a: 1 } });
    await post(`/threads/${id}/mark-as-resolved`, { userId: "carol" });
    const after = (await call("GET", `/threads/${id}/inbox-notifications`)).body.data;
    expect(after).toMatchObject([before[0], { userId: "eve" }]);
    expect(await notified(id)).toEqual({ bob: "U", eve: "U" });
  });

  test("[NO11] a notification of nothing that is still there counts as read", async () => {
    const { begin, reply, asUser, notified } = await openRoom();
    const { id } = await begin("alice");
    const { id: one } = await reply(id, "bob");
    const { id: two } = await reply(id, "bob");
    expect((await asUser("bob", "DELETE", `/threads/${id}/comments/${two}`)).status).toBe(204);
    expect(await notified(id)).toEqual({ alice: "U" });
    await asUser("bob", "DELETE", `/threads/${id}/comments/${one}`);
    expect(await notified(id)).toEqual({ alice: "R" });
  });
});

describe("threads", () => {
  test("[TH2] every change writes its domain events", async () => {
    const { room, begin, reply, post, call } = await openRoom();
    await eventsOf(room);
    const thread = await begin("ada");
    const { id } = thread;
    const { id: comment } = await reply(id, "bob");
    const inComment = `/threads/${id}/comments/${comment}`;
    await post(`/threads/${id}/metadata`, { userId: "ada", metadata: { x: 1 } });
    await post(`/threads/${id}/mark-as-resolved`, { userId: "ada" });
    await post(`/threads/${id}/mark-as-resolved`, { userId: "ada" });
    await post(`/threads/${id}/mark-as-unresolved`, { userId: "ada" });
    await post(inComment, { body: text("new") });
    await post(`${inComment}/metadata`, { userId: "ada", metadata: { x: 1 } });
    await post(`${inComment}/add-reaction`, { userId: "ada", emoji: "👍" });
    await post(`${inComment}/remove-reaction`, { userId: "ada", emoji: "👍" });
    await call("DELETE", inComment);
    await call("DELETE", `/threads/${id}/comments/${thread.comments[0].id}`);
    const events = await eventsOf(room);
    expect(events.map(({ type }) => type)).toEqual([
      "threadCreated",
      "commentCreated",
      "commentCreated",
      "threadMetadataUpdated",
      "threadMarkedAsResolved",
      "threadMarkedAsUnresolved",
      "commentEdited",
      "commentMetadataUpdated",
      "commentReactionAdded",
      "commentReactionRemoved",
      "commentDeleted",
      "commentDeleted",
      "threadDeleted",
    ]);
    for (const { data } of events) expect(data).toMatchObject({ projectId: edge.project.id, threadId: id });
    expect(events[8]!.data).toMatchObject({ commentId: comment, emoji: "👍", addedBy: "ada" });
  });

  test("[TH5] what a user has of a private thread is among the changes for those alone who may read it", async () => {
    const { begin, asUser, post } = await openRoom();
    const open = await begin("ada", text("Hi ", at("eve")));
    const secret = await begin("ada", text("psst ", at("eve")), { visibility: "private" });
    const changes = async (permissions: string[], from = since) => {
      const { body } = await asUser("eve", "GET", `/threads/delta?${from}`, undefined, permissions);
      const { data, inboxNotifications, subscriptions } = body;
      return [
        data.map(({ id }: { id: string }) => id),
        inboxNotifications.map(({ threadId }: { threadId: string }) => threadId),
        subscriptions.map(({ subjectId }: { subjectId: string }) => subjectId),
      ].map((ids: string[]) => ids.toSorted());
    };
    const all: string[] = [open.id as string, secret.id as string].toSorted();
    expect(await changes(["*:read"])).toEqual([all, all, all]);
    expect(await changes(["*:write", "comments:private:none"])).toEqual([[open.id], [open.id], [open.id]]);
    // Even where the thread itself has not changed.
    const { createdAt } = (await post(`/threads/${open.id}/subscribe`, { userId: "eve" })).body;
    expect(await changes(["*:write", "comments:private:none"], `since=${createdAt}`)).toEqual([[], [], [open.id]]);
  });

  test("[TH5] deletions of private threads are among the changes for those alone who may read them", async () => {
    const { room, begin, asUser, call } = await openRoom();
    const open = await begin("ada", text("Hi"));
    const secret = await begin("ada", text("psst"), { visibility: "private" });
    // The setting subscribes to every thread that is there, readable or not.
    await asUser("eve", "POST", "/subscription-settings", { threads: "all" });
    const may = ["*:write", "comments:private:none"];
    const deletedIn = (body: any) => [
      body.deletedThreads.map(({ id }: { id: string }) => id).toSorted(),
      body.deletedSubscriptions.map(({ subjectId }: { subjectId: string }) => subjectId).toSorted(),
    ];
    const inRoom = async (userId: string, permissions: string[]) =>
      deletedIn((await asUser(userId, "GET", `/threads/delta?${since}`, undefined, permissions)).body);
    const ofUser = async (path: string, permissions: Record<string, string[]>) => {
      const { body } = await edge.call("POST", "/v2/authorize-user", { userId: "eve", permissions });
      const authorization = `Bearer ${body.token as string}`;
      return deletedIn((await edge.call("GET", `/v2/c/${path}/delta?${since}`, undefined, { authorization })).body);
    };
    await asUser("eve", "POST", "/subscription-settings", { threads: "replies_and_mentions" });
    const both: string[] = [open.id as string, secret.id as string].toSorted();
    expect(await inRoom("eve", may)).toEqual([[], [open.id]]);
    expect(await inRoom("eve", ["*:read"])).toEqual([[], both]);

    await asUser("eve", "POST", "/subscription-settings", { threads: "all" });
    for (const { id } of [open, secret]) expect((await call("DELETE", `/threads/${id}`)).status).toBe(204);
    expect(await inRoom("eve", may)).toEqual([[open.id], [open.id]]);
    expect(await inRoom("eve", ["*:read"])).toEqual([both, both]);
    expect(await inRoom("bob", may)).toEqual([[open.id], []]);
    expect(await inRoom("bob", ["*:write", "comments:public:none"])).toEqual([[secret.id], []]);
    for (const path of ["threads", "inbox-notifications"]) {
      expect(await ofUser(path, { [room]: may }), path).toEqual([[open.id], [open.id]]);
      expect(await ofUser(path, { [room]: ["*:read"] }), path).toEqual([both, both]);
    }
    expect(await ofUser("threads", { nowhere: ["*:read"] })).toEqual([[], []]);
  });

  test("[TH3] [TH5] events reach connected clients that may read the thread, and no others", async () => {
    const { room, address, begin, reply, asUser } = await openRoom();
    const heard = new Map<string, CommentEvent["type"][]>();
    for (const [userId, scopes] of [
      ["reader", ["*:read"]],
      ["stranger", ["*:read", "comments:private:none"]],
      ["deaf", ["*:write", "comments:none"]],
    ] as const) {
      heard.set(userId, []);
      const socket: ClientSocket = {
        slow: false,
        send(frame) {
          for (const message of [JSON.parse(framePayload(frame))].flat())
            if (message.type >= 400 && message.type < 410) heard.get(userId)!.push(message.type);
        },
        probe() {},
        pause() {},
        resume() {},
        close() {},
      };
      await edge.enter(address, userId, { scopes, socket });
    }
    const open = await begin("ada");
    const secret = await begin("ada", text("psst"), { visibility: "private" });
    await reply(secret.id, "ada");
    await vi.waitUntil(() => heard.get("reader")!.length >= 5 && heard.get("stranger")!.length >= 2);
    expect(Object.fromEntries(heard)).toEqual({ reader: [400, 402, 400, 402, 402], stranger: [400, 402], deaf: [] });

    const may = ["*:write", "comments:private:none"];
    expect((await asUser("eve", "GET", "/threads?query=", undefined, may)).body.data).toMatchObject([{ id: open.id }]);
    expect((await asUser("eve", "GET", `/threads/delta?${since}`, undefined, may)).body.data).toHaveLength(1);
    const [hidden, missing] = await Promise.all(
      [secret.id, `th_${"x".repeat(21)}`].map((id) =>
        asUser("eve", "GET", `/thread-with-notification/${id}`, undefined, may),
      ),
    );
    expect([hidden!.status, hidden!.text]).toEqual([404, missing!.text]);
    expect((await asUser("eve", "GET", "/threads/comments/search?text=psst", undefined, may)).body.data).toEqual([]);
    expect((await asUser("eve", "POST", `/threads/${secret.id}/comments`, { body: text("x") }, may)).status).toBe(404);
    const draft = { visibility: "private", comment: { body: text("x") } };
    expect((await asUser("eve", "POST", "/threads", draft, may)).body.error).toBe("UNAUTHORIZED_ROOM_ACCESS");
    const readOnly = ["*:read"];
    expect((await asUser("eve", "POST", `/threads/${open.id}/subscribe`, undefined, readOnly)).status).toBe(200);
    expect((await asUser("eve", "POST", `/threads/${open.id}/mark-as-resolved`, undefined, readOnly)).status).toBe(403);
    expect((await asUser("eve", "GET", "/threads?query=", undefined, readOnly)).body.meta.permissionHints).toEqual({
      [room]: ["*:read"],
    });
  });

  test("[TH1] [TH5] older clients search threads by metadata, in pages", async () => {
    const { room, begin, asUser } = await openRoom();
    const red = { metadata: { color: "red", n: 1 } };
    const [first, second] = [await begin("ada", text("a"), red), await begin("ada", text("b", at("eve")), red)];
    await begin("ada", text("c"), { metadata: { color: "blue" } });
    await begin("ada", text("d"), { ...red, visibility: "private" });
    const may = ["*:write", "comments:private:none"];
    const search = async (body: object, permissions = may) =>
      (await asUser("eve", "POST", "/threads/search", body, permissions)).body;
    const idsOf = (body: any) => body.data.map(({ id }: { id: string }) => id);
    expect(idsOf(await search({}))).toHaveLength(3);
    expect(idsOf(await search({ metadata: { color: "red", n: 1, gone: null } }))).toEqual([first.id, second.id]);
    expect(idsOf(await search({ metadata: { color: "red" } }, ["*:read"]))).toHaveLength(3);
    expect(idsOf(await search({ metadata: { n: "1" } }))).toEqual([]);
    expect(idsOf(await search({ metadata: { n: 1 }, query: "resolved:true" }))).toEqual([]);
    const page = await search({ metadata: { color: "red" }, limit: 1 });
    expect(idsOf(page)).toEqual([first.id]);
    const next = await search({ metadata: { color: "red" }, limit: 1, cursor: page.meta.nextCursor });
    expect(next).toMatchObject({
      data: [{ id: second.id }],
      inboxNotifications: [{ threadId: second.id }],
      subscriptions: [{ subjectId: second.id }],
      deletedThreads: [],
      meta: { nextCursor: null, permissionHints: { [room]: may } },
    });
    expect((await search({ limit: 0 })).error).toBe("UNPROCESSABLE_ENTITY");
  });

  test("[TH4] imported history is in the changes since before it was imported", async () => {
    const { post, asUser, call } = await openRoom();
    const { body: earlier } = await asUser("ada", "GET", "/threads?query=");
    const createdAt = "2001-01-01T00:00:00.000Z";
    const { body: thread } = await post("/threads", { comment: { userId: "ada", body: text("old"), createdAt } });
    expect(thread).toMatchObject({ createdAt, updatedAt: createdAt, comments: [{ createdAt }] });
    const { body } = await asUser("ada", "GET", `/threads/delta?since=${earlier.meta.requestedAt}`);
    expect(body.data).toMatchObject([{ id: thread.id }]);
    await post(`/threads/${thread.id}/metadata`, { userId: "ada", metadata: { a: 1 } });
    await post(`/threads/${thread.id}/metadata`, { userId: "ada", metadata: { b: 1 }, updatedAt: createdAt });
    expect((await call("GET", `/threads/${thread.id}`)).body.updatedAt > createdAt).toBe(true);
  });

  test("[TH6] users change their own comments only", async () => {
    const { begin, reply, asUser } = await openRoom();
    const { id } = await begin("alice");
    const { id: comment } = await reply(id, "bob");
    const forbidden = async (reply_: Promise<HttpReply>) => expect((await reply_).status).toBe(403);
    await forbidden(asUser("alice", "POST", `/threads/${id}/comments/${comment}`, { body: text("not mine") }));
    await forbidden(asUser("alice", "DELETE", `/threads/${id}/comments/${comment}`));
    await forbidden(asUser("bob", "DELETE", `/threads/${id}`));
    const own = await asUser("bob", "POST", `/threads/${id}/comments/${comment}`, { body: text("mine") });
    expect(own.body).toMatchObject({ editedAt: expect.any(String), userId: "bob" });
  });

  test("[TH7] a deleted comment keeps its place, and the last one takes the thread along", async () => {
    const { begin, reply, call, post } = await openRoom();
    const thread = await begin("ada");
    const [{ id: first }] = thread.comments;
    await post(`/threads/${thread.id}/comments/${first}/add-reaction`, { userId: "bob", emoji: "👍" });
    const { id: second } = await reply(thread.id, "bob");
    expect((await call("DELETE", `/threads/${thread.id}/comments/${first}`)).status).toBe(204);
    const { body } = await call("GET", `/threads/${thread.id}/comments/${first}`);
    expect(body).toMatchObject({ deletedAt: expect.any(String), reactions: [], attachments: [], metadata: {} });
    expect(body).not.toHaveProperty("body");
    expect((await call("DELETE", `/threads/${thread.id}/comments/${first}`)).status).toBe(404);
    expect((await call("DELETE", `/threads/${thread.id}/comments/${second}`)).status).toBe(204);
    expect((await call("GET", `/threads/${thread.id}`)).status).toBe(404);
  });

  test("[TH8] a body is refused unless it is one", async () => {
    const { begin, call } = await openRoom();
    const { id } = await begin("ada");
    const refused: readonly unknown[] = [
      { version: 2, content: [] },
      { version: 1 },
      { version: 1, content: [{ type: "heading", children: [] }] },
      { version: 1, content: [{ type: "paragraph", children: [{ type: "image", src: "x" }] }] },
      text("x", { type: "mention", kind: "robot", id: "r" }),
      text("x", { type: "link", url: "javascript:alert(1)" }),
      text("x", { type: "link", url: " java\nscript:alert(1)" }),
      text("x", { type: "link", url: "data:text/html,x" }),
      text("\0"),
      text("x".repeat(limits.commentBody)),
    ];
    for (const body of refused) {
      const reply = await call("POST", `/threads/${id}/comments`, { userId: "ada", body });
      expect([reply.status, reply.body.error], JSON.stringify(body).slice(0, 80)).toEqual([
        422,
        "UNPROCESSABLE_ENTITY",
      ]);
    }
    const accepted = [
      { version: 1, content: [] },
      text("x", { type: "mention", id: "bob" }),
      text("x", { type: "link", url: "www.example.com" }),
      text("x", { type: "link", url: "https://example.com", text: "Example" }),
    ];
    for (const body of accepted) {
      const reply = await call("POST", `/threads/${id}/comments`, { userId: "ada", body });
      expect(reply.status, reply.text).toBe(200);
      if (body.content[0]?.children[1]?.hasOwnProperty("id"))
        expect(reply.body.body.content[0].children[1]).toEqual({ type: "mention", kind: "user", id: "bob" });
    }
  });

  test("[TH9] metadata merges within its bounds", async () => {
    const { begin, post, call } = await openRoom();
    const { id } = await begin("ada", text("Hi"), { metadata: { a: 1, b: "x", __proto__: "own" } });
    const many = Object.fromEntries(Array.from({ length: limits.metadataEntries }, (_, n) => [`k${n}`, n]));
    const metadata = { a: null, c: true };
    expect((await post(`/threads/${id}/metadata`, { userId: "ada", metadata })).body).toEqual({ b: "x", c: true });
    const over = await call("POST", `/threads/${id}/metadata`, { userId: "ada", metadata: many });
    expect([over.status, over.body.message]).toEqual([422, "Value at key 'metadata': must have at most 50 entries."]);
    const found = await call("GET", `/threads?filter=${encodeURIComponent("metadata['c']:true")}`);
    expect(found.body.data).toMatchObject([{ id }]);
  });

  test("[TH2] of comments that are written at the same time, all are there, in the order in which they were taken", async () => {
    const { begin, call } = await openRoom();
    const { id } = await begin("ada");
    const users = Array.from({ length: 20 }, (_, n) => `user ${n}`);
    const replies = await Promise.all(
      users.map((userId) => call("POST", `/threads/${id}/comments`, { userId, body: text(`of ${userId}`) })),
    );
    const { body } = await call("GET", `/threads/${id}`);
    expect(
      body.comments
        .slice(1)
        .map(({ id: comment }: { id: string }) => comment)
        .toSorted(),
    ).toEqual(replies.map((reply) => reply.body.id as string).toSorted());
    expect(new Set(body.comments.map(({ createdAt }: { createdAt: string }) => createdAt)).size).toBe(21);
  });
});
