/** Data in bulk, written through the store while no server runs on it: what a server would take minutes to receive. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createCursors, createSeal, createWebhooks } from "@weft/collab";
import type { ThreadRecord } from "@weft/collab";
import { defaultOrganization } from "@weft/protocol";
import type { CopilotId, KnowledgeSourceId, RoomId } from "@weft/protocol";
import { openStore } from "@weft/store";
import type { Store } from "@weft/store";
import { queryDatabase } from "@weft/store/testing/postgres";
import { databaseUrl } from "./data.ts";
import type { TestData } from "./data.ts";

/** Writes under way at once: the store makes one transaction of many. */
const writesAtOnce = 2_000;

export interface ThreadSeed {
  /** Rooms of the demo project, which exist. Threads are spread over them by turns. */
  readonly rooms: readonly string[];
  /** Numbers of the first thread, and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** A user who has a notification of each thread. */
  readonly notified?: string;
  /** The first thread's instant; each further one is a second later. */
  readonly since: number;
}

/** Threads of one comment, with metadata: `status` is `open` for every tenth, `team` is one of 50. */
export async function seedThreads(data: TestData, { rooms, from, to, notified, since }: ThreadSeed): Promise<void> {
  await using store = await openStore(databaseUrl(data));
  const project = await demoProjectOf(store);
  let next = from;
  const write = async () => {
    while (next < to) {
      const number = next++;
      const room = { project, room: rooms[number % rooms.length] as RoomId };
      const after = threadOf(room.room, number, since);
      const { createdAt } = after;
      const written = await store.threads.write(room, {
        after,
        now: createdAt,
        resubscribe: [{ userId: authorOf(number), reason: "participant", createdAt }],
        ...(notified !== undefined && {
          notify: {
            users: [{ userId: notified, id: `in_seed${number}` }],
            organizationId: defaultOrganization,
            notifiedAt: createdAt,
            dueAt: never,
          },
        }),
      });
      if (!written) throw new Error(`The thread ${number} was not written.`);
    }
  };
  await Promise.all(Array.from({ length: writesAtOnce }, write));
  await collectStatistics(data);
}

const inThread = ["project_id", "room_key", "thread_id"];
/** Columns that a copy has as they are, by table; `id`, `thread_id` and their like get the number of the copy behind them. */
const copied: Readonly<Record<string, { readonly same: readonly string[]; readonly numbered: readonly string[] }>> = {
  comments: {
    same: ["project_id", "room_key", "user_id", "created_at", "body", "content", "metadata", "attachments"],
    numbered: ["thread_id", "id"],
  },
  thread_subscriptions: {
    same: ["project_id", "room_key", "user_id", "subscribed", "reason", "created_at", "changed_at"],
    numbered: ["thread_id"],
  },
  inbox_notifications: {
    same: ["project_id", "user_id", "organization_id", "kind", "room_key", "notified_at", "unread", "changed_at"],
    numbered: ["id", "subject_id", "slot"],
  },
};
const instants = new Set(["created_at", "updated_at", "changed_at", "notified_at"]);

/**
 * Copies every thread so many times, with its comments, metadata, subscriptions and notifications. Each copy is later than
 * those before. Statements of the database do that in seconds, where writes of single threads take minutes.
 */
export async function multiplyThreads(data: TestData, copies: number): Promise<void> {
  const numbers = `with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ${copies})`;
  // Each copy is shifted by more than the time between the oldest and the newest thread.
  const valueOf = (column: string, of: string) =>
    instants.has(column) ? `${of}.${column} + cast(copies.n as bigint) * 100000000` : `${of}.${column}`;
  const thread = ["created_at", "updated_at", "changed_at", "resolved", "visibility", "metadata", "revision"];
  const statements = [
    ...Object.entries(copied).map(
      ([table, { same, numbered }]) =>
        `insert into ${table} (${[...same, ...numbered].join(", ")}) ${numbers}
          select ${same.map((column) => valueOf(column, table)).join(", ")}, ${numbered.map((column) => `${table}.${column} || '_' || copies.n`).join(", ")}
          from ${table} cross join copies`,
    ),
    `insert into threads (project_id, room_key, id, ${thread.join(", ")}) ${numbers}
      select threads.project_id, threads.room_key, threads.id || '_' || copies.n, ${thread.map((column) => valueOf(column, "threads")).join(", ")}
      from threads cross join copies order by copies.n, threads.key`,
    `insert into thread_metadata (${inThread.join(", ")}, name, value, number, created_at, thread_key) ${numbers}
      select entry.project_id, entry.room_key, copy.id, entry.name, entry.value, entry.number, copy.created_at, copy.key
      from thread_metadata as entry cross join copies cross join threads as copy
        where copy.project_id = entry.project_id and copy.room_key = entry.room_key
        and copy.id = entry.thread_id || '_' || copies.n`,
  ];
  await execute(data, `begin; ${statements.join(";")}; commit`);
  await collectStatistics(data);
}

async function execute({ folder, database }: TestData, sql: string): Promise<void> {
  if (database !== undefined) return void (await queryDatabase(database, sql));
  using file = new DatabaseSync(join(folder, "weft.db"), { timeout: 5_000 });
  file.exec(sql);
}

