import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { temporaryDatabase } from "@weft/store/testing/postgres";

export type TestDatabase = "sqlite" | "postgres";

/** The database of test servers that do not name one. */
export const testDatabase: TestDatabase = chosen(process.env["WEFT_TEST_DATABASE"]);

function chosen(setting = "sqlite"): TestDatabase {
  if (setting === "sqlite" || setting === "postgres") return setting;
  throw new Error(`WEFT_TEST_DATABASE is "sqlite" or "postgres", not "${setting}".`);
}

/** Where a server keeps things. */
export interface TestData {
  readonly folder: string;
  /** URL of a PostgreSQL database; without it, the embedded database in the folder is used. */
  readonly database?: string;
}

/** An empty folder, and with PostgreSQL an empty database, for one server after another. Disposing deletes both. */
export async function openTestData(kind: TestDatabase = testDatabase): Promise<TestData & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "weft-test-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const database = kind === "postgres" ? stack.use(await temporaryDatabase()).url : undefined;
  const held = stack.move();
  return {
    folder,
    ...(database === undefined ? {} : { database }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The database as `WEFT_DATABASE` names it. */
export function databaseUrl({ folder, database }: TestData): string {
  return database ?? `sqlite:${join(folder, "weft.db")}`;
}
