import type { DomainEvent } from "@weft/protocol";
import type { Kysely } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Statement } from "./engine.ts";
import { prepare } from "./query.ts";
import { insertRows } from "./repeated-inserts.ts";
import type { Tables } from "./tables.ts";

/** What adds events, for any transaction. Compiled once: rooms are created often. */
export function prepareEvents({ sql: db }: Dialect): (events: readonly DomainEvent[]) => Statement {
  const insert = prepare<{ project: string; type: string; data: string }>((slot) =>
    db.insertInto("outbox").values({ project_id: slot("project"), type: slot("type"), data: slot("data") }),
  );
  return (events) =>
    insertRows(
      insert,
      events.map(({ type, data }) => ({ project: data.projectId, type, data: JSON.stringify(data) })),
    );
}

/** What moves a reader on, for any transaction. Events that every reader is past are deleted. */
export function advanceReader(db: Kysely<Tables>, reader: string, seq: number) {
  return [
    db.updateTable("outbox_readers").set({ seq }).where("reader", "=", reader).where("seq", "<", seq),
    db
      .deleteFrom("outbox")
      .where("seq", "<=", (eb) =>
        eb.selectFrom("outbox_readers").select((of) => of.fn.min("outbox_readers.seq").as("seq")),
      ),
  ];
}
