import { errors } from "@weft/protocol";
import { afterAll, expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

const edge = await openTestEdge({ limits: { restRateBurst: 1e9, restUserRateBurst: 1e9 } });
afterAll(() => edge[Symbol.asyncDispose]());

test.for([
  ["/v2/rooms", { id: "ID", defaultAccesses: [] }],
  ["/v2/groups", { groupId: "ID" }],
  ["/v2/authorize-user", { userId: "ID", permissions: {} }],
  ["/v2/identify-user", { userId: "ID" }],
  ["/v2/rooms/r/feeds", { feedId: "ID", metadata: {} }],
  ["/v2/inbox-notifications/trigger", { userId: "ID", kind: "$a", subjectId: "s", activityData: {} }],
] as const)("POST %s refuses the ids `.` and `..`, which no URL can hold", async ([url, body]) => {
  await edge.call("POST", "/v2/rooms", { id: "r", defaultAccesses: [] });
  const withId = (id: string) => JSON.parse(JSON.stringify(body).replace("ID", id));
  for (const id of [".", ".."]) {
    const reply = await edge.call("POST", url, withId(id));
    // Groups answer an invalid body as a malformed one.
    expect(reply.status, reply.text).toBe(url === "/v2/groups" ? 400 : 422);
    expect(reply.body.message).toContain("must not be `.` or `..`.");
  }
  expect((await edge.call("POST", url, withId("..."))).status).toBeLessThan(300);
});

test("a private room, an unknown channel and a missing group id are refused in words that name them", async () => {
  await edge.call("POST", "/v2/rooms", { id: "private", defaultAccesses: [] });
  const open = { publicApiKey: edge.publicKey };
  const { message, suggestion } = errors.UNAUTHORIZED_ROOM_ACCESS;
  expect(await edge.call("POST", "/v2/rooms/private/public/authorize", open)).toMatchObject({
    status: 403,
    body: { error: "UNAUTHORIZED_ROOM_ACCESS", message, suggestion },
  });
  const settings = await edge.call("POST", "/v2/users/ada/notification-settings", { pigeon: { thread: true } });
  expect([settings.status, settings.body.message]).toEqual([422, "Unknown channel 'pigeon'."]);
  const group = await edge.call("POST", "/v2/groups", {});
  expect([group.status, group.body.message]).toEqual([400, "Missing key: 'groupId'."]);
  expect(group.body.suggestion).not.toMatch(/syntax/i);
});

test("metadata named `__proto__` and the like round-trips", async () => {
  const room = "proto";
  const odd = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c"}');
  const metadata = (await edge.call("POST", "/v2/rooms", { id: room, defaultAccesses: [], metadata: odd })).text;
  expect(metadata).toContain('"__proto__":"a"');
  expect((await edge.call("GET", `/v2/rooms/${room}`)).text).toContain('"__proto__":"a"');
  const comment = { userId: "ada", body: { version: 1, content: [] }, metadata: odd };
  const thread = await edge.call("POST", `/v2/rooms/${room}/threads`, { comment, metadata: odd });
  expect(thread.text.match(/"__proto__":"a"/g)).toHaveLength(2);
  const listed = await edge.call("GET", `/v2/rooms/${room}/threads`);
  expect(listed.text.match(/"__proto__":"a","constructor":"b","toString":"c"/g)).toHaveLength(2);
  const found = await edge.call("GET", `/v2/rooms?query=${encodeURIComponent('metadata["__proto__"]:"a"')}`);
  expect(found.body.data).toHaveLength(1);
  const activity = { userId: "ada", kind: "$a", subjectId: "s", activityData: odd };
  expect((await edge.call("POST", "/v2/inbox-notifications/trigger", activity)).status).toBe(200);
  const inbox = await edge.call("GET", "/v2/users/ada/inbox-notifications");
  expect(inbox.text).toContain('"__proto__":"a"');
  await edge.call("POST", `/v2/rooms/${room}/feeds`, { feedId: "f", metadata: odd });
  expect((await edge.call("GET", `/v2/rooms/${room}/feeds/f`)).text).toContain('"__proto__":"a"');
});
