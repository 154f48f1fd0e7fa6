import pg from "pg";
import { serveStorage } from "./storage-rooms.ts";

const pool = new pg.Pool({ connectionString: process.env["BENCH_DATABASE"] });
await pool.query(
  "create table reference_nodes (project_id text, room_id text, id text, node text, primary key (project_id, room_id, id))",
);

serveStorage((room, id, node) =>
  pool.query({
    name: "put",
    text: `insert into reference_nodes values ($1, $2, $3, $4)
      on conflict (project_id, room_id, id) do update set node = excluded.node`,
    values: ["project", room, id, node],
  }),
);
