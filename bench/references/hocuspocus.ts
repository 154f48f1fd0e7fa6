import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Database } from "@hocuspocus/extension-database";
import { Server } from "@hocuspocus/server";

/**
 * `@hocuspocus/server` as it is set up by its manual, with what its SQLite extension does: the whole document in one row,
 * written when it was quiet for 2 s. That extension needs a compiled driver; here are its table and statements on Node's own.
 */
const database = new DatabaseSync(join(process.env["BENCH_DATA"]!, "reference.db"));
database.exec("create table if not exists documents (name text not null unique, data blob not null)");
const select = database.prepare("select data from documents where name = ?");
const put = database.prepare(
  "insert into documents (name, data) values (?, ?) on conflict (name) do update set data = excluded.data",
);

const server = new Server({
  port: Number(process.env["BENCH_PORT"]),
  address: "127.0.0.1",
  quiet: true,
  extensions: [
    new Database({
      fetch: ({ documentName }) =>
        Promise.resolve((select.get(documentName)?.["data"] as Uint8Array | undefined) ?? null),
      store({ documentName, state }) {
        put.run(documentName, state);
        return Promise.resolve();
      },
    }),
  ],
});
await server.listen();
