/** The members that the answers of REST were asked to have. What else is in them is checked where they are declared. */
import { endpoints } from "@weft/protocol";
import type { RoomId } from "@weft/protocol";
import { afterAll, expect, test } from "vitest";
import { prepareRoom } from "../http/test-requests.ts";
import { openTestEdge } from "../testing/test-edge.ts";

const edge = await openTestEdge({ limits: { restRateBurst: 1e9, restAddressRateBurst: 1e9 } });
afterAll(() => edge[Symbol.asyncDispose]());

const room = "r" as RoomId;
await edge.services.rooms.create(edge.project.id, room, { defaultAccesses: ["room:write"] });
const { thread, comment, copilot, knowledge, version, group } = await prepareRoom(edge.services, {
  project: edge.project.id,
  room,
});
const threads = "/v2/rooms/r/threads";
const comments = `${threads}/${thread}/comments`;
const copilots = "/v2/ai/copilots";

async function answer(method: string, url: string, body?: unknown): Promise<any> {
  const reply = await edge.call(method, url, body);
  expect([url, reply.body.error, reply.status < 300]).toEqual([url, undefined, true]);
  return reply.body;
}
const get = (url: string) => answer("GET", url);

/** The first of a list for which this holds. */
async function listed(url: string, holds: (item: any) => boolean = () => true): Promise<any> {
  return (await get(url)).data.find(holds);
}

function paragraph(...children: readonly object[]) {
  return { version: 1, content: [{ type: "paragraph", children }] };
}

async function deletedComment(): Promise<any> {
  const { id } = await answer("POST", comments, { userId: "ada", body: paragraph({ text: "Hi" }) });
  expect((await edge.call("DELETE", `${comments}/${id}`)).status).toBe(204);
  return get(`${comments}/${id}`);
}

async function threadNotification(): Promise<any> {
  const mention = { type: "mention", kind: "user", id: "eve" };
  await answer("POST", comments, { userId: "ada", body: paragraph({ text: "See " }, mention) });
  return listed("/v2/users/eve/inbox-notifications", ({ kind }) => kind === "thread");
}

/** The sources of the copilot once they were read. */
async function source(id: string): Promise<any> {
  while (await edge.readKnowledge());
  return get(`${copilots}/${copilot}/knowledge/${id}`);
}

const compatible = {
  name: "Local",
  description: "Answers.",
  systemPrompt: "Help.",
  knowledgePrompt: "When asked about plans.",
  provider: "openai-compatible",
  providerModel: "any",
  providerApiKey: "none",
  compatibleProviderName: "Local",
  providerBaseUrl: "http://localhost:1234/v1",
  settings: { maxTokens: 100 },
};

