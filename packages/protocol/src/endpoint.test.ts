import { expect, test } from "vitest";
import { z } from "zod";
import { endpoint, explainIssues, mapOf } from "./endpoint.ts";
import { JsonObject } from "./json.ts";
import { authorizeUser, createRoom, setPresence, updateRoom, upsertRoom } from "./rest/index.ts";

const explain = (schema: z.ZodType, input: unknown) => {
  const parsed = schema.safeParse(input);
  return parsed.success ? undefined : explainIssues(parsed.error, input);
};
const room = { id: "r", defaultAccesses: [] };
const long = (length: number) => "x".repeat(length);

test.for<[schema: z.ZodType | undefined, input: unknown, sentence: string]>([
  [createRoom.body, { id: "r" }, "Missing key: 'defaultAccesses'."],
  [createRoom.body, {}, "Missing keys: 'id', 'defaultAccesses'."],
  [createRoom.body, { id: 3 }, "Value at key 'id': must be a string."],
  [createRoom.body, [], "The value must be an object."],
  [createRoom.body, null, "The value must be an object."],
  [createRoom.body, { ...room, id: "" }, "Value at key 'id': must not be empty."],
  [createRoom.body, { ...room, id: long(129) }, "Value at key 'id': must be at most 128 characters long."],
  [createRoom.body, { ...room, defaultAccesses: "room:write" }, "Value at key 'defaultAccesses': must be a list."],
  [createRoom.body, { ...room, metadata: [] }, "Value at key 'metadata': must be an object."],
  [
    createRoom.body,
    { ...room, metadata: { color: 7 } },
    "Value at keypath 'metadata.color': must be a string or a list.",
  ],
  [createRoom.body, { ...room, metadata: { tags: ["a", 7] } }, "Value at keypath 'metadata.tags.1': must be a string."],
  [
    createRoom.body,
    { ...room, metadata: { color: long(257) } },
    "Value at keypath 'metadata.color': must be at most 256 characters long.",
  ],
  [
    createRoom.body,
    { ...room, metadata: { [long(41)]: "" } },
    `Value at keypath 'metadata.${long(41)}': the key must be at most 40 characters long.`,
  ],
  [
    createRoom.body,
    { ...room, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, ""])) },
    "Value at key 'metadata': must have at most 50 entries.",
  ],
  [
    createRoom.body,
    { ...room, usersAccesses: { [long(41)]: [] } },
    `Value at keypath 'usersAccesses.${long(41)}': the key must be at most 40 characters long.`,
  ],
  [upsertRoom.body, { create: {} }, "Missing key: 'update'."],
  [upsertRoom.body, { update: { metadata: 1 } }, "Value at keypath 'update.metadata': must be an object."],
  [setPresence.body, { userId: "ada" }, "Missing key: 'data'."],
  [setPresence.body, { userId: "ada", data: [] }, "Value at key 'data': must be an object."],
  [setPresence.body, { userId: "ada", data: {}, ttl: 1 }, "Value at key 'ttl': must be at least 2."],
  [setPresence.body, { userId: "ada", data: {}, ttl: 3600 }, "Value at key 'ttl': must be at most 3599."],
  [setPresence.body, { userId: "ada", data: {}, ttl: 2.5 }, "Value at key 'ttl': must be an integer."],
  [
    setPresence.body,
    { userId: "ada", data: {}, userInfo: { name: 1 } },
    "Value at keypath 'userInfo.name': must be a string.",
  ],
  [
    authorizeUser.body,
    { userId: "ada", permissions: { "a*b": [] } },
    "Value at keypath 'permissions.a*b': the pattern must be a room id, or the beginning of one followed by a single asterisk.",
  ],
  [
    authorizeUser.body,
    { userId: "ada", permissions: {}, userInfo: { bio: long(1_024) } },
    "Value at key 'userInfo': must be at most 1024 characters of JSON.",
  ],
  [z.object({ a: z.object({ b: z.string() }) }), { a: {} }, "Value at key 'a': missing key: 'b'."],
  [
    z.object({ a: z.object({ b: z.array(z.int()) }) }),
    { a: { b: ["x"] } },
    "Value at keypath 'a.b.0': must be a number.",
  ],
])("[PR22] a body that breaks a rule is told which one: %#", ([schema, input, sentence]) => {
  expect(explain(schema!, input)).toBe(sentence);
});

test("[PR22] an unknown permission is answered with the ones that are known", () => {
  const sentence = explain(createRoom.body!, { id: "r", defaultAccesses: ["room:admin"] });
  expect(sentence).toMatch(/^Value at keypath 'defaultAccesses.0': must be "\*:read", .* or "feeds:write"\.$/);
});

test("[PR24] keys that every object inherits are keys like any other", () => {
  const input: unknown = JSON.parse('{"metadata":{"__proto__":"a","constructor":"b","toString":null}}');
  const patch = updateRoom.body!.parse(input);
  expect([...patch.metadata!]).toEqual([
    ["__proto__", "a"],
    ["constructor", "b"],
    ["toString", null],
  ]);
});

test("[PR24] a key that only the prototype has is missing", () => {
  expect(explain(z.object({ toString: z.string() }), {})).toBe("Missing key: 'toString'.");
});

test("[PR22] the first entry that breaks a rule ends the reading of a map", () => {
  const map = mapOf(z.string());
  expect(map.safeParse({ a: 1, b: 2 }).error?.issues).toHaveLength(1);
});

test("[PR21] a path that is not described does not declare", () => {
  expect(() =>
    endpoint({ id: "x", route: "GET /v2/x/{id}", tag: "X", summary: "X", auth: "secret", returns: JsonObject }),
  ).toThrow("x: the path names id but describes .");
});

test("[PR25] what can fail follows from the shape of an endpoint", () => {
  const bare = endpoint({ id: "x", route: "GET /v2/x", tag: "X", summary: "X", auth: "none", returns: JsonObject });
  expect(bare.errors).toEqual([]);
  expect(createRoom.errors).toEqual([
    "BAD_REQUEST",
    "MISSING_SECRET_KEY",
    "WRONG_KEY_USED",
    "INVALID_SECRET_KEY",
    "PROJECT_CLOSED",
    "ROOM_ALREADY_EXISTS",
    "PAYLOAD_TOO_LARGE",
    "PROJECT_FULL",
    "UNPROCESSABLE_ENTITY",
    "TOO_MANY_REQUESTS",
    "INTERNAL_SERVER_ERROR",
    "SERVICE_UNAVAILABLE",
  ]);
});
