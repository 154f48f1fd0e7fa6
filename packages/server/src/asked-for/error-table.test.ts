/** The errors that were asked for, each by a call that meets it: status, code, message and suggestion. */
import { CommentBody } from "@weft/protocol";
import type { GroupId, RoomId } from "@weft/protocol";
import { afterAll, expect, test } from "vitest";
import { prepareRoom } from "../http/test-requests.ts";
import { openTestEdge } from "../testing/test-edge.ts";

const edge = await openTestEdge({ limits: { restRateBurst: 1e9, restAddressRateBurst: 1e9 } });
afterAll(() => edge[Symbol.asyncDispose]());

const room = "r" as RoomId;
const { rooms, groups } = edge.services;
await rooms.create(edge.project.id, room, { defaultAccesses: ["room:write"] });
await rooms.create(edge.project.id, "private", { defaultAccesses: [] });
const { thread, comment, copilot } = await prepareRoom(edge.services, { project: edge.project.id, room });
await groups.create(edge.project.id, "taken" as GroupId, { memberIds: [] });
await edge.call("POST", "/v2/rooms/r/storage", { liveblocksType: "LiveObject", data: { n: 1 } });

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const draft = { userId: "ada", body: CommentBody.parse({ version: 1, content: [] }) };
const inThread = `/v2/rooms/r/threads/${thread}`;
const reaction = { userId: "ada", emoji: "👍" };

type Call = Parameters<typeof edge.call>;
interface Row {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly suggestion: string;
  readonly call: Call;
}
const row = (status: number, code: string, message: string, suggestion: string, ...call: Call): Row => ({
  status,
  code,
  message,
  suggestion,
  call,
});
const checkId = "Check the id.";
const taken = "Use a different id or update the existing resource.";

test.for<Row>([
  row(
    401,
    "WRONG_KEY_USED",
    "A public key was used instead of the secret key.",
    "Use the secret key.",
    "GET",
    "/v2/rooms",
    undefined,
    bearer(edge.publicKey),
  ),
  row(
    401,
    "MISSING_SECRET_KEY",
    "No secret key in the authentication header.",
    "Send the secret key in the Authorization header.",
    "GET",
    "/v2/rooms",
    undefined,
    {},
  ),
  row(
    403,
    "INVALID_SECRET_KEY",
    "Invalid secret key.",
    "Use a valid secret key from the dashboard.",
    "GET",
    "/v2/rooms",
    undefined,
    bearer("sk_dev_nobody_made_this"),
  ),
  row(
    403,
    "INVALID_PUBLIC_KEY",
    "Invalid public key",
    "Use a valid public key from the dashboard.",
    "POST",
    "/v2/rooms/r/public/authorize",
    { publicApiKey: "pk_dev_nobody" },
    {},
  ),
  row(
    403,
    "UNAUTHORIZED_ROOM_ACCESS",
    "The user does not have permission to access the room.",
    "Add the user, or one of their groups, to the room first.",
    "POST",
    "/v2/rooms/private/authorize",
    { userId: "eve" },
  ),
  row(404, "ROOM_NOT_FOUND", "Room not found.", "Create the room first, or check its id.", "GET", "/v2/rooms/nowhere"),
  row(404, "RESOURCE_NOT_FOUND", "Thread not found", checkId, "GET", "/v2/rooms/r/threads/th_nothing"),
  row(404, "RESOURCE_NOT_FOUND", "Comment not found", checkId, "GET", `${inThread}/comments/cm_nothing`),
  row(
    404,
    "RESOURCE_NOT_FOUND",
    "Comment reaction not found",
    checkId,
    "POST",
    `${inThread}/comments/${comment}/remove-reaction`,
    { ...reaction, userId: "eve" },
  ),
  row(404, "RESOURCE_NOT_FOUND", "Group not found.", checkId, "GET", "/v2/groups/nowhere"),
  row(404, "RESOURCE_NOT_FOUND", "Copilot not found", checkId, "GET", "/v2/ai/copilots/co_nothing"),
  row(
    404,
    "RESOURCE_NOT_FOUND",
    "Knowledge source not found",
    checkId,
    "GET",
    `/v2/ai/copilots/${copilot}/knowledge/ks_nothing`,
  ),
  row(
    409,
    "ROOM_ALREADY_EXISTS",
    "The room already exists.",
    "Use a different room id or update the existing room.",
    "POST",
    "/v2/rooms",
    { id: room, defaultAccesses: [] },
  ),
  row(409, "RESOURCE_ALREADY_EXISTS", "Thread already exists", taken, "POST", "/v2/rooms/r/threads", {
    id: thread,
    comment: draft,
  }),
  row(409, "RESOURCE_ALREADY_EXISTS", "Comment already exists", taken, "POST", `${inThread}/comments`, {
    ...draft,
    id: comment,
  }),
  row(
    409,
    "RESOURCE_ALREADY_EXISTS",
    "Reaction already exists",
    taken,
    "POST",
    `${inThread}/comments/${comment}/add-reaction`,
    reaction,
  ),
  row(409, "RESOURCE_ALREADY_EXISTS", "Group already exists", taken, "POST", "/v2/groups", { groupId: "taken" }),
  row(
    409,
    "CANNOT_UPDATE_EXISTING_STORAGE",
    "The room already has storage data.",
    "Delete the room's storage first, or change it with JSON Patch.",
    "POST",
    "/v2/rooms/r/storage",
    { liveblocksType: "LiveObject", data: {} },
  ),
  row(
    422,
    "UNPROCESSABLE_ENTITY",
    "Missing key: 'defaultAccesses'.",
    "Correct the value that the message names.",
    "POST",
    "/v2/rooms",
    { id: "new" },
  ),
])("$status $code: $message", async ({ status, code, message, suggestion, call }) => {
  const reply = await edge.call(...call);
  expect(reply.status).toBe(status);
  expect(reply.body).toEqual({ error: code, message, suggestion, docs: `https://weft.test/docs/errors/${code}` });
});

test.for([
  ["POST", "/v2/groups", {}],
  ["POST", "/v2/groups", { groupId: "x", memberIds: "ada" }],
  ["POST", "/v2/groups/taken/add-members", {}],
  ["POST", "/v2/groups/taken/remove-members", {}],
] as const)("%s %s with %j is a bad request", async ([method, url, body]) => {
  const reply = await edge.call(method, url, body);
  expect([reply.status, reply.body.error]).toEqual([400, "BAD_REQUEST"]);
});
