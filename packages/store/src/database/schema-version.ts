import { migrations, schemaVersion } from "../migrations/index.ts";
import { StoreRefused } from "./errors.ts";
import type { Purpose } from "./purpose.ts";

/** The schema of a database, as its rows of `meta` say. */
export interface FoundSchema {
  /** 0 for an empty database. */
  readonly version: number;
  /** A release that knows this version, and not the later ones, works with the database. Undefined if no row says so. */
  readonly readableFrom: number | undefined;
}

/** The rows of `meta` with both numbers. */
export const schemaKeys = { version: "schema_version", readableFrom: "schema_readable_from" } as const;

/** The last migration of this release that an earlier one cannot work with. */
export const readableFrom = Math.max(
  ...migrations.filter(({ isAdditive }) => isAdditive !== true).map(({ version }) => version),
);

/** @throws StoreRefused for the data of another application, of which `refusal` says what to do */
export function foundSchema(read: (key: string) => unknown, refusal: string): FoundSchema {
  const version = wholeNumber(read(schemaKeys.version));
  if (version === undefined) throw new StoreRefused(refusal);
  return { version, readableFrom: wholeNumber(read(schemaKeys.readableFrom)) };
}

/**
 * A newer release may have changed the schema while this one runs, or before it was rolled back to this one: then this release
 * serves the database if all that was added may be unknown to it. Moves copy the tables that this release knows, so they
 * must be all that there are.
 * @throws StoreRefused
 */
export function checkSchema(purpose: Purpose, { version, readableFrom: from }: FoundSchema): void {
  if (version <= schemaVersion) return;
  if (purpose === "serve" && from !== undefined && from <= schemaVersion) return;
  throw new StoreRefused(
    `The database has schema version ${version}, and this release knows versions up to ${schemaVersion}: run the newer release that wrote it, or restore a backup.`,
  );
}

/** What an operator reads of a schema that `checkSchema` accepts. */
export function describeSchema({ version }: FoundSchema): string {
  return version <= schemaVersion
    ? `schema version ${version}`
    : `schema version ${version}, of a newer release, which this one can use`;
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value ?? undefined);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
