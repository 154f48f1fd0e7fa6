import type { Compilable } from "kysely";

/** What a database binds. Booleans are 0 and 1, documents are JSON text. */
export type SqlValue = string | number | Uint8Array | null;

/** A query compiled once, with named places for the values that change. */
export interface Prepared<Args, Row> {
  readonly sql: string;
  bind(args: Args): readonly SqlValue[];
  /** Never set: carries the type of the rows. */
  readonly row?: Row;
}

/** The type of the rows that a prepared query answers. */
export type RowOf<P> = P extends Prepared<never, infer Row> ? Row : never;

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query whose values are given later. `slot` stands in for a value while the query is built.
 *
 * @example
 * const byId = prepare<{ id: string }, { name: string }>((slot) =>
 *   sqlite.sql.selectFrom("projects").select("name").where("id", "=", slot("id")),
 * );
 * engine.read(byId.sql, byId.bind({ id: "p1" }));
 */
export function prepare<Args, Row = never>(
  build: (slot: <K extends keyof Args & string>(name: K) => Args[K]) => Compilable<Row>,
): Prepared<Args, Row> {
  const compiled = build((name) => new Slot(name) as never).compile();
  const parameters = compiled.parameters as readonly (Slot | SqlValue)[];
  return {
    sql: compiled.sql,
    bind: (args) =>
      parameters.map((value) => (value instanceof Slot ? (args[value.name as keyof Args] as SqlValue) : value)),
  };
}
