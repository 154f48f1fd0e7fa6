import type { CommentEvent } from "@weft/protocol/types";
import { expect, test } from "vitest";
import { createCredentials } from "../../connection/credentials.ts";
import type { Timers } from "../../connection/reconnecting-socket.ts";
import type { ClientError } from "../../error.ts";
import { HttpApi } from "../../http/http-api.ts";
import { HttpTransport } from "../../http/transport.ts";
import { EventSource } from "../../observable.ts";
import type { ClientCommentBody } from "../types.ts";
import { createCommentsStore } from "./comments-store.ts";
import type { CommentsStore } from "./comments-store.ts";

const says = (text: string): ClientCommentBody => ({
  version: 1,
  content: [{ type: "paragraph", children: [{ text }] }],
});

/** Time that passes when a test says so, with everything that waits for it. */
class TestTime implements Timers {
  now = 0;
  readonly #waiting = new Set<{ readonly at: number; readonly run: () => void }>();

  set(delayMs: number, run: () => void) {
    const entry = { at: this.now + delayMs, run };
    this.#waiting.add(entry);
    return { cancel: () => void this.#waiting.delete(entry) };
  }

  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      // Everything that promises have ready.
      await new Promise(setImmediate);
      const next = [...this.#waiting].toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > until) break;
      this.#waiting.delete(next);
      this.now = next.at;
      next.run();
    }
    this.now = until;
  }
}

interface WireComment {
  id: string;
  userId: string;
  body?: unknown;
  deletedAt?: string;
  editedAt?: string;
  reactions: { emoji: string; createdAt: string; users: { id: string }[] }[];
  [member: string]: unknown;
}
interface WireThread {
  id: string;
  updatedAt: string;
  resolved: boolean;
  metadata: Record<string, unknown>;
  comments: WireComment[];
  [member: string]: unknown;
}

/** What of the server's comments the store uses, for one room and the user `ada`. Every change has a time of its own. */
class TestServer {
  readonly threads = new Map<string, WireThread>();
  readonly gone: { id: string; at: number }[] = [];
  readonly subscriptions = new Map<string, number>();
  readonly unsubscribed: { id: string; at: number }[] = [];
  readonly notifications = new Map<string, Record<string, unknown>>();
  settings = { threads: "replies_and_mentions", textMentions: "mine" };
  readonly requests: string[] = [];
  readonly events = new EventSource<CommentEvent>();
  /** Answers instead, if it answers something. */
  refuse: (request: string) => Response | "cut" | undefined = () => undefined;
  #clock = Date.parse("2026-01-01T00:00:00.000Z");

