import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { serveStorage } from "./storage-rooms.ts";

const database = new DatabaseSync(join(process.env["BENCH_DATA"]!, "reference.db"));
database.exec("pragma journal_mode = wal");
database.exec("pragma synchronous = full");
database.exec(
  "create table if not exists storage_nodes (project_id text, room_id text, id text, node text, primary key (project_id, room_id, id)) without rowid, strict",
);
const put = database.prepare(
  "insert into storage_nodes values (?, ?, ?, ?) on conflict do update set node = excluded.node",
);

serveStorage((room, id, node) => {
  put.run("project", room, id, node);
  return undefined;
});
