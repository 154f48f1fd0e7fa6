import { setTimeout as after } from "node:timers/promises";
import { addWebhook, openWebhookReceiver } from "@weft/testkit/webhook-receiver";
import { expect, test } from "vitest";
import { openMortalServer } from "./support/mortal-server.ts";
import type { MortalServer } from "./support/mortal-server.ts";
import { freshRandom, times } from "./support/random.ts";
import { report } from "./support/report.ts";
import { call, createRoom } from "./support/rest.ts";
import { queryRows } from "./support/rows.ts";
import { until } from "./support/until.ts";

const threadId = (n: number) => `th_${String(n).padStart(21, "0")}`;
const commentId = (n: number) => `cm_${String(n).padStart(21, "0")}`;
const mentioning = (userId: string) => ({
  version: 1,
  content: [{ type: "paragraph", children: [{ text: "Hi " }, { type: "mention", kind: "user", id: userId }] }],
});

interface StoredThread {
  readonly id: string;
  readonly comments: readonly { readonly id: string }[];
}

async function threadsIn(server: MortalServer): Promise<readonly StoredThread[]> {
  const { body } = await call(server, "GET", "/v2/rooms/talk/threads");
  return (body as { readonly data: readonly StoredThread[] }).data;
}

type Values = Readonly<Record<string, string | number>>;
const rowsOf = async ({ data }: MortalServer, sql: string) => (await queryRows(data, sql)) as readonly Values[];

test("R19 [TH2] [NO9] [WH2] no kill loses a comment or what it causes, leaves half of it, or keeps it from a webhook", async () => {
  const random = freshRandom();
  await using receiver = await openWebhookReceiver();
  await using server = await openMortalServer(() => ({
    limits: {
      restRatePerSecond: 100_000,
      jobPollMs: 100,
      webhookTimeoutMs: 300,
      webhookLeaseMs: 1_000,
      webhookRetryMs: 5,
    },
  }));
  await createRoom(server, "talk");
  await server.process.kill();
  await addWebhook(server.data, { url: receiver.url, subscribedEvents: ["threadCreated", "commentCreated"] });
  await server.restart();
  const done = new Set<string>();
  const deaths = times(8);
  const writers = 8;
  let next = 0;

  /**
   * Creates a thread, replies to it, and reads it. Each call is made once, since the outcome of an interrupted call is
   * unknown.
   */
  const write = async (writer: number): Promise<void> => {
    const n = next++;
    const begun = await call(server, "POST", "/v2/rooms/talk/threads", {
      id: threadId(n),
      comment: { id: commentId(n), userId: `writer ${writer}`, body: mentioning("eve") },
    });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    done.add(commentId(n));
    const m = next++;
    const replied = await call(server, "POST", `/v2/rooms/talk/threads/${threadId(n)}/comments`, {
      id: commentId(m),
      userId: "eve",
      body: mentioning("bob"),
    });
    expect(replied.status, JSON.stringify(replied.body)).toBe(200);
    done.add(commentId(m));
  };

  for (let death = 0; death < deaths; death++) {
    const stopping = new AbortController();
    const busy = Array.from({ length: writers }, async (_, writer) => {
      try {
        while (!stopping.signal.aborted) await write(writer);
      } catch (cause) {
        if (!stopping.signal.aborted) throw cause;
      }
    });
    // Only the moment of a kill is random.
    await after(random.between(20, 400));
    stopping.abort();
    await server.process.kill();
    await Promise.all(busy);
    await server.restart();
  }

  const seed = `seed ${random.seed}`;
  const threads = await threadsIn(server);
  const stored = threads.flatMap(({ comments }) => comments.map(({ id }) => id));
  expect(new Set(stored).size, seed).toBe(stored.length);
  expect(
    [...done].filter((id) => !stored.includes(id)),
    seed,
  ).toEqual([]);

  // Each thread is there with its notifications, its subscriptions and its events, whichever comment was its last.
  const notifications = await rowsOf(
    server,
    "select subject_id as thread, user_id as user, unread from inbox_notifications where kind = 'thread'",
  );
  const subscriptions = await rowsOf(server, "select thread_id as thread, user_id as user from thread_subscriptions");
  const of = (rows: readonly Values[], thread: string) =>
    rows.filter((row) => row["thread"] === thread).map((row) => String(row["user"]).replace(/\d+$/, "n"));
  for (const { id, comments } of threads) {
    const replied = comments.length === 2;
    expect(of(notifications, id).toSorted(byText), `${seed} ${id}`).toEqual(
      replied ? ["bob", "eve", "writer n"] : ["eve"],
    );
    expect(of(subscriptions, id).toSorted(byText), `${seed} ${id}`).toEqual(
      replied ? ["bob", "eve", "writer n"] : ["eve", "writer n"],
    );
  }
  expect(notifications.length, seed).toBe(
    threads.reduce((sum, { comments }) => sum + (comments.length === 2 ? 3 : 1), 0),
  );
  const unread = notifications.filter((row) => row["unread"] === 1).length;
  // A user who replied has read the comment.
  expect(unread, seed).toBe(threads.reduce((sum, { comments }) => sum + (comments.length === 2 ? 2 : 1), 0));

  await until("every event was queued and every message delivered", async () => {
    const [left] = await rowsOf(
      server,
      "select (select count(*) from outbox) + (select count(*) from webhook_messages where state != 'delivered') as n",
    );
    return Number(left!["n"]) === 0;
  });
  const bodies = new Map<string, string>();
  for (const { id, body } of receiver.received) {
    // An id names one event, on every attempt.
    expect(bodies.get(id) ?? body, seed).toBe(body);
    bodies.set(id, body);
  }
  const told = [...bodies.values()].map((body) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { threadId: string; commentId?: string } };
    return `${type} ${data.commentId ?? data.threadId}`;
  });
  // An event has one id, and there is one for each change that was made.
  expect(told.toSorted(byText), seed).toEqual(
    [...threads.map(({ id }) => `threadCreated ${id}`), ...stored.map((id) => `commentCreated ${id}`)].toSorted(byText),
  );
  report("R19", {
    seed: random.seed,
    deaths,
    threads: threads.length,
    comments: stored.length,
    events: bodies.size,
    requests: receiver.received.length,
  });
}, 600_000);

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

