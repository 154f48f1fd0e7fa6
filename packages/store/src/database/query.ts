import type { Compilable, CompiledQuery, Kysely, RawBuilder } from "kysely";
import type { Tables } from "../tables/tables.ts";

/** What a database binds. Booleans are 0 and 1, documents are JSON text. */
export type SqlValue = string | number | Uint8Array | null;

/** A query compiled once, at its first use, with named places for the values that change. */
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

/** Raw SQL as a query that compiles by itself. */
export function compilable<Row>(db: Kysely<Tables>, raw: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => raw.compile(db) };
}

export type SlotFor<Args> = <K extends keyof Args & string>(name: K) => Args[K];

/**
 * Compiles a query whose values are given later, for queries that run too often to be built each time. `slot` is a
 * placeholder for a value while the query is built.
 *
 * @example
 * const byId = prepare<{ id: string }, { name: string }>((slot) =>
 *   dialect.sql.selectFrom("projects").select("name").where("id", "=", slot("id")),
 * );
 * engine.read(byId.sql, byId.bind({ id: "p1" }));
 */
export function prepare<Args, Row = never>(build: (slot: SlotFor<Args>) => Compilable<Row>): Prepared<Args, Row> {
  return prepared(() => build(toSlot));
}

/** Several queries that are built together, at their first use. */
export function prepareAll<Args>(
  build: (slot: SlotFor<Args>) => readonly Compilable[],
): () => readonly Prepared<Args, never>[] {
  let all: readonly Prepared<Args, never>[] | undefined;
  return () => (all ??= build(toSlot).map((query) => prepared(() => query)));
}

/** A query over a list, compiled once for each length that the list has. */
export function prepareByLength<Args, Row = never>(
  build: (slot: SlotFor<Args>, length: number) => Compilable<Row>,
): (length: number) => Prepared<Args, Row> {
  const compiled = new Map<number, Prepared<Args, Row>>();
  return (length) => {
    let query = compiled.get(length);
    if (query === undefined) compiled.set(length, (query = prepare<Args, Row>((slot) => build(slot, length))));
    return query;
  };
}

/** A place for a value of this name, as `prepare` hands it out. */
export const toSlot = (name: string) => new Slot(name) as never;

function prepared<Args, Row>(build: () => Compilable): Prepared<Args, Row> {
  let compiled: CompiledQuery | undefined;
  const compile = () => (compiled ??= build().compile());
  return {
    get sql() {
      return compile().sql;
    },
    bind: (args) =>
      (compile().parameters as readonly (Slot | SqlValue)[]).map((value) =>
        value instanceof Slot ? (args[value.name as keyof Args] as SqlValue) : value,
      ),
  };
}
