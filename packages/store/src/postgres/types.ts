import { types as known } from "pg";
import type { CustomTypesConfig } from "pg";

/** By the object id of the type, as `pg_type` lists it. */
const parsers = new Map<number, (text: string) => unknown>([
  // Counts, sizes and instants stay below 2^53.
  [20, Number], // bigint
  [1700, Number], // numeric: sums of bigint
  [16, (text) => (text === "t" ? 1 : 0)], // boolean, as the embedded database answers it
]);

/** How values are read. */
export const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text" | "binary") =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? known.getTypeParser(oid, format)) as never,
};
