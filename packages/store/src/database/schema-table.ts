/** A table of the schema, the same in every kind of database. */
export interface SchemaTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key, in its order. Keys hold no nulls. */
  readonly key: readonly string[];
  /** Columns whose values may be long: texts and bytes. */
  readonly long: readonly string[];
  /** The column whose numbers the database gives out. */
  readonly serial: string | undefined;
}
