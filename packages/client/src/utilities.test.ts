import { expect, test } from "vitest";
import { ClientError } from "./error.ts";
import { nanoid } from "./random-id.ts";
import { shallow } from "./shallow.ts";
import { SyncStatuses } from "./sync-status.ts";

test("[CS80] a random id has the length that was asked for, characters that need no escaping, and is another one each time", () => {
  const ids = Array.from({ length: 1_000 }, () => nanoid());
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^[\w-]{21}$/);
  expect(nanoid(5)).toHaveLength(5);
});

test.for([
  [1, 1, true],
  [Number.NaN, Number.NaN, true],
  [[1, 2], [1, 2], true],
  [[1, 2], [1, 3], false],
  [{ a: 1 }, { a: 1 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: [] }, { a: [] }, false],
  [[], {}, false],
  [null, {}, false],
  [new Date(0), new Date(0), false],
  [new Map(), new Map(), false],
] as const)("[CS80] %j and %j are the same one level deep: %s", ([a, b, expected]) => {
  expect(shallow(a, b)).toBe(expected);
});

test("[CS81] an error says what was tried, where, and what the server answered", () => {
  const context = { type: "ROOM_CONNECTION_ERROR", code: 4001, roomId: "r" } as const;
  const error = new ClientError("Refused.", context, {
    code: "UNAUTHORIZED",
    suggestion: "Sign in.",
    docs: "https://x",
  });
  expect(error).toMatchObject({ name: "WeftError", message: "Refused.", code: "UNAUTHORIZED", roomId: "r", context });
  expect(new ClientError("No.", { type: "LARGE_MESSAGE_ERROR" })).toMatchObject({
    code: "LARGE_MESSAGE_ERROR",
    roomId: undefined,
  });
});

test("[CS82] a client is synchronized once all of its parts are, and tells of each change once", () => {
  const statuses = new SyncStatuses();
  let told = 0;
  statuses.changed.subscribe(() => told++);
  const [a, b] = [{}, {}];
  statuses.set(a, false);
  statuses.set(b, false);
  statuses.set(a, true);
  expect([statuses.status, told]).toEqual(["synchronizing", 1]);
  statuses.set(b, true);
  expect([statuses.status, told]).toEqual(["synchronized", 2]);
});
