import type { QueryResult } from "pg";
import type { SqlValue } from "../database/query.ts";

/** Sends a statement, at once: several of them travel together and are run in order. */
export type SendQuery = (sql: string, values?: readonly SqlValue[]) => Promise<QueryResult>;
