import type { ClientConfig } from "pg";
import { StoreRefused } from "../database/errors.ts";
import { types } from "./types.ts";

/** How long to wait for a connection, in milliseconds. */
const connectMs = 5_000;

/**
 * How to connect to the database that a setting names. TLS is set by the parameters that libpq has for it: `sslmode`,
 * `sslrootcert`, `sslcert`, `sslkey`.
 * @throws StoreRefused when the setting is not a URL
 */
export function connectionConfig(url: string): ClientConfig {
  // The setting may hold a password, so nothing of it is repeated.
  if (!URL.canParse(url))
    throw new StoreRefused(
      'The database setting must be a URL, "postgres://user:password@host:5432/database?sslmode=verify-full".',
    );
  return {
    connectionString: url,
    application_name: "weft",
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
  };
}
