/** What calls were said to need: each is refused with the names of what is missing. */
import type { RoomId } from "@weft/protocol";
import { afterAll, expect, test } from "vitest";
import { prepareRoom } from "../http/test-requests.ts";
import { openTestEdge } from "../testing/test-edge.ts";

const edge = await openTestEdge({ limits: { restRateBurst: 1e9, restAddressRateBurst: 1e9 } });
afterAll(() => edge[Symbol.asyncDispose]());

const room = "r" as RoomId;
await edge.services.rooms.create(edge.project.id, room, { defaultAccesses: ["room:write"] });
const { thread, comment, copilot } = await prepareRoom(edge.services, { project: edge.project.id, room });
const threads = "/v2/rooms/r/threads";
const oneComment = `${threads}/${thread}/comments/${comment}`;

test.for([
  ["creating a room", "/v2/rooms", {}, ["id", "defaultAccesses"]],
  ["upserting a room", "/v2/rooms/r/upsert", {}, ["update"]],
  ["creating a room by an upsert", "/v2/rooms/new/upsert", { update: {}, create: {} }, ["defaultAccesses"]],
  ["giving a room another id", "/v2/rooms/r/update-room-id", {}, ["newRoomId"]],
  ["creating a thread", threads, {}, ["comment"]],
  ["creating a thread with a comment", threads, { comment: {} }, ["userId", "body"]],
  ["creating a comment", `${threads}/${thread}/comments`, {}, ["userId", "body"]],
  ["editing a comment", oneComment, {}, ["body"]],
  ["adding a reaction", `${oneComment}/add-reaction`, {}, ["userId", "emoji"]],
  ["removing a reaction", `${oneComment}/remove-reaction`, {}, ["userId", "emoji"]],
  ["editing the metadata of a thread", `${threads}/${thread}/metadata`, {}, ["metadata", "userId"]],
  ["triggering a notification", "/v2/inbox-notifications/trigger", {}, ["userId", "kind", "subjectId", "activityData"]],
  [
    "creating a copilot",
    "/v2/ai/copilots",
    {},
    ["name", "systemPrompt", "provider", "providerApiKey", "providerModel"],
  ],
  [
    "creating a knowledge source from the web",
    `/v2/ai/copilots/${copilot}/knowledge/web`,
    {},
    ["copilotId", "url", "type"],
  ],
] as const)("%s needs what it was said to need", async ([, url, body, missing]) => {
  const reply = await edge.call("POST", url, body);
  expect([reply.status, reply.body.error]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
  const named = [...(reply.body.message as string).matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining([...missing]));
});