  tick(): string {
    return new Date((this.#clock += 1)).toISOString();
  }

  addThread(id: string, userId = "bob", comment: Record<string, unknown> = {}): void {
    const createdAt = this.tick();
    const { metadata = {}, visibility = "public" } = comment;
    this.threads.set(id, {
      type: "thread",
      id,
      roomId: "r",
      createdAt,
      updatedAt: createdAt,
      resolved: false,
      visibility,
      metadata: metadata as Record<string, unknown>,
      comments: [this.#comment(id, userId, { id: `cm_${id}`, body: says(id), ...(comment["comment"] as object) })],
    });
    this.#tell(400, id);
  }

  addComment(threadId: string, userId: string, comment: object): WireComment | undefined {
    const made = this.#comment(threadId, userId, comment);
    this.change(threadId, 402, (thread) => thread.comments.push(made));
    return this.threads.has(threadId) ? made : undefined;
  }

  #comment(threadId: string, userId: string, comment: object): WireComment {
    const createdAt = this.tick();
    const rest = { reactions: [], attachments: [], metadata: {} };
    return { type: "comment", id: "", threadId, roomId: "r", userId, createdAt, ...rest, ...comment };
  }

  change(threadId: string, type: number, run: (thread: WireThread) => unknown): void {
    const thread = this.threads.get(threadId);
    if (thread === undefined) return;
    const copy = structuredClone(thread);
    run(copy);
    copy.updatedAt = this.tick();
    this.threads.set(threadId, copy);
    if (copy.comments.every(({ body }) => body === undefined)) this.deleteThread(threadId);
    else this.#tell(type, threadId);
  }

  deleteThread(id: string): void {
    if (!this.threads.delete(id)) return;
    this.gone.push({ id, at: Date.parse(this.tick()) });
    this.subscriptions.delete(id);
    this.#tell(407, id);
  }

  #tell(type: number, threadId: string): void {
    this.events.notify({ type, threadId } as CommentEvent);
  }

  /** Carries a request out. */
  handle(request: string, body: Record<string, never>, userId = "ada"): Response {
    this.requests.push(request);
    const [method, target] = request.split(" ") as [string, string];
    const url = new URL(target, "http://weft.test");
    const parts = url.pathname.split("/").slice(3).map(decodeURIComponent);
    const json = (value: unknown, status = 200) => Response.json(value, { status });
    const missing = () => json({ error: "THREAD_NOT_FOUND", message: "Thread not found." }, 404);
    const requestedAt = new Date(this.#clock).toISOString();
    const since = Date.parse(url.searchParams.get("since") ?? "1970-01-01");
    if (parts[0] === "inbox-notifications") {
      const all = [...this.notifications.values()];
      const unread = all.filter(({ readAt }) => readAt === null).length;
      if (parts[1] === "count") return json({ count: unread });
      if (parts[1] === "read") {
        const readAt = this.tick();
        for (const each of all) this.notifications.set(each["id"] as string, { ...each, readAt });
        return json({});
      }
      const threads = [...this.threads.values()];
      const none = { deletedThreads: [], deletedInboxNotifications: [], deletedSubscriptions: [], groups: [] };
      const meta = { requestedAt, nextCursor: null };
      return json({ inboxNotifications: all, threads, subscriptions: [], ...none, meta });
    }
    if (parts[2] === "subscription-settings") {
      if (method === "POST") this.settings = { ...this.settings, ...(body as object) };
      return json(this.settings);
    }
    const id = parts[3] ?? "";
    const subscriptionOf = (threadId: string) => ({
      kind: "thread",
      subjectId: threadId,
      createdAt: new Date(this.subscriptions.get(threadId)!).toISOString(),
    });
    if (parts[2] === "thread-with-notification") {
      const thread = this.threads.get(id);
      const subscription = this.subscriptions.has(id) ? subscriptionOf(id) : null;
      return thread === undefined ? missing() : json({ thread, subscription });
    }
    if (method === "GET") {
      const isDelta = id === "delta";
      const ordered = [...this.threads.values()];
      const from = Number(url.searchParams.get("cursor") ?? 0);
      const page = isDelta ? ordered : ordered.slice(from, from + 50);
      return json({
        data: page.filter(({ updatedAt }) => Date.parse(updatedAt) >= since),
        inboxNotifications: [],
        subscriptions: [...this.subscriptions].filter(([, at]) => at >= since).map(([each]) => subscriptionOf(each)),
        deletedThreads: this.gone
          .filter(({ at }) => at >= since)
          .map((each) => ({ type: "deletedThread", id: each.id, roomId: "r", deletedAt: requestedAt })),
        deletedInboxNotifications: [],
        deletedSubscriptions: this.unsubscribed
          .filter((each) => each.at >= since && !this.subscriptions.has(each.id))
          .map((each) => ({
            type: "deletedSubscription",
            kind: "thread",
            subjectId: each.id,
            deletedAt: requestedAt,
          })),
        meta: {
          requestedAt,
          nextCursor: isDelta || ordered.length <= from + 50 ? null : String(from + 50),
          permissionHints: { r: ["*:write"] },
        },
      });
    }
    if (parts.length === 3) {
      const { id: threadId, comment, metadata, visibility } = body as Record<string, string | object>;
      this.addThread(threadId as string, userId, { comment, metadata, visibility });
      return json(this.threads.get(threadId as string));
    }
    if (!this.threads.has(id)) return missing();
    if (parts.length === 4) this.deleteThread(id);
    const action = parts[4];
    if (action === "mark-as-resolved") this.change(id, 408, (thread) => (thread.resolved = true));
    if (action === "mark-as-unresolved") this.change(id, 408, (thread) => (thread.resolved = false));
    if (action === "metadata") {
      this.change(id, 401, (thread) => {
        for (const [key, value] of Object.entries(body))
          if (value === null) delete thread.metadata[key];
          else thread.metadata[key] = value;
      });
      return json(this.threads.get(id)!.metadata);
    }
    if (action === "subscribe") {
      this.subscriptions.set(id, Date.parse(this.tick()));
      return json(subscriptionOf(id));
    }
    if (action === "unsubscribe") {
      this.subscriptions.delete(id);
      this.unsubscribed.push({ id, at: Date.parse(this.tick()) });
    }
    if (action !== "comments") return json({});
    const commentId = parts[5];
    if (commentId === undefined) return json(this.addComment(id, userId, body));
    const editing = (type: number, run: (comment: WireComment) => void) =>
      this.change(id, type, (thread) => {
        for (const comment of thread.comments) if (comment.id === commentId && comment.body !== undefined) run(comment);
      });
    if (parts[6] === "reactions") {
      const emoji = parts[7] ?? (body as Record<string, string>)["emoji"]!;
      editing(parts[7] === undefined ? 405 : 406, (comment) => react(comment, emoji, userId, parts[7] === undefined));
      return json({ emoji, createdAt: requestedAt, userId });
    }
    if (method === "DELETE")
      editing(404, (comment) => {
        delete comment.body;
        Object.assign(comment, { deletedAt: requestedAt, reactions: [] });
      });
    else editing(403, (comment) => Object.assign(comment, { ...(body as object), editedAt: requestedAt }));
    const edited = this.threads.get(id)?.comments.find((comment) => comment.id === commentId);
    return edited === undefined ? json({}) : json(edited);
  }
}

function react(comment: WireComment, emoji: string, id: string, adds: boolean): void {
  const known = comment.reactions.find((each) => each.emoji === emoji);
  if (adds && known === undefined)
    comment.reactions.push({ emoji, createdAt: comment["createdAt"] as string, users: [{ id }] });
  else if (adds && !known!.users.some((user) => user.id === id)) known!.users.push({ id });
  else if (!adds && known !== undefined) {
    known.users = known.users.filter((user) => user.id !== id);
    comment.reactions = comment.reactions.filter(({ users }) => users.length > 0);
  }
}

const payload = Buffer.from(JSON.stringify({ k: "acc", uid: "ada", perms: { r: ["*:write"] }, iat: 0, exp: 1e9 }));

interface WorldOptions {
  /** How long a request, and its answer, are on their way. */
  readonly delayMs?: () => number;
}

function openWorld({ delayMs = () => 10 }: WorldOptions = {}) {
  const time = new TestTime();
  const server = new TestServer();
  const heard = new EventSource<{ readonly roomId: string; readonly event: CommentEvent }>();
  const connected = new EventSource<string>();
  const wake = new EventSource<void>();
  const errors: ClientError[] = [];
  let isOnline = true;
  let isHidden = false;
  server.events.subscribe((event) => {
    if (isOnline) time.set(delayMs(), () => heard.notify({ roomId: "r", event }));
  });
  const transport = new HttpTransport({
    base: new URL("http://weft.test"),
    credentials: createCredentials({
      authEndpoint: async () => ({ token: `h.${payload.toString("base64url")}.s` }),
      fetch: () => Promise.reject(new Error("not used")),
      now: () => time.now,
    }),
    timers: time,
    fetch: (async (url: string, init: { method: string; body?: string; signal?: AbortSignal }) => {
      const wait = () => new Promise<void>((resolve) => void time.set(delayMs(), resolve));
      const { pathname, search } = new URL(url);
      const request = `${init.method} ${pathname}${search}`;
      await wait();
      const refusal = server.refuse(request);
      if (refusal === "cut") throw new TypeError("fetch failed");
      const answer = refusal ?? server.handle(request, JSON.parse(init.body ?? "{}") as Record<string, never>);
      await wait();
      init.signal?.throwIfAborted();
      return answer;
    }) as typeof fetch,
  });
  const store = createCommentsStore({
    http: new HttpApi(transport, () => Date.now()),
    timers: time,
    now: () => time.now,
    // A clock that is far ahead of the server's.
    timeOfDay: () => Date.parse("2036-01-01T00:00:00.000Z") + time.now,
    isHidden: () => isHidden,
    events: { comment: heard, connected, wake },
    failed: (error) => errors.push(error),
  });
  return {
    time,
    server,
    store,
    errors,
    connected,
    setOnline: (value: boolean) => void (isOnline = value),
    hide: () => void (isHidden = true),
    show() {
      isHidden = false;
      wake.notify();
    },
  };
}

/** Threads as the server has them, and as the store shows them. */
const shown = (store: CommentsStore) => JSON.parse(JSON.stringify(store.threads("r").get().data)) as unknown;
const held = (server: TestServer) => JSON.parse(JSON.stringify([...server.threads.values()])) as unknown;

async function watching(world: ReturnType<typeof openWorld>) {
  const changes: unknown[] = [];
  const query = world.store.threads("r");
  query.subscribe(() => changes.push(query.get()));
  await world.time.pass(100);
  expect(query.get().isLoading).toBe(false);
  return { query, changes };
}

test("[CS110] a query gives one object until something of it changes, and threads stay the same objects", async () => {
  const world = openWorld();
  world.server.addThread("th_1");
  world.server.addThread("th_2");
  const { query, changes } = await watching(world);
  const before = query.get();
  expect(query.get()).toBe(before);
  expect(world.store.threads("r", {})).toBe(query);
  const { length } = changes;
  // Polled again, with the same answer.
  await world.time.pass(10 * 60_000);
  expect(world.server.requests.filter((each) => each.includes("/delta")).length).toBeGreaterThan(1);
  expect(query.get()).toBe(before);
  expect(changes).toHaveLength(length);
  world.server.change("th_1", 408, (thread) => (thread.resolved = true));
  await world.time.pass(100);
  const after = query.get();
  expect(after).not.toBe(before);
  expect(after.data!.map(({ id, resolved }) => [id, resolved])).toEqual([
    ["th_1", true],
    ["th_2", false],
  ]);
  expect(after.data![1]).toBe(before.data![1]);
});

test("[CS111] edits are shown at once, and stay until the server has them", async () => {
  const world = openWorld();
  world.server.addThread("th_1");
  const { query } = await watching(world);
  const { store, server, time } = world;
  const [thread] = query.get().data!;
  const target = { roomId: "r", threadId: "th_1" };
  void store.createComment({ ...target, commentId: "cm_own", body: says("mine") });
  void store.addReaction({ ...target, commentId: thread!.comments[0]!.id, emoji: "🎉" });
  void store.markThreadAsResolved(target);
  void store.editThreadMetadata({ ...target, metadata: { colour: "red", gone: null } });
  void store.subscribeToThread(target);
  const now = query.get().data![0]!;
  expect(now).toMatchObject({ resolved: true, metadata: { colour: "red" } });
  expect(now.comments.map(({ userId, body }) => [userId, body])).toEqual([
    ["bob", says("th_1")],
    ["ada", says("mine")],
  ]);
  expect(now.comments[0]!.reactions).toMatchObject([{ emoji: "🎉", users: [{ id: "ada" }] }]);
  expect(store.subscription("th_1")).toMatchObject({ kind: "thread", subjectId: "th_1" });
  expect(query.get()).toBe(query.get());
  for (let n = 0; n < 20; n++) {
    await time.pass(7);
    expect(query.get().data![0]).toMatchObject({ resolved: true, metadata: { colour: "red" } });
    expect(query.get().data![0]!.comments).toHaveLength(2);
  }
  await time.pass(1_000);
  expect(shown(store)).toEqual(held(server));
  expect(server.threads.get("th_1")!.comments).toHaveLength(2);
});

test("[CS112] an edit that is refused is taken back, and reported with what was tried", async () => {
  const world = openWorld();
  world.server.addThread("th_1");
  const { query } = await watching(world);
  const before = query.get().data![0];
  world.server.refuse = (request) =>
    request.startsWith("POST")
      ? Response.json({ error: "NO", message: "You may not.", suggestion: "Ask.", docs: "http://d" }, { status: 403 })
      : undefined;
  const edit = world.store.createComment({ roomId: "r", threadId: "th_1", commentId: "cm_x", body: says("mine") });
  const failure = edit.catch((error: unknown) => error);
  expect(query.get().data![0]!.comments).toHaveLength(2);
  await world.time.pass(1_000);
  expect(query.get().data![0]).toBe(before);
  expect(world.errors).toEqual([await failure]);
  expect(world.errors[0]).toMatchObject({
    code: "NO",
    status: 403,
    suggestion: "Ask.",
    docs: "http://d",
    context: { type: "CREATE_COMMENT_ERROR", roomId: "r", threadId: "th_1", commentId: "cm_x", body: says("mine") },
  });
});

test("[CS112] what was accepted although its answer was lost is shown", async () => {
  const world = openWorld();
  world.server.addThread("th_1");
  await watching(world);
  world.setOnline(false);
  world.server.refuse = (request) => {
    if (!request.includes("mark-as-resolved")) return undefined;
    world.server.change("th_1", 408, (thread) => (thread.resolved = true));
    return "cut";
  };
  const failure = world.store.markThreadAsResolved({ roomId: "r", threadId: "th_1" }).catch((error: unknown) => error);
  await world.time.pass(1_000);
  expect(await failure).toMatchObject({ context: { type: "MARK_THREAD_AS_RESOLVED_ERROR" } });
  expect(shown(world.store)).toEqual(held(world.server));
  expect(world.store.thread("th_1")!.resolved).toBe(true);
});

test("[CS113] what changed while the connection was lost is shown when it is back, without waiting for a poll", async () => {
  const world = openWorld();
  world.server.addThread("th_1");
  world.server.addThread("th_2");
  await watching(world);
  world.setOnline(false);
  world.server.addComment("th_1", "bob", { id: "cm_new", body: says("new") });
  world.server.deleteThread("th_2");
  world.server.addThread("th_3");
  await world.time.pass(1_000);
  expect(shown(world.store)).not.toEqual(held(world.server));
  world.setOnline(true);
  world.connected.notify("r");
  await world.time.pass(50);
  expect(shown(world.store)).toEqual(held(world.server));
});

test("[CS113] events are followed by a question at once, many of them by few", async () => {
  const world = openWorld();
  world.server.addThread("th_1");
  await watching(world);
  const { length } = world.server.requests;
  for (let n = 0; n < 30; n++) world.server.addComment("th_1", "bob", { id: `cm_${n}`, body: says(`${n}`) });
  await world.time.pass(100);
  expect(shown(world.store)).toEqual(held(world.server));
  expect(world.server.requests.length - length).toBeLessThanOrEqual(2);
});

test("[CS114] pages are loaded one after the other, and a page that cannot be loaded is told", async () => {
  const world = openWorld();
  for (let n = 0; n < 120; n++) world.server.addThread(`th_${n}`);
  const { query } = await watching(world);
  expect(query.get()).toMatchObject({ hasFetchedAll: false, isFetchingMore: false });
  expect(query.get().data).toHaveLength(50);
  world.server.refuse = () => Response.json({ message: "Not now." }, { status: 500 });
  const failing = query.fetchMore();
  expect(query.get()).toMatchObject({ isFetchingMore: true });
  await world.time.pass(100);
  await failing;
  expect(query.get()).toMatchObject({ isFetchingMore: false, fetchMoreError: { status: 500 } });
  expect(query.get().data).toHaveLength(50);
  world.server.refuse = () => undefined;
  for (let n = 0; n < 3; n++) {
    void query.fetchMore();
    await world.time.pass(100);
  }
  expect(query.get()).toMatchObject({ hasFetchedAll: true });
  expect(shown(world.store)).toEqual(held(world.server));
});

test("[CS115] a first page that a server with a fault does not give is asked for again; one that is refused, after a while", async () => {
  const world = openWorld();
  world.server.addThread("th_1");
  let faults = 2;
  world.server.refuse = () => (faults-- > 0 ? Response.json({}, { status: 503 }) : undefined);
  const query = world.store.threads("r");
  const stop = query.subscribe(() => {});
  await world.time.pass(4_900);
  expect(query.get()).toEqual({ isLoading: true });
  await world.time.pass(6_000);
  expect(query.get().data).toHaveLength(1);
  stop();
  world.server.refuse = () => Response.json({ error: "NO", message: "No." }, { status: 403 });
  const refused = world.store.threads("r", { resolved: true });
  refused.subscribe(() => {});
  await world.time.pass(100);
  expect(refused.get()).toMatchObject({ isLoading: false, error: { code: "NO", status: 403 } });
  world.server.refuse = () => undefined;
  await world.time.pass(6_000);
  expect(refused.get().data).toEqual([]);
});

test("[CS116] nothing is polled that is not watched, and failing polls are repeated with longer and longer waits", async () => {
  const world = openWorld({ delayMs: () => 0 });
  world.server.addThread("th_1");
  const query = world.store.threads("r");
  const stop = query.subscribe(() => {});
  await world.time.pass(1_000);
  const times: number[] = [];
  world.server.refuse = () => {
    times.push(world.time.now);
    return Response.json({}, { status: 500 });
  };
  await world.time.pass(5 * 60_000 + 40_000);
  expect(times.map((at) => at - times[0]!)).toEqual([0, 1_000, 3_000, 7_000, 15_000, 25_000, 35_000]);
  stop();
  const { length } = times;
  await world.time.pass(60 * 60_000);
  expect(times).toHaveLength(length);
});

test("[CS116] hidden pages do not poll, and ask at once when they are looked at", async () => {
  const world = openWorld();
  world.server.addThread("th_1");
  await watching(world);
  world.hide();
  const { length } = world.server.requests;
  await world.time.pass(60 * 60_000);
  expect(world.server.requests).toHaveLength(length);
  world.setOnline(false);
  world.server.addThread("th_2");
  world.show();
  await world.time.pass(50);
  expect(shown(world.store)).toEqual(held(world.server));
  await world.time.pass(6 * 60_000);
  expect(world.server.requests).toHaveLength(length + 2);
});

test("[CS117] lists are filtered again with what is shown, edits included", async () => {
  const world = openWorld();
  const { store, server, time } = world;
  server.addThread("th_1", "bob", { metadata: { colour: "red", n: 1 } });
  server.addThread("th_2", "bob", { metadata: { colour: "ruby", n: 5 } });
  const open = store.threads("r", { resolved: false });
  const red = store.threads("r", { metadata: { colour: { startsWith: "r" }, n: { gt: 1, lte: 5 } } });
  const mine = store.threads("r", { subscribed: true });
  for (const query of [open, red, mine]) query.subscribe(() => {});
  await time.pass(100);
  const ids = () => [open, red, mine].map((query) => query.get().data!.map(({ id }) => id));
  expect(ids()).toEqual([["th_1", "th_2"], ["th_2"], []]);
  void store.markThreadAsResolved({ roomId: "r", threadId: "th_2" });
  void store.editThreadMetadata({ roomId: "r", threadId: "th_1", metadata: { n: 2 } });
  void store.subscribeToThread({ roomId: "r", threadId: "th_1" });
  expect(ids()).toEqual([["th_1"], ["th_1", "th_2"], ["th_1"]]);
  await time.pass(1_000);
  expect(ids()).toEqual([["th_1"], ["th_1", "th_2"], ["th_1"]]);
});

test("[CS118] notifications that are read are so at once, and their count follows", async () => {
  const { store, server, time } = openWorld();
  server.addThread("th_1");
  const notifiedAt = server.tick();
  server.notifications.set("in_1", {
    kind: "thread",
    id: "in_1",
    roomId: "r",
    threadId: "th_1",
    notifiedAt,
    readAt: null,
  });
  const [inbox, count] = [store.inboxNotifications(), store.unreadCount()];
  for (const query of [inbox, count]) (query as typeof inbox).subscribe(() => {});
  await time.pass(100);
  expect([inbox.get().data!.length, count.get().data]).toEqual([1, 1]);
  void store.markInboxNotificationAsRead("in_1");
  expect(inbox.get().data![0]!.readAt).toBeInstanceOf(Date);
  await time.pass(500);
  expect(count.get().data).toBe(0);
  // News of the thread make it unread again, though this clock is ahead.
  expect(inbox.get().data![0]!.readAt).not.toBeNull();
});

test("[CS119] settings of a room are changed at once, and with them its subscriptions", async () => {
  const { store, server, time } = openWorld();
  server.addThread("th_1");
  const settings = store.roomSubscriptionSettings("r");
  settings.subscribe(() => {});
  store.threads("r").subscribe(() => {});
  await time.pass(100);
  void store.updateRoomSubscriptionSettings("r", { threads: "all" });
  expect(settings.get().data).toEqual({ threads: "all", textMentions: "mine" });
  expect(store.subscription("th_1")).toBeDefined();
  await time.pass(500);
  expect(settings.get().data).toEqual(server.settings);
});

const runs = Number(process.env["WEFT_RUNS"] ?? 30);
const firstSeed = Number(process.env["WEFT_SEED"] ?? 1);

/** mulberry32 */
function randomOf(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

test.each(Array.from({ length: Math.ceil(runs) }, (_, run) => firstSeed + run))(
  "[CS120] in whatever order answers and events arrive, the store shows in the end what the server has (seed %i)",
  async (seed) => {
    const below = randomOf(seed);
    const world = openWorld({ delayMs: () => below(below(4) === 0 ? 2_000 : 100) });
    const { store, server, time } = world;
    for (let n = 0; n < 3; n++) server.addThread(`th_${n}`);
    store.threads("r").subscribe(() => {});
    world.server.refuse = (request) =>
      request.startsWith("GET") || below(10) > 0
        ? undefined
        : below(2) === 0
          ? "cut"
          : new Response("{}", { status: 403 });
    for (let step = 0; step < 60; step++) {
      const threads = [...server.threads.values()];
      const thread = threads[below(Math.max(1, threads.length))];
      const target = { roomId: "r", threadId: thread?.id ?? "th_none" };
      const comment = { ...target, commentId: thread?.comments[below(thread.comments.length)]!.id ?? "cm_none" };
      const emoji = ["🎉", "👍"][below(2)]!;
      const own: (() => Promise<unknown>)[] = [
        () => store.createThread({ roomId: "r", threadId: `th_s${step}`, body: says(`${step}`) }),
        () => store.createComment({ ...target, commentId: `cm_s${step}`, body: says(`${step}`) }),
        () => store.editComment({ ...comment, body: says(`edit ${step}`) }),
        () => store.deleteComment(comment),
        () => store.addReaction({ ...comment, emoji }),
        () => store.removeReaction({ ...comment, emoji }),
        () => store.markThreadAsResolved(target),
        () => store.markThreadAsUnresolved(target),
        () => store.editThreadMetadata({ ...target, metadata: { n: step, m: below(2) === 0 ? null : step } }),
        () => store.subscribeToThread(target),
        () => store.unsubscribeFromThread(target),
        () => (below(4) === 0 ? store.deleteThread(target) : Promise.resolve()),
      ];
      // Pages of other lists have the same threads, and may be overtaken by everything else.
      if (below(4) === 0)
        store
          .threads("r", { metadata: { [`m${step}`]: null } })
          .load()
          .catch(() => {});
      const what = below(12);
      if (what < 6) own[below(own.length)]!().catch(() => {});
      else if (what < 9)
        server.change(target.threadId, 408, (each) => {
          each.resolved = below(2) === 0;
          react(each.comments[0]!, emoji, "bob", below(2) === 0);
        });
      else if (what < 10) server.addThread(`th_o${step}`);
      else server.addComment(target.threadId, "bob", { id: `cm_o${step}`, body: says(`other ${step}`) });
      await time.pass(below(150));
    }
    world.server.refuse = () => undefined;
    await time.pass(60_000);
    expect(shown(store)).toEqual(held(server));
    const subscribed = [...server.threads.keys()].filter((id) => store.subscription(id) !== undefined);
    expect(new Set(subscribed)).toEqual(new Set(server.subscriptions.keys()));
  },
);