test("R19 twenty writers mention a user who marks everything as read: one notification for the thread", async () => {
  await using server = await openMortalServer(() => ({ limits: { restRatePerSecond: 100_000 } }));
  await createRoom(server, "talk");
  const path = `/v2/rooms/talk/threads/${threadId(1)}`;
  const begun = await call(server, "POST", "/v2/rooms/talk/threads", {
    id: threadId(1),
    comment: { userId: "ada", body: mentioning("eve") },
  });
  expect(begun.status).toBe(200);
  const [notification] = await rowsOf(server, "select id from inbox_notifications where user_id = 'eve'");
  const rounds = times(10);
  await Promise.all([
    ...Array.from({ length: 20 }, async (_, writer) => {
      for (let n = 0; n < rounds; n++) {
        const { status } = await call(server, "POST", `${path}/comments`, {
          userId: `writer ${writer}`,
          body: mentioning("eve"),
        });
        expect(status).toBe(200);
      }
    }),
    (async () => {
      for (let n = 0; n < 5 * rounds; n++)
        expect((await call(server, "POST", `/v2/inbox-notifications/${notification!["id"]}/read`)).status).toBe(200);
    })(),
  ]);
  const { body } = await call(server, "GET", `${path}/inbox-notifications`);
  type Told = { userId: string; id: string; notifiedAt: string; readAt: string | null };
  const eve = (body as { data: readonly Told[] }).data.filter(({ userId }) => userId === "eve");
  expect(eve).toHaveLength(1);
  const { body: thread } = await call(server, "GET", path);
  const comments = (thread as { comments: readonly { createdAt: string }[] }).comments;
  expect(comments).toHaveLength(20 * rounds + 1);
  expect(eve[0]!.notifiedAt).toBe(comments.at(-1)!.createdAt);
  const [row] = await rowsOf(server, "select unread from inbox_notifications where user_id = 'eve'");
  expect(row!["unread"] === 1).toBe(eve[0]!.readAt === null || eve[0]!.notifiedAt > eve[0]!.readAt);
}, 600_000);
