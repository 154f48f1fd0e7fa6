import type { Effects } from "@weft/collab";
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

type Advance = NonNullable<Effects["advance"]>;

/** What moves a reader on, for any transaction. Events that every reader is past are deleted. */
export function advanceReader(db: Kysely<Tables>, { reader, seq, first }: Advance) {
  const move = db.updateTable("outbox_readers").set({ seq }).where("reader", "=", reader);
  return [
    first === undefined ? move.where("seq", "<", seq) : ([move.where("seq", "<", first), 1] as const),
    db
      .deleteFrom("outbox")
      .where("seq", "<=", (eb) =>
        eb.selectFrom("outbox_readers").select((of) => of.fn.min("outbox_readers.seq").as("seq")),
      ),
  ];
}
