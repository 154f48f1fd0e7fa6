/** What each method sends, against the declaration of its endpoint. */
import { endpoints, isBytes, isOctetStream, parameterOf } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import { beforeEach, expect, test } from "vitest";
import type { z } from "zod";
import { routes } from "./http/routes.ts";
import type { FetchRequest } from "./http/transport.ts";
import { Weft } from "./weft.ts";

interface Sent {
  readonly url: URL;
  readonly init: FetchRequest;
}

let sent: Sent[] = [];
/** Whether parts of uploads fail. */
let failing = false;
beforeEach(() => {
  sent = [];
  failing = false;
});

/** A client whose calls end in this list. */
const weft = new Weft({
  baseUrl: "http://weft.test",
  secret: "sk_test",
  managementToken: "wmt_test",
  retries: 0,
  fetch: async (url, init) => {
    sent.push({ url: new URL(url), init });
    if (failing && /\/multipart\/u1\/\d+$/.test(url)) return new Response(null, { status: 400 });
    return answerTo(new URL(url).pathname);
  },
});

/** Just enough for the methods that read it. */
function answerTo(path: string): Response {
  if (path.endsWith("/request-storage-mutation")) return new Response('{"actor":7}\n["root",{"type":0,"data":{}}]\n');
  const project = { publicKey: {}, secretKey: {}, secret: {}, message: {} };
  const parts = { uploadId: "u1", partNumber: Number(path.split("/").at(-1)), etag: "e" };
  return Response.json({ data: [], nextCursor: null, comments: [], reactions: [], members: [], ...project, ...parts });
}

const day = new Date("2026-03-01T12:00:00.000Z");
const roomId = "a/b c%😀";
const [threadId, commentId] = ["th_1", "cm_1"];
const inThread = { roomId, threadId };
const inComment = { ...inThread, commentId };
const body = { version: 1 as const, content: [{ type: "paragraph" as const, children: [{ text: "Hi" }] }] };
const page = { limit: 5, startingAfter: "next" };
const cursor = { limit: 5, cursor: "next" };
const source = { copilotId: "co_1", knowledgeSourceId: "ks_1" };
const feed = { roomId, feedId: "f1" };
const webhook = { projectId: "p1", webhookId: "wh_1" };
const ofUser = { userId: "ada" };
const small = new File(["abc"], "a b.png", { type: "image/png" });
const large = new File([new Uint8Array(5 * 1_024 * 1_024 + 1)], "large.bin");
const accesses = { usersAccesses: { ada: ["*:write" as const] }, groupsAccesses: { g: ["*:read" as const] } };
const draft = { defaultAccesses: [], ...accesses, metadata: { a: "1", b: ["2"] }, organizationId: "acme" };
const copilot = {
  name: "Helper",
  systemPrompt: "Help.",
  provider: "openai",
  providerModel: "gpt-5",
  providerApiKey: "k",
} as const;
const lson = { liveblocksType: "LiveObject", data: { n: 1 } } as const;

