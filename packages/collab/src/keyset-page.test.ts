import { WeftError } from "@weft/protocol";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCursors } from "./cursor.ts";
import { createdFrom, creationKey, keysetPage } from "./keyset-page.ts";

const cursors = createCursors(Buffer.alloc(32, 1));
const scope = { project: "p", list: "things" };
interface Thing {
  readonly createdAt: number;
  readonly id: string;
}
const isBehind = (one: Thing, other: Thing) =>
  one.createdAt > other.createdAt || (one.createdAt === other.createdAt && one.id > other.id);

function pageOf(things: readonly Thing[], limit: number, cursor?: string) {
  const sorted = things.toSorted((one, other) => (isBehind(one, other) ? 1 : -1));
  return keysetPage<Thing>({
    cursors,
    scope,
    limit,
    cursor,
    read: async (most, key) => {
      const after = createdFrom(key);
      return sorted.filter((thing) => after === undefined || isBehind(thing, after)).slice(0, most);
    },
    keyOf: creationKey,
  });
}

test("pages of any size hold every item once, in order, and the last one says that it is the last", async () => {
  const things = fc.uniqueArray(fc.record({ createdAt: fc.nat(5), id: fc.string({ maxLength: 3 }) }), {
    selector: creationKey,
    comparator: (one, other) => one.join() === other.join(),
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(things, fc.integer({ min: 1, max: 7 }), async (all, limit) => {
      const seen: Thing[] = [];
      let cursor: string | undefined;
      do {
        const page = await pageOf(all, limit, cursor);
        expect(page.items.length).toBe(Math.min(limit, all.length - seen.length));
        seen.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(all.toSorted((one, other) => (isBehind(one, other) ? 1 : -1)));
    }),
  );
});

test("a cursor of another list is refused", async () => {
  const cursor = cursors.encode({ ...scope, list: "others" }, [1, "a"]);
  await expect(pageOf([], 1, cursor)).rejects.toThrow(WeftError);
});
