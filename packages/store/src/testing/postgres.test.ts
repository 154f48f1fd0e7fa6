import { expect, test } from "vitest";
import { emptyDatabase, queryDatabase, sweepDatabases, temporaryDatabase, whyNoPostgres } from "./postgres.ts";

const noPostgres = await whyNoPostgres();
const day = 86_400_000;

test.skipIf(noPostgres !== undefined)(
  "databases that tests left behind are dropped after a day, and no others",
  async () => {
    const now = Date.now();
    await using young = await temporaryDatabase();
    await using left = await emptyDatabase({ createdAt: now - day - 2_000 });
    await sweepDatabases(now);
    expect(await queryDatabase(young.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await expect(queryDatabase(left.url, "select 1 as one")).rejects.toThrow("does not exist");
  },
);
