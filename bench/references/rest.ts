import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fastify from "fastify";
import { serveCommits } from "./commits.ts";

/** REST with only a database behind the socket: no keys, no limits, no schemas. */
const database = new DatabaseSync(join(process.env["BENCH_DATA"]!, "reference.db"));
database.exec("pragma journal_mode = wal");
database.exec("pragma synchronous = full");
database.exec(
  "create table rooms (id text primary key, created_at integer, metadata text, default_accesses text, users_accesses text, groups_accesses text) strict",
);
const insert = database.prepare("insert into rooms values (?, ?, ?, ?, '{}', '{}')");
const select = database.prepare("select * from rooms where id = ?");

interface Row {
  readonly id: string;
  readonly created_at: number;
  readonly metadata: string;
  readonly default_accesses: string;
  readonly users_accesses: string;
  readonly groups_accesses: string;
}

interface Draft {
  readonly id: string;
  readonly metadata?: object;
  readonly defaultAccesses?: readonly string[];
}

const app = fastify({ logger: false });
app.get<{ Params: { roomId: string } }>("/v2/rooms/:roomId", (request, reply) => {
  const row = select.get(request.params.roomId) as Row | undefined;
  if (row === undefined) return reply.code(404).send({ error: "ROOM_NOT_FOUND" });
  return reply.send({
    type: "room",
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    metadata: JSON.parse(row.metadata) as unknown,
    defaultAccesses: JSON.parse(row.default_accesses) as unknown,
    usersAccesses: JSON.parse(row.users_accesses) as unknown,
    groupsAccesses: JSON.parse(row.groups_accesses) as unknown,
  });
});
app.post<{ Body: Draft }>("/v2/rooms", (request, reply) => {
  const { id, metadata = {}, defaultAccesses = [] } = request.body;
  insert.run(id, Date.now(), JSON.stringify(metadata), JSON.stringify(defaultAccesses));
  return reply.send({ type: "room", id });
});
serveCommits(app, (id) => insert.run(id, Date.now(), "{}", "[]"));
await app.listen({ host: "127.0.0.1", port: Number(process.env["BENCH_PORT"]) });
