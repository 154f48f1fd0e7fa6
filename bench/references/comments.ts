import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fastify from "fastify";
import { serveCommits } from "./commits.ts";

/**
 * Comments as a first version would be written: one transaction of prepared statements for each, lists that filter
 * JSON. No keys, no limits, no schemas; threads stay as seeded, and only the users who subscribed at that time are
 * notified.
 */
const database = new DatabaseSync(join(process.env["BENCH_DATA"]!, "reference.db"));
database.exec("pragma journal_mode = wal");
database.exec("pragma synchronous = full");
database.exec(`
  create table threads (room text, id text, created_at integer, updated_at integer, metadata text, subscribers text, primary key (room, id)) strict;
  create index threads_by_age on threads (room, created_at);
  create table comments (thread text, id text, user text, created_at integer, body text, primary key (thread, id)) without rowid, strict;
  create table notifications (user text, room text, thread text, notified_at integer, primary key (user, thread)) without rowid, strict;
  create index notifications_by_age on notifications (user, notified_at);
  create table events (id integer primary key, body text) strict;
  create table commits (id text primary key, body text) strict;
`);
const prepare = (sql: string) => database.prepare(sql);
const statements = {
  begin: prepare("begin immediate"),
  commit: prepare("commit"),
  thread: prepare("select subscribers from threads where room = ? and id = ?"),
  addThread: prepare("insert into threads values (?, ?, ?, ?, ?, ?)"),
  touch: prepare("update threads set updated_at = ? where room = ? and id = ?"),
  addComment: prepare("insert into comments values (?, ?, ?, ?, ?)"),
  notify: prepare(
    "insert into notifications values (?, ?, ?, ?) on conflict do update set notified_at = excluded.notified_at",
  ),
  addEvent: prepare("insert into events (body) values (?)"),
  list: prepare(
    "select * from threads where room = ? and metadata ->> '$.status' = ? and metadata ->> '$.team' = ? order by created_at limit 20",
  ),
  comments: prepare("select * from comments where thread = ? order by created_at"),
  inbox: prepare("select * from notifications where user = ? order by notified_at desc limit 50"),
  oneThread: prepare("select * from threads where room = ? and id = ?"),
  bare: prepare("insert into commits values (?, '{}')"),
};
const inTransaction = (work: () => void) => {
  statements.begin.run();
  work();
  statements.commit.run();
};

const app = fastify({ logger: false, bodyLimit: 1_000_000 });

interface Seed {
  readonly rooms: readonly string[];
  readonly threads: number;
  readonly subscribers: readonly string[];
  readonly notified?: string;
}
app.post<{ Body: Seed }>("/seed", (request, reply) => {
  const { rooms, threads, subscribers, notified } = request.body;
  inTransaction(() => {
    for (let at = 0; at < threads; at++) {
      const [room, id] = [rooms[at % rooms.length]!, `th_${String(at).padStart(21, "0")}`];
      const metadata = { status: at % 10 === 0 ? "open" : "closed", team: `team-${at % 50}`, order: at };
      statements.addThread.run(room, id, at, at, JSON.stringify(metadata), JSON.stringify(subscribers));
      statements.addComment.run(`${room} ${id}`, "cm_seed", "author", at, '{"version":1,"content":[]}');
      if (notified !== undefined) statements.notify.run(notified, room, id, at);
    }
  });
  return reply.send({});
});

const describe = (row: Record<string, unknown>) => ({
  ...row,
  metadata: JSON.parse(row["metadata"] as string) as unknown,
  comments: statements.comments.all(`${String(row["room"])} ${String(row["id"])}`).map((comment) => ({
    ...comment,
    body: JSON.parse(comment["body"] as string) as unknown,
  })),
});

let comments = 0;
app.post<{ Params: { room: string; thread: string }; Body: { userId: string; body: object; mentioned: string } }>(
  "/comments/:room/:thread",
  (request, reply) => {
    const { room, thread } = request.params;
    const { userId, body, mentioned } = request.body;
    const now = Date.now();
    const id = `cm_${comments++}`;
    const { subscribers } = statements.thread.get(room, thread) as { subscribers: string };
    inTransaction(() => {
      statements.addComment.run(`${room} ${thread}`, id, userId, now, JSON.stringify(body));
      statements.touch.run(now, room, thread);
      for (const user of new Set([mentioned, ...(JSON.parse(subscribers) as string[])]))
        statements.notify.run(user, room, thread, now);
      statements.addEvent.run(JSON.stringify({ type: "commentCreated", data: { room, thread, id } }));
    });
    return reply.send({ type: "comment", id, threadId: thread, roomId: room, userId, body });
  },
);
app.get<{ Params: { room: string }; Querystring: { status: string; team: string } }>(
  "/threads/:room",
  (request, reply) => {
    const { status, team } = request.query;
    return reply.send({ data: statements.list.all(request.params.room, status, team).map(describe) });
  },
);
app.get<{ Params: { user: string } }>("/inbox/:user", (request, reply) => {
  const notifications = statements.inbox.all(request.params.user);
  const threads = notifications.map(({ room, thread }) => describe(statements.oneThread.get(room!, thread!)!));
  return reply.send({ notifications, threads });
});
serveCommits(app, (id) => statements.bare.run(id));
await app.listen({ host: "127.0.0.1", port: Number(process.env["BENCH_PORT"]) });
