import type { RoomId } from "@weft/protocol";
import { fullCommentAccess } from "@weft/collab";
import { afterAll, expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

const edge = await openTestEdge({ limits: { restRateBurst: 1e9, restUserRateBurst: 1e9 } });
afterAll(() => edge[Symbol.asyncDispose]());
const anonymous = { authorization: `Bearer ${edge.publicKey}` };
const body = (...children: readonly object[]) => ({ version: 1, content: [{ type: "paragraph", children }] });

let rooms = 0;
async function openRoom(...defaultAccesses: readonly string[]) {
  const room = `anonymous-${rooms++}`;
  await edge.services.rooms.create(edge.project.id, room, { defaultAccesses: defaultAccesses as never });
  const call = (method: string, url: string, sent?: unknown) =>
    edge.call(method, `/v2/c/rooms/${room}${url}`, sent, anonymous);
  return { address: { project: edge.project.id, room: room as RoomId }, call };
}

test("[TH12] with a public key, users write threads, comments and reactions as `anonymous` where comments are allowed", async () => {
  const { call } = await openRoom("room:write");
  const thread = await call("POST", "/threads", { comment: { body: body({ text: "Hi" }) } });
  expect([thread.status, thread.body.comments[0].userId]).toEqual([200, "anonymous"]);
  const { id } = thread.body;
  const comment = await call("POST", `/threads/${id}/comments`, { body: body({ text: "ok" }) });
  expect(comment.body).toMatchObject({ userId: "anonymous" });
  const at = `/threads/${id}/comments/${comment.body.id}`;
  expect((await call("POST", `${at}/reactions`, { emoji: "👍" })).body).toMatchObject({ userId: "anonymous" });
  expect((await call("POST", at, { body: body({ text: "edited" }) })).status).toBe(200);
  for (const [list, key] of [
    ["/threads", "data"],
    ["/threads/delta?since=1970-01-01T00:00:00.000Z", "data"],
  ] as const) {
    const found = (await call("GET", list)).body;
    expect(found[key]).toMatchObject([{ id, comments: [{}, { reactions: [{ users: [{ id: "anonymous" }] }] }] }]);
    expect([found.inboxNotifications, found.subscriptions]).toEqual([[], []]);
  }
  expect((await call("GET", `/thread-with-notification/${id}`)).body).toEqual({
    thread: expect.objectContaining({ id }),
  });
  expect((await call("DELETE", at)).status).toBe(204);
});

test("[TH12] a public key reads threads where it may enter the room, and changes only what comments allow", async () => {
  const { address, call } = await openRoom("room:write", "comments:read");
  const { threads } = edge.services;
  const first = { userId: "ada", body: body({ text: "Hi" }) as never };
  const { id } = await threads.create(address, { comment: first }, fullCommentAccess);
  expect((await call("GET", "/threads")).body.data).toMatchObject([{ id }]);
  const refused = await call("POST", `/threads/${id}/comments`, { body: body({ text: "ok" }) });
  expect(refused).toMatchObject({ status: 403, body: { error: "UNAUTHORIZED_ROOM_ACCESS" } });
  const closed = await openRoom();
  expect(await closed.call("GET", "/threads")).toMatchObject({ body: { error: "UNAUTHORIZED_ROOM_ACCESS" } });
  const without = await openRoom("room:write", "comments:none");
  expect(await without.call("GET", "/threads")).toMatchObject({ body: { error: "UNAUTHORIZED_ROOM_ACCESS" } });

  // What users have written is theirs.
  const open = await openRoom("room:write");
  const theirs = await threads.create(open.address, { comment: first }, fullCommentAccess);
  const at = `/threads/${theirs.id}/comments/${theirs.comments[0]!.id}`;
  expect((await open.call("POST", at, { body: body({ text: "no" }) })).status).toBe(403);
  expect((await open.call("DELETE", at)).status).toBe(403);
  expect((await open.call("DELETE", `/threads/${theirs.id}`)).status).toBe(403);
});

test("[TH12] inbox, subscriptions and mentions stay closed to public keys", async () => {
  const { address, call } = await openRoom("room:write");
  const mention = { type: "mention", kind: "user", id: "ada" };
  const { body: thread } = await call("POST", "/threads", { comment: { body: body({ text: "Hi " }, mention) } });
  const { subscriptions } = edge.services;
  expect(await Array.fromAsync(subscriptions.notificationsOfThread(address, thread.id))).toEqual([]);
  expect(await Array.fromAsync(subscriptions.ofThread(address, thread.id))).toEqual([]);
  for (const [method, url, sent] of [
    ["POST", `/threads/${thread.id}/subscribe`],
    ["POST", `/threads/${thread.id}/unsubscribe`],
    ["GET", "/subscription-settings"],
    ["POST", "/subscription-settings", { threads: "all" }],
    ["POST", "/inbox-notifications/read", { inboxNotificationIds: [] }],
    ["POST", "/text-mentions", { mentionId: "m", userId: "ada" }],
  ] as const)
    expect(await call(method, url, sent), url).toMatchObject({ status: 403, body: { error: "USER_REQUIRED" } });
  const inbox = await edge.call("GET", "/v2/c/inbox-notifications", undefined, anonymous);
  expect(inbox.body.error).toBe("USER_REQUIRED");
});
