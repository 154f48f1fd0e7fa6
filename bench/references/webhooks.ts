import { createHmac } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fastify from "fastify";

/**
 * Webhooks as a first version would be written: ten loops for each endpoint, which read a message, sign it, send it
 * with `fetch` and store its outcome in a commit of its own. No leases, no retries, no checks of addresses.
 */
const database = new DatabaseSync(join(process.env["BENCH_DATA"]!, "reference.db"));
database.exec("pragma journal_mode = wal");
database.exec("pragma synchronous = full");
database.exec(`
  create table messages (id integer primary key, endpoint integer, body text, state text, status integer, at integer) strict;
  create index messages_waiting on messages (endpoint, state);
`);
const insert = database.prepare("insert into messages (endpoint, body, state) values (?, ?, 'waiting')");
const take = database.prepare(
  "update messages set state = 'taken' where id = (select id from messages where endpoint = ? and state = 'waiting' limit 1) returning *",
);
const settle = database.prepare("update messages set state = 'delivered', status = ?, at = ? where id = ?");
const secret = Buffer.from("a secret of 24 bytes ...");
const atOnce = 10;

async function deliver(endpoint: number, url: string): Promise<void> {
  for (;;) {
    const row = take.get(endpoint) as { id: number; body: string } | undefined;
    if (row === undefined) return;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac("sha256", secret).update(`${row.id}.${timestamp}.${row.body}`).digest("base64");
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": String(row.id),
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
      },
      body: row.body,
    });
    await response.text();
    settle.run(response.status, Date.now(), row.id);
  }
}

const app = fastify({ logger: false });
app.post<{ Querystring: { url: string; first: string; endpoints: string; messages: string } }>(
  "/deliveries",
  (request, reply) => {
    const { url } = request.query;
    const [first, endpoints, messages] = [request.query.first, request.query.endpoints, request.query.messages].map(
      Number,
    );
    database.exec("begin");
    for (let endpoint = first!; endpoint < first! + endpoints!; endpoint++)
      for (let at = 0; at < messages!; at++)
        insert.run(
          endpoint,
          JSON.stringify({ type: "commentCreated", data: { projectId: "project", roomId: "room" } }),
        );
    database.exec("commit");
    for (let endpoint = first!; endpoint < first! + endpoints!; endpoint++)
      for (let loop = 0; loop < atOnce; loop++) void deliver(endpoint, url);
    return reply.send({});
  },
);
await app.listen({ host: "127.0.0.1", port: Number(process.env["BENCH_PORT"]) });
