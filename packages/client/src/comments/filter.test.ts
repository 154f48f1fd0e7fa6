import { expect, test } from "vitest";
import { filterKey, isThreadIn, queryOf } from "./filter.ts";
import type { ClientThread, ThreadsFilter } from "./types.ts";

const threadOf = (metadata: Record<string, unknown>): ClientThread => ({
  type: "thread",
  id: "th_1",
  roomId: "r",
  createdAt: new Date(0),
  updatedAt: new Date(0),
  comments: [],
  metadata: metadata as ClientThread["metadata"],
  resolved: false,
  visibility: "private",
});

test("[CS101] filters are written in the query language", () => {
  const filter = {
    metadata: { a: "x", z: null, b: true, n: { gt: 1, lte: 5 }, s: { startsWith: "it's" }, skipped: undefined },
    resolved: false,
    visibility: "private",
    subscribed: true,
  };
  expect(queryOf(filter as ThreadsFilter)).toBe(
    "resolved:false visibility:'private' subscribed:true metadata['a']:'x' metadata['z']:null metadata['b']:true " +
      "metadata['n']>1 metadata['n']<=5 metadata['s']^\"it's\"",
  );
  expect(queryOf(undefined)).toBe("");
  expect(queryOf({})).toBe("");
  expect(queryOf({ metadata: { k: 'a"b\\', "q'\"": "\n" } })).toBe(
    String.raw`metadata['k']:'a"b\\' metadata["q'\""]:'\n'`,
  );
  expect(queryOf({ metadata: { n: 1e21, m: { lt: -1e-7 } } })).toBe(
    "metadata['n']:1000000000000000000000 metadata['m']<-0.0000001",
  );
});

test.each<[ThreadsFilter, boolean]>([
  [{}, true],
  [{ resolved: true }, false],
  [{ visibility: "private", subscribed: true }, true],
  [{ subscribed: false }, false],
  [{ metadata: { colour: "red", n: 3, isOn: true } }, true],
  [{ metadata: { n: "3" } }, false],
  [{ metadata: { missing: null } }, true],
  [{ metadata: { colour: null } }, false],
  [{ metadata: { toString: null } }, true],
  [{ metadata: { colour: { startsWith: "re" } } }, true],
  [{ metadata: { colour: { startsWith: "Re" } } }, false],
  [{ metadata: { n: { gt: 2, lt: 4 } } }, true],
  [{ metadata: { n: { gte: 3, lte: 3 } } }, true],
  [{ metadata: { n: { gt: 3 } } }, false],
  [{ metadata: { colour: { gt: 0 } } }, false],
])("[CS117] the filter %j finds a thread as the server does: %s", (filter, isFound) => {
  expect(isThreadIn(filter, threadOf({ colour: "red", n: 3, isOn: true }), true)).toBe(isFound);
});

test("[CS110] equal filters have one key", () => {
  expect(filterKey({ resolved: true, metadata: { a: 1, b: 2 } })).toBe(
    filterKey({ metadata: { b: 2, a: 1 }, resolved: true, subscribed: undefined }),
  );
  expect(filterKey({ resolved: true })).not.toBe(filterKey({ resolved: false }));
});
