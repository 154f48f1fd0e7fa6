import type { Effects } from "@weft/collab";
import type { DomainEvent } from "@weft/protocol";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Statement } from "../database/engine.ts";
import { compilable, prepare } from "../database/query.ts";
import { insertRows } from "../database/repeated-inserts.ts";
import type { Tables } from "../tables/tables.ts";

/** What adds events, for any transaction. Compiled once: rooms are created often. */
export function prepareEvents({ sql: db, eventOrder }: Dialect): (events: readonly DomainEvent[]) => Statement[] {
  const insert = prepare<{ project: string; type: string; data: string }>((slot) =>
    db.insertInto("outbox").values({ project_id: slot("project"), type: slot("type"), data: slot("data") }),
  );
  const announce = eventOrder && prepare<object>(() => compilable(db, eventOrder.announce));
  return (events) => [
    ...(announce === undefined ? [] : [{ sql: announce.sql, values: [announce.bind({})] }]),
    insertRows(
      insert,
      events.map(({ type, data }) => ({ project: data.projectId, type, data: JSON.stringify(data) })),
    ),
  ];
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
