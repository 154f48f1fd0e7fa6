import type { Dialect } from "../database/dialect.ts";

/** One step of the schema. Steps only go forward; a published one never changes. */
export interface Migration {
  readonly version: number;
  /**
   * A release that does not know this step works with a database that has it: nodes of it go on, or start, beside nodes of
   * the release that added the step (decision 49). It adds tables, indexes, and columns that are null or have a default.
   */
  readonly isAdditive?: true;
  /** The statements, in order; all migrations that are due run in one transaction. */
  statements(dialect: Dialect): readonly string[];
}
