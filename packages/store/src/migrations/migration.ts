import type { Dialect } from "../database/dialect.ts";

/** One step of the schema. Steps only go forward; a published one never changes. */
export interface Migration {
  readonly version: number;
  /** The statements, in order; all migrations that are due run in one transaction. */
  statements(dialect: Dialect): readonly string[];
}
