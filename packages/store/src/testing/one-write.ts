import { openPostgres } from "../postgres/engine.ts";

/** Hands one statement over, in a process that is to be killed before PostgreSQL has run it. */
const [, , url = "", sql = ""] = process.argv;
const { engine } = await openPostgres(url, { answerMs: 30_000, connections: 1, purpose: "serve", onFlush() {} });
await engine.write([{ sql, values: [[]] }]);