/** A call of each method with all its parameters. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  prepareSession: () =>
    weft
      .prepareSession("ada", { userInfo: { name: "Ada" }, organizationId: "acme" })
      .allow("a*", ["*:write"])
      .authorize(),
  identifyUser: () =>
    weft.identifyUser({ userId: "ada", groupIds: ["g"], organizationId: "acme" }, { userInfo: { name: "Ada" } }),
  authorizeRoom: () => weft.authorizeRoom({ roomId, userId: "ada", groupIds: ["g"], userInfo: { name: "Ada" } }),
  authorizePublicRoom: () => weft.authorizePublicRoom({ roomId, publicApiKey: "pk_1" }),
  getRooms: () =>
    weft.getRooms({
      ...page,
      ...ofUser,
      groupIds: ["g", "h"],
      organizationId: "acme",
      query: { metadata: { a: "1" } },
    }),
  createRoom: () => weft.createRoom(roomId, draft, { idempotent: true }),
  getRoom: () => weft.getRoom(roomId),
  updateRoom: () => weft.updateRoom(roomId, { ...accesses, defaultAccesses: null, metadata: { a: null } }),
  deleteRoom: () => weft.deleteRoom(roomId),
  upsertRoom: () => weft.upsertRoom(roomId, { update: { metadata: { a: null } }, create: draft }),
  updateRoomId: () => weft.updateRoomId({ currentRoomId: roomId, newRoomId: "new" }),
  updateRoomOrganizationId: () =>
    weft.updateRoomOrganizationId({ roomId, fromOrganizationId: "default", toOrganizationId: "acme" }),
  prewarmRoom: () => weft.prewarmRoom(roomId),
  getActiveUsers: () => weft.getActiveUsers(roomId),
  broadcastEvent: () => weft.broadcastEvent(roomId, { x: 1 }),
  setPresence: () => weft.setPresence(roomId, { ...ofUser, data: { x: 1 }, userInfo: { name: "Ada" }, ttl: 60 }),
  getStorageDocument: () => weft.getStorageDocument(roomId, "json"),
  initializeStorageDocument: () => weft.initializeStorageDocument(roomId, lson),
  deleteStorageDocument: () => weft.deleteStorageDocument(roomId),
  patchStorageDocument: () => weft.patchStorageDocument(roomId, [{ op: "add", path: "/a", value: null }]),
  // The answer has no acks, so that the call fails after its request.
  mutateStorage: () => weft.mutateStorage(roomId, ({ root }) => root.set("a", 1)).catch(() => {}),
  getFileUrl: () => weft.getFileUrl({ roomId, file: "fl_1" }),
  uploadFile: async () => {
    await weft.uploadFile({ roomId, file: small });
    await weft.uploadFile({ roomId, file: large });
    failing = true;
    await weft.uploadFile({ roomId, file: large }).catch(() => {});
  },
  getYjsDocument: () => weft.getYjsDocument(roomId, { format: true, key: "k", type: "ytext" }),
  sendYjsBinaryUpdate: () => weft.sendYjsBinaryUpdate(roomId, new Uint8Array([0, 0]), { guid: "g" }),
  getYjsDocumentAsBinaryUpdate: () => weft.getYjsDocumentAsBinaryUpdate(roomId, { guid: "g" }),
  getVersionHistory: () => weft.getVersionHistory(roomId, cursor),
  createVersionHistorySnapshot: () => weft.createVersionHistorySnapshot(roomId),
  getYjsVersion: () => weft.getYjsVersion({ roomId, versionId: "vh_1" }),
  deleteVersion: () => weft.deleteVersion({ roomId, versionId: "vh_1" }),
  getThreads: () => weft.getThreads({ roomId, query: { resolved: false, metadata: { a: "1" } } }),
  createThread: () =>
    weft.createThread({
      roomId,
      data: {
        comment: { ...ofUser, body, createdAt: day, metadata: { m: 1 } },
        metadata: { a: true },
        visibility: "private",
      },
    }),
  getThread: () => weft.getThread(inThread),
  deleteThread: () => weft.deleteThread(inThread),
  getThreadParticipants: () => weft.getThreadParticipants(inThread),
  editThreadMetadata: () =>
    weft.editThreadMetadata({ ...inThread, data: { metadata: { a: null }, ...ofUser, updatedAt: day } }),
  markThreadAsResolved: () => weft.markThreadAsResolved({ ...inThread, data: ofUser }),
  markThreadAsUnresolved: () => weft.markThreadAsUnresolved({ ...inThread, data: ofUser }),
  subscribeToThread: () => weft.subscribeToThread({ ...inThread, data: ofUser }),
  unsubscribeFromThread: () => weft.unsubscribeFromThread({ ...inThread, data: ofUser }),
  getThreadSubscriptions: () => weft.getThreadSubscriptions(inThread),
  getThreadInboxNotifications: () => weft.getThreadInboxNotifications(inThread),
  createComment: () =>
    weft.createComment({ ...inThread, data: { ...ofUser, body, createdAt: day, metadata: { m: 1 } } }),
  getComment: () => weft.getComment(inComment),
  editComment: () =>
    weft.editComment({ ...inComment, data: { body, editedAt: day, metadata: { m: null }, attachmentIds: [] } }),
  deleteComment: () => weft.deleteComment(inComment),
  editCommentMetadata: () =>
    weft.editCommentMetadata({ ...inComment, data: { metadata: { m: "x" }, ...ofUser, updatedAt: day } }),
  addCommentReaction: () => weft.addCommentReaction({ ...inComment, data: { emoji: "👍", ...ofUser, createdAt: day } }),
  removeCommentReaction: () =>
    weft.removeCommentReaction({ ...inComment, data: { emoji: "👍", ...ofUser, removedAt: day } }),
  getAttachment: () => weft.getAttachment({ roomId, attachmentId: "at_1" }),
  uploadAttachment: async () => {
    await weft.uploadAttachment({ roomId, ...ofUser, file: small });
    await weft.uploadAttachment({ roomId, ...ofUser, file: large });
    failing = true;
    await weft.uploadAttachment({ roomId, ...ofUser, file: large }).catch(() => {});
  },
  getFeeds: () => weft.getFeeds({ roomId, ...cursor, since: 1 }),
  createFeed: () => weft.createFeed({ ...feed, metadata: { a: "1" }, createdAt: 5 }),
  getFeed: () => weft.getFeed(feed),
  updateFeed: () => weft.updateFeed({ ...feed, metadata: { a: null } }),
  deleteFeed: () => weft.deleteFeed(feed),
  getFeedMessages: () => weft.getFeedMessages({ ...feed, ...cursor, since: 1 }),
  createFeedMessage: () => weft.createFeedMessage({ ...feed, id: "m1", data: { x: 1 }, createdAt: 5 }),
  updateFeedMessage: () => weft.updateFeedMessage({ ...feed, messageId: "m1", data: { x: 2 }, updatedAt: 6 }),
  deleteFeedMessage: () => weft.deleteFeedMessage({ ...feed, messageId: "m1" }),
  getInboxNotifications: () =>
    weft.getInboxNotifications({ ...ofUser, ...page, organizationId: "acme", query: { unread: true } }),
  deleteAllInboxNotifications: () => weft.deleteAllInboxNotifications({ ...ofUser, organizationId: "acme" }),
  getInboxNotification: () => weft.getInboxNotification({ ...ofUser, inboxNotificationId: "in_1" }),
  deleteInboxNotification: () => weft.deleteInboxNotification({ ...ofUser, inboxNotificationId: "in_1" }),
  markInboxNotificationAsRead: () => weft.markInboxNotificationAsRead({ inboxNotificationId: "in_1" }),
  triggerInboxNotification: () =>
    weft.triggerInboxNotification({
      ...ofUser,
      kind: "$build",
      roomId,
      subjectId: "s",
      activityData: { ok: true },
      organizationId: "acme",
    }),
  getNotificationSettings: () => weft.getNotificationSettings(ofUser),
  updateNotificationSettings: () =>
    weft.updateNotificationSettings({ ...ofUser, data: { email: { thread: true, $build: false } } }),
  deleteNotificationSettings: () => weft.deleteNotificationSettings(ofUser),
  getUserRoomSubscriptionSettings: () => weft.getUserRoomSubscriptionSettings({ ...ofUser, ...page }),
  getRoomSubscriptionSettings: () => weft.getRoomSubscriptionSettings({ ...ofUser, roomId }),
  updateRoomSubscriptionSettings: () =>
    weft.updateRoomSubscriptionSettings({ ...ofUser, roomId, data: { threads: "all", textMentions: "none" } }),
  deleteRoomSubscriptionSettings: () => weft.deleteRoomSubscriptionSettings({ ...ofUser, roomId }),
  getGroups: () => weft.getGroups(page),
  createGroup: () =>
    weft.createGroup({ groupId: "g", memberIds: ["ada"], organizationId: "acme", scopes: { mention: true } }),
  getGroup: () => weft.getGroup({ groupId: "g" }),
  deleteGroup: () => weft.deleteGroup({ groupId: "g" }),
  addGroupMembers: () => weft.addGroupMembers({ groupId: "g", memberIds: ["ada"] }),
  removeGroupMembers: () => weft.removeGroupMembers({ groupId: "g", memberIds: ["ada"] }),
  getUserGroups: () => weft.getUserGroups({ ...ofUser, ...page }),
  getAiCopilots: () => weft.getAiCopilots(page),
  createAiCopilot: () => weft.createAiCopilot(copilot),
  getAiCopilot: () => weft.getAiCopilot("co_1"),
  updateAiCopilot: () => weft.updateAiCopilot("co_1", { description: null, settings: { topK: 3 } }),
  deleteAiCopilot: () => weft.deleteAiCopilot("co_1"),
  getKnowledgeSources: () => weft.getKnowledgeSources({ copilotId: "co_1", ...page }),
  getKnowledgeSource: () => weft.getKnowledgeSource(source),
  createWebKnowledgeSource: () =>
    weft.createWebKnowledgeSource({ copilotId: "co_1", url: "https://example.com", type: "crawl" }),
  createFileKnowledgeSource: () => weft.createFileKnowledgeSource({ copilotId: "co_1", file: small }),
  getFileKnowledgeSourceMarkdown: () => weft.getFileKnowledgeSourceMarkdown(source),
  deleteFileKnowledgeSource: () => weft.deleteFileKnowledgeSource(source),
  deleteWebKnowledgeSource: () => weft.deleteWebKnowledgeSource(source),
  getWebKnowledgeSourceLinks: () => weft.getWebKnowledgeSourceLinks({ ...source, ...page }),
  getManagementProjects: () => weft.getManagementProjects({ ...cursor, query: 'name:"Docs"' }),
  createManagementProject: () =>
    weft.createManagementProject({
      type: "dev",
      name: "Docs",
      description: null,
      region: "eu",
      versionCreationTimeout: 60,
    }),
  getManagementProject: () => weft.getManagementProject("p1"),
  updateManagementProject: () => weft.updateManagementProject("p1", { name: "Docs", versionCreationTimeout: false }),
  deleteManagementProject: () => weft.deleteManagementProject("p1"),
  activatePublicKey: () => weft.activatePublicKey("p1"),
  deactivatePublicKey: () => weft.deactivatePublicKey("p1"),
  rollPublicKey: () => weft.rollPublicKey("p1", { expirationIn: "1h" }),
  rollSecretKey: () => weft.rollSecretKey("p1", { expirationIn: "now", newKeyExpirationIn: "7d" }),
  getManagementWebhooks: () => weft.getManagementWebhooks({ projectId: "p1", ...cursor }),
  createManagementWebhook: () =>
    weft.createManagementWebhook({
      projectId: "p1",
      url: "https://example.com",
      subscribedEvents: ["userLeft"],
      rateLimit: 5,
    }),
  getManagementWebhook: () => weft.getManagementWebhook(webhook),
  updateManagementWebhook: () => weft.updateManagementWebhook({ ...webhook, data: { disabled: true } }),
  deleteManagementWebhook: () => weft.deleteManagementWebhook(webhook),
  rollManagementWebhookSecret: () => weft.rollManagementWebhookSecret(webhook),
  getManagementWebhookHeaders: () => weft.getManagementWebhookHeaders(webhook),
  addManagementWebhookHeaders: () => weft.addManagementWebhookHeaders({ ...webhook, headers: { "X-Own": "1" } }),
  deleteManagementWebhookHeaders: () => weft.deleteManagementWebhookHeaders({ ...webhook, headers: ["X-Own"] }),
  recoverFailedWebhookMessages: () => weft.recoverFailedWebhookMessages({ ...webhook, since: day }),
  testManagementWebhook: () => weft.testManagementWebhook({ ...webhook, subscribedEvent: "roomCreated" }),
  getOpenApiDocument: () => weft.getOpenApiDocument(),
};

const methods = [...new Set(Object.keys(routes).map((name) => name.split(".")[0]!))];

test("[ND2] there is a sample of a call of every method", () => {
  expect(Object.keys(calls).toSorted()).toEqual(methods.toSorted());
});

test.for(methods)("[ND2] %s sends what its endpoints declare, and to all of them", async (method) => {
  await calls[method]!();
  const reached = new Set(sent.map((request) => check(request).route));
  const own = Object.entries(routes).filter(([name]) => name.split(".")[0] === method);
  expect([...reached].toSorted()).toEqual(own.map(([, route]) => route).toSorted());
});

/** The endpoint of a request, whose path, query and body follow its declaration. */
function check({ url, init }: Sent): Endpoint {
  const { endpoint, path } = find(init.method, url.pathname);
  expect(endpoint.path?.safeParse(path).error).toBeUndefined();
  expect(endpoint.query?.safeParse(queryOf(endpoint, url.searchParams)).error).toBeUndefined();
  const type = init.headers["Content-Type"];
  if (endpoint.body === undefined) expect(init.body ?? "{}").toBe("{}");
  else if (isBytes(endpoint.body)) {
    expect(typeof init.body).not.toBe("string");
    if (isOctetStream(endpoint.body)) expect(type).toBe("application/octet-stream");
  } else {
    expect(type).toBe("application/json");
    const value: unknown = JSON.parse(init.body as string);
    expect(endpoint.body.safeParse(value).error).toBeUndefined();
    const { shape } = endpoint.body as Partial<z.ZodObject>;
    if (shape !== undefined) expect(Object.keys(shape)).toEqual(expect.arrayContaining(Object.keys(value as object)));
  }
  const credential = { secret: "Bearer sk_test", management: "Bearer wmt_test" }[endpoint.auth as string];
  expect(init.headers["Authorization"]).toBe(credential);
  return endpoint;
}

function find(
  method: string,
  pathname: string,
): { readonly endpoint: Endpoint; readonly path: Record<string, string> } {
  const segments = pathname.split("/");
  const matching = endpoints.flatMap((endpoint) => {
    const names = endpoint.template.split("/");
    if (endpoint.method !== method || names.length !== segments.length) return [];
    const path: Record<string, string> = {};
    for (const [index, name] of names.entries())
      if (name.startsWith("{")) path[name.slice(1, -1)] = decodeURIComponent(segments[index]!);
      else if (name !== segments[index]) return [];
    return [{ endpoint, path }];
  });
  expect(matching, pathname).not.toEqual([]);
  // A segment that is written out is meant before one that is a parameter.
  return matching.toSorted((a, b) => Object.keys(a.path).length - Object.keys(b.path).length)[0]!;
}

function queryOf({ query }: Endpoint, search: URLSearchParams): Record<string, unknown> {
  const shape = query?.shape ?? {};
  expect(Object.keys(shape)).toEqual(expect.arrayContaining([...search.keys()]));
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const { kind } = parameterOf(schema as z.ZodType);
    if (kind === "family") values[name] = [];
    else if (search.has(name)) values[name] = kind === "flag" ? true : search.get(name);
  }
  return values;
}