/** What PostgreSQL does by itself within a minute of such a change, unless autovacuum is off. */
async function collectStatistics({ database }: TestData): Promise<void> {
  if (database !== undefined) await queryDatabase(database, "analyze");
}

const authorOf = (number: number) => `author-${number % 20}`;

function threadOf(room: RoomId, number: number, since: number): ThreadRecord {
  const createdAt = since + number * 1_000;
  const metadata = new Map<string, string | number>([
    ["status", number % 10 === 0 ? "open" : "closed"],
    ["team", `team-${number % 50}`],
    ["order", number],
  ]);
  return {
    id: `th_seed${number}`,
    room,
    createdAt,
    updatedAt: createdAt,
    resolved: false,
    visibility: "public",
    metadata,
    comments: [
      {
        id: `cm_seed${number}`,
        userId: authorOf(number),
        createdAt,
        body: {
          version: 1,
          content: [{ type: "paragraph", children: [{ text: `Could you look at paragraph ${number}?` }] }],
        },
        metadata: new Map(),
        attachments: [],
        reactions: [],
      },
    ],
    revision: 0,
  };
}

export interface WebhookSeed {
  readonly url: string;
  readonly endpoints: number;
  readonly messagesEach: number;
}

/** Webhook endpoints of the demo project, with messages that wait for `releaseMessages`. */
export async function seedWebhooks(data: TestData, { url, endpoints, messagesEach }: WebhookSeed): Promise<void> {
  await using store = await openStore(databaseUrl(data));
  const project = await demoProjectOf(store);
  const webhooks = await webhooksOf(store, data);
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  for (let number = 0; number < endpoints; number++) {
    const { id: endpoint } = await webhooks.create(project, { url, subscribedEvents: ["commentCreated"] });
    const messages = Array.from({ length: messagesEach }, (_, at) => {
      const event = { projectId: project, roomId: "room", threadId: `th_${at}`, commentId: `cm_${at}` };
      return {
        project,
        endpoint,
        id: `msg_${endpoint}_${at}`,
        type: "commentCreated" as const,
        body: JSON.stringify({ type: "commentCreated", data: { ...event, createdAt, createdBy: "ada" } }),
        createdAt: now,
        dueAt: never,
      };
    });
    await store.webhooks.addMessages(messages, []);
  }
}

/** A day from now, when no server of a test or a bench runs any more. */
const never = Date.now() + 86_400_000;

/** Makes the messages of `seedWebhooks` due, even while a server runs: it finds them within `jobPollMs`. */
export async function releaseMessages(data: TestData): Promise<void> {
  await execute(data, `update webhook_messages set due_at = ${Date.now()} where state = 'waiting'`);
}

/** Webhooks of a store, which nothing is sent through. */
export async function webhooksOf(store: Store, { folder }: TestData) {
  const masterKey = Buffer.from((await readFile(join(folder, "master.key"), "utf8")).trim(), "base64");
  return createWebhooks({
    records: store.webhooks,
    seal: createSeal(masterKey),
    outbound: { refusal: () => undefined },
    sender: { wake: () => {}, send: () => Promise.reject(new Error("Nothing is sent here.")) },
    changed: () => Promise.resolve(),
    cursors: createCursors(masterKey),
    now: Date.now,
  });
}

/** The project that a server makes at its first start. */
export async function demoProjectOf(store: Store) {
  const [project] = await store.projects.all();
  if (project === undefined) throw new Error("No server has run on this data.");
  return project.id;
}

export interface PassageSeed {
  /** A copilot of the demo project, which exists. */
  readonly copilot: string;
  readonly passages: number;
}

const passagesOfSource = 20_000;
const passagesAtOnce = 500;
const passageWords = 120;

/** Passages of files, 120 words each of 10,000: a few of them are in most passages, most of them in few. */
export async function seedPassages(data: TestData, { copilot, passages }: PassageSeed): Promise<void> {
  await using store = await openStore(databaseUrl(data));
  const owner = { project: await demoProjectOf(store), copilot: copilot as CopilotId };
  let state = 1;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const word = () => `word${Math.floor(random() ** 3 * 10_000)}`;
  for (let first = 0; first < passages; first += passagesOfSource) {
    const source = {
      id: `ks_seed${first}` as KnowledgeSourceId,
      origin: { kind: "file", name: `${first}.md`, mimeType: "text/markdown" },
      status: "ingesting",
      createdAt: first,
      updatedAt: first,
      revision: 1,
    } as const;
    const bytes = new Uint8Array();
    if (!(await store.knowledge.insert(owner, source, { most: 1_000, bytes }, {})))
      throw new Error("The knowledge source was not written.");
    const reading = { ...owner, source: source.id, revision: 1 };
    const last = Math.min(first + passagesOfSource, passages);
    for (let at = first; at < last; at += passagesAtOnce)
      await store.knowledge.addPassages(
        reading,
        "",
        Array.from({ length: Math.min(passagesAtOnce, last - at) }, (_, n) => ({
          position: at + n,
          title: source.origin.name,
          headings: [`Part ${at + n}`],
          text: `A passage: ${Array.from({ length: passageWords }, word).join(" ")}.`,
        })),
      );
    await store.knowledge.settle(reading, { status: "ready", indexedAt: first, text: "" });
  }
  await collectStatistics(data);
}