test.for<readonly [of: string, members: readonly string[], ask: () => Promise<any>]>([
  [
    "a room",
    ["id", "type", "createdAt", "metadata", "defaultAccesses", "usersAccesses", "groupsAccesses"],
    () => get("/v2/rooms/r"),
  ],
  [
    "a version",
    ["type", "id", "createdAt", "authors", "kind"],
    () => listed("/v2/rooms/r/versions", ({ id }) => id === version),
  ],
  [
    "a thread",
    ["type", "id", "roomId", "comments", "createdAt", "updatedAt", "metadata", "resolved"],
    () => get(`${threads}/${thread}`),
  ],
  [
    "a comment",
    ["type", "threadId", "roomId", "id", "userId", "createdAt", "editedAt", "body"],
    () => answer("POST", `${comments}/${comment}`, { body: paragraph({ text: "Hi", bold: true }) }),
  ],
  ["a deleted comment", ["type", "threadId", "roomId", "id", "userId", "createdAt", "deletedAt"], deletedComment],
  [
    "a reaction",
    ["userId", "emoji", "createdAt"],
    () => answer("POST", `${comments}/${comment}/add-reaction`, { userId: "eve", emoji: "🎉" }),
  ],
  [
    "a subscription",
    ["kind", "subjectId", "createdAt"],
    () => answer("POST", `${threads}/${thread}/subscribe`, { userId: "eve" }),
  ],
  [
    "a subscription of a user",
    ["kind", "subjectId", "createdAt", "userId"],
    () => listed(`${threads}/${thread}/subscriptions`),
  ],
  [
    "an inbox notification of a thread",
    ["id", "kind", "threadId", "roomId", "readAt", "notifiedAt"],
    threadNotification,
  ],
  [
    "an inbox notification of a custom kind",
    ["id", "kind", "subjectId", "roomId", "readAt", "notifiedAt", "activityData"],
    () => listed("/v2/users/ada/inbox-notifications", ({ kind }) => kind === "$uploaded"),
  ],
  [
    "subscription settings",
    ["threads", "textMentions"],
    () => answer("POST", "/v2/rooms/r/users/eve/subscription-settings", { threads: "all" }),
  ],
  [
    "subscription settings in a list",
    ["roomId", "threads", "textMentions"],
    async () => {
      await answer("POST", "/v2/rooms/r/users/eve/subscription-settings", { threads: "all" });
      return listed("/v2/users/eve/room-subscription-settings");
    },
  ],
  [
    "a list of subscription settings",
    ["nextCursor"],
    async () => (await get("/v2/users/eve/room-subscription-settings")).meta,
  ],
  [
    "a group",
    ["type", "id", "tenantId", "createdAt", "updatedAt", "scopes", "members"],
    () => get(`/v2/groups/${group}`),
  ],
  ["a member of a group", ["id", "addedAt"], async () => (await get(`/v2/groups/${group}`)).members[0]],
  [
    "a copilot",
    ["type", "id", "name", "systemPrompt", "provider", "providerModel", "createdAt", "updatedAt"],
    () => get(`${copilots}/${copilot}`),
  ],
  [
    "a copilot of a compatible provider",
    ["description", "knowledgePrompt", "compatibleProviderName", "providerBaseUrl", "settings"],
    () => answer("POST", copilots, compatible),
  ],
  [
    "options of a provider",
    ["openai"],
    async () => {
      const providerOptions = { openai: { reasoningEffort: "low", webSearch: { allowedDomains: ["a.example"] } } };
      const { compatibleProviderName: _, providerBaseUrl: __, ...draft } = compatible;
      const created = await answer("POST", copilots, {
        ...draft,
        provider: "openai",
        providerModel: "gpt-5",
        providerOptions,
      });
      expect(created.providerOptions).toEqual(providerOptions);
      return created.providerOptions;
    },
  ],
  [
    "a knowledge source from the web",
    ["type", "id", "createdAt", "updatedAt", "lastIndexedAt", "status", "link", "errorMessage"],
    // The address of this one cannot be reached.
    () => source(knowledge.web),
  ],
  [
    "a knowledge source from a file",
    ["type", "id", "createdAt", "updatedAt", "lastIndexedAt", "status", "file"],
    () => source(knowledge.file),
  ],
  ["the link of a source", ["url", "type"], async () => (await source(knowledge.web)).link],
  ["the file of a source", ["name", "mimeType"], async () => (await source(knowledge.file)).file],
  [
    "a link of the web",
    ["id", "url", "status", "createdAt", "lastIndexedAt"],
    async () => {
      await source(knowledge.web);
      return listed(`${copilots}/${copilot}/knowledge/web/${knowledge.web}/links`);
    },
  ],
  [
    "a token",
    ["token"],
    () => answer("POST", "/v2/authorize-user", { userId: "ada", permissions: { "*": ["room:write"] } }),
  ],
  ["a list", ["data", "nextCursor"], () => get("/v2/rooms")],
])("%s has its members", async ([, members, ask]) => {
  const found = await ask();
  expect(Object.keys(found)).toEqual(expect.arrayContaining([...members]));
});

test.for([
  "GET /v2/rooms/{roomId}/version/{versionId}",
  "GET /v2/rooms/{roomId}/threads/{threadId}/comments/{commentId}",
  "GET /v2/users/{userId}/inbox-notifications/{inboxNotificationId}",
  "GET /v2/groups/{groupId}",
  "GET /v2/ai/copilots/{copilotId}/knowledge/{knowledgeSourceId}",
])("%s names what it is about", (route) => {
  expect(endpoints.map((endpoint) => endpoint.route)).toContain(route);
});
