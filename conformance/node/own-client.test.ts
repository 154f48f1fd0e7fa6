/**
 * `@weft/node` against a server, beside the official Node SDK: where both have a method, the same call through both answers the
 * same, but for ids and times that calls make.
 */
import { Liveblocks, markdownToCommentBody as officialBody } from "@liveblocks/node";
import { signaturesOf } from "@weft/collab";
import { sampleEventOf } from "@weft/protocol";
import type { LiveMap } from "@weft/node";
import {
  isCustomNotificationEvent,
  LiveFile,
  LiveList,
  LiveObject,
  LiveText,
  markdownToCommentBody,
  WebhookHandler,
  Weft,
  WeftError,
} from "@weft/node";
import type { ProjectId } from "@weft/protocol";
import { webhookEventTypes } from "@weft/protocol";
import { startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { openTeam } from "../support/team.ts";
import { hungMs } from "../support/waiting.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as Y from "yjs";

let server: TestServer;
let weft: Weft;
let official: Liveblocks;
beforeAll(async () => {
  server = await startServer();
  weft = new Weft({ secret: server.secretKey, baseUrl: server.url });
  official = new Liveblocks({ secret: server.secretKey, baseUrl: server.url });
});
afterAll(() => server[Symbol.asyncDispose]());

let rooms = 0;
async function newRoom(): Promise<string> {
  const { id } = await weft.createRoom(`own/%2F ?#&é😀:${rooms++}`, { defaultAccesses: ["*:write"] });
  return id;
}

/** What both clients answer to the same question, which changes nothing. */
async function both<T>(ask: (client: Weft) => Promise<T>): Promise<T> {
  const own = await ask(weft);
  // Calls have the same shape in both.
  const theirs = await ask(official as unknown as Weft);
  expect(own).toEqual(theirs);
  return own;
}

/** An answer without the name of its client, and without ids and times that its call made. */
function lasting(value: unknown, name: string): unknown {
  if (value instanceof Date) return Math.abs(Date.now() - value.getTime()) < hungMs ? "a time of this call" : value;
  if (typeof value === "string") return value.replace(/^[a-z]{2,3}_[\w-]{8,}$/, "an id").replaceAll(name, "client");
  if (Array.isArray(value)) return value.map((item) => lasting(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, lasting(member, name)]));
}

/** What both clients answer to the same call, each in a state of its own. */
async function each<T>(call: (client: Weft, name: Name) => Promise<T>): Promise<T> {
  const own = await call(weft, "weft-client");
  const theirs = await call(official as unknown as Weft, "official-client");
  expect(lasting(own, "weft-client")).toEqual(lasting(theirs, "official-client"));
  return own;
}

type Name = "weft-client" | "official-client";

describe("rooms", () => {
  test("are created, changed, renamed and deleted as with the official client", async () => {
    const draft = {
      defaultAccesses: [],
      metadata: { kind: "doc", tags: ["a"] },
      usersAccesses: { ada: ["*:write"] },
    } as const;
    const created = await each((client, name) => client.createRoom(`life ${name}`, draft as never));
    expect(created.createdAt).toBeInstanceOf(Date);
    await each((client, name) =>
      client.updateRoom(`life ${name}`, { metadata: { kind: null }, usersAccesses: { ada: null } }),
    );
    await each((client, name) => client.getOrCreateRoom(`life ${name}`, { defaultAccesses: ["*:write"] }));
    await each((client, name) =>
      client.upsertRoom(`upsert ${name}`, { update: { metadata: { a: "1" } }, create: { defaultAccesses: [] } }),
    );
    await each((client, name) => client.updateRoomId({ currentRoomId: `life ${name}`, newRoomId: `renamed ${name}` }));
    expect(await each((client, name) => client.deleteRoom(`renamed ${name}`))).toBeUndefined();
    expect(
      await weft.updateRoomOrganizationId({
        roomId: "upsert weft-client",
        fromOrganizationId: "default",
        toOrganizationId: "acme",
      }),
    ).toMatchObject({ organizationId: "acme" });
  });

  test("are listed and found as with the official client, quotes and all", async () => {
    const quotes = `it's "quoted" \\ here`;
    await weft.createRoom("find:1", {
      defaultAccesses: [],
      metadata: { color: "red", [`k'1`]: quotes, [`k"2`]: "x" },
      usersAccesses: { finder: ["*:write"] },
      groupsAccesses: { g1: ["*:read"] },
      organizationId: "find-org",
    });
    for (let n = 2; n < 8; n++)
      await weft.createRoom(`find:${n}`, { defaultAccesses: [], metadata: { color: "blue" } });
    const prefix = { roomId: { startsWith: "find:" } };
    const found = async (params: Parameters<Weft["getRooms"]>[0]) =>
      (await both((client) => client.getRooms(params))).data.map(({ id }) => id);
    expect(await found({ query: prefix })).toHaveLength(7);
    expect(await found({ query: { ...prefix, metadata: { color: "red" } } })).toEqual(["find:1"]);
    expect(await found({ query: { metadata: { [`k'1`]: quotes, [`k"2`]: "x" } } })).toEqual(["find:1"]);
    expect(await found({ userId: "finder", groupIds: ["g2"] })).toEqual(["find:1"]);
    expect(await found({ organizationId: "find-org" })).toEqual(["find:1"]);
    expect(await found({ query: `metadata["color"]:"blue" roomId^"find:"`, limit: 2 })).toEqual(["find:7", "find:6"]);
    const all: string[] = [];
    for await (const { id } of weft.iterRooms({ query: prefix }, { pageSize: 3 })) all.push(id);
    expect(all).toEqual(await found({ query: prefix }));
  });

  test("show who is in them, take events and presence, and are prewarmed", async () => {
    const roomId = await newRoom();
    expect(await both((client) => client.getActiveUsers(roomId))).toEqual({ data: [] });
    await both((client) => client.prewarmRoom(roomId));
    await both((client) => client.broadcastEvent(roomId, { hello: 1 }));
    await both((client) =>
      client.setPresence(roomId, { userId: "bot", data: { x: 1 }, userInfo: { name: "Bot" }, ttl: 600 }),
    );
    const { data } = await both((client) => client.getActiveUsers(roomId));
    expect(data).toEqual([{ type: "user", id: "bot", connectionId: expect.any(Number), info: { name: "Bot" } }]);
  });

  test("fail with the status, message and details of the official client, and with the code", async () => {
    const outcome = (client: Weft) =>
      client.getRoom("nowhere").then(
        () => undefined,
        ({ status, message, details }: WeftError) => ({ status, message, details }),
      );
    expect(await both(outcome)).toMatchObject({ status: 404, message: "Room not found." });
    const error: unknown = await weft.getRoom("nowhere").catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(WeftError);
    expect(error).toMatchObject({
      code: "ROOM_NOT_FOUND",
      docs: expect.stringMatching(/\/docs\/errors\/ROOM_NOT_FOUND$/),
    });
  });

  test("are described by the server's OpenAPI document", async () => {
    expect(await weft.getOpenApiDocument()).toMatchObject({ openapi: "3.1.0" });
  });
});

describe("Storage", () => {
  const document = {
    liveblocksType: "LiveObject",
    data: {
      title: "t",
      list: { liveblocksType: "LiveList", data: ["a", { liveblocksType: "LiveObject", data: { x: 1 } }] },
      map: { liveblocksType: "LiveMap", data: { k: [1, null] } },
      text: { liveblocksType: "LiveText", data: [["hi"]] },
    },
  } as const;

  test("is initialized, read, patched and deleted as with the official client", async () => {
    const ids = { "weft-client": await newRoom(), "official-client": await newRoom() };
    await each((client, name) => client.initializeStorageDocument(ids[name], document as never));
    await each((client, name) => client.getStorageDocument(ids[name]));
    expect(await both((client) => client.getStorageDocument(ids["weft-client"], "plain-lson"))).toEqual(document);
    expect(await both((client) => client.getStorageDocument(ids["weft-client"], "json"))).toMatchObject({
      list: ["a", { x: 1 }],
    });
    await weft.patchStorageDocument(ids["weft-client"], [
      { op: "test", path: "/title", value: "t" },
      { op: "add", path: "/list/-", value: "z" },
    ]);
    expect(await weft.getStorageDocument(ids["weft-client"], "json")).toMatchObject({ list: ["a", { x: 1 }, "z"] });
    await each((client, name) => client.deleteStorageDocument(ids[name]));
    expect(await both((client) => client.getStorageDocument(ids["weft-client"], "json"))).toEqual({});
  });

  test("is edited with its structures, and both clients leave the same", async () => {
    const roomId = await newRoom();
    await weft.initializeStorageDocument(roomId, document);
    await weft.mutateStorage(roomId, async ({ root, flush }) => {
      root.set("title", "u");
      (root.get("list") as LiveList<string>).push("b");
      (root.get("list") as LiveList<string>).delete(0);
      (root.get("map") as LiveMap).set("deep", new LiveObject({ list: new LiveList([new LiveText("in")]) }));
      await flush();
      expect(await official.getStorageDocument(roomId, "json")).toMatchObject({ title: "u", list: [{ x: 1 }, "b"] });
      (root.get("text") as LiveText).insert(2, " there");
      (root.get("text") as LiveText).format(0, 2, { bold: true });
    });
    expect(await both((client) => client.getStorageDocument(roomId, "json"))).toEqual({
      title: "u",
      list: [{ x: 1 }, "b"],
      map: { k: [1, null], deep: { list: [[["in"]]] } },
      text: [["hi", { bold: true }], [" there"]],
    });
    // What one client has written, the other edits.
    await official.mutateStorage(roomId, ({ root }) => root.set("title", "v"));
    await weft.mutateStorage(roomId, ({ root }) => expect(root.get("title")).toBe("v"));
  });

  test("takes edits of one text by two callers at the same time, and shows each of them both", async () => {
    const roomId = await newRoom();
    await weft.initializeStorageDocument(roomId, document);
    const textOf = (root: LiveObject) => root.get("text") as LiveText;
    await weft.mutateStorage(roomId, async ({ root, flush }) => {
      textOf(root).insert(2, " there");
      await weft.mutateStorage(roomId, (other) => textOf(other.root).insert(0, "Oh, "));
      await flush();
      expect(textOf(root).toString()).toBe("Oh, hi there");
      textOf(root).insert(textOf(root).length, "!");
    });
    expect(await both((client) => client.getStorageDocument(roomId, "json"))).toMatchObject({
      text: [["Oh, hi there!"]],
    });
  });

  test("refuses what is too large, and shows what it has left out", async () => {
    const roomId = await newRoom();
    const tooLarge = "x".repeat(200_000);
    await expect(weft.mutateStorage(roomId, ({ root }) => root.set("large", tooLarge))).rejects.toMatchObject({
      status: 422,
    });
    await weft.mutateStorage(roomId, async ({ root, flush }) => {
      root.update({ small: 1, list: new LiveList([tooLarge, "b"]) });
      await flush();
      expect(root.toJSON()).toEqual({ small: 1, list: ["b"] });
    });
    expect(await weft.getStorageDocument(roomId, "json")).toEqual({ small: 1, list: ["b"] });
  });

  test("of many rooms is edited at the same time, and the first failure ends it", async () => {
    const organizationId = "mass";
    for (let n = 0; n < 25; n++) await weft.createRoom(`mass:${n}`, { defaultAccesses: [], organizationId });
    let most = 0;
    let running = 0;
    await weft.massMutateStorage(
      { organizationId },
      async ({ room, root, flush }) => {
        most = Math.max(most, ++running);
        root.set("id", room.id);
        await flush();
        running--;
      },
      { concurrency: 4 },
    );
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    for (const n of [0, 7, 24]) expect(await weft.getStorageDocument(`mass:${n}`, "json")).toEqual({ id: `mass:${n}` });
    const failing = weft.massMutateStorage({ organizationId }, ({ room }) => {
      if (room.id === "mass:20") throw new Error("Not this one.");
    });
    await expect(failing).rejects.toThrow("Not this one.");
  });

  test("has files, small ones and those of several parts, that both clients can read", async () => {
    const roomId = await newRoom();
    for (const size of [0, 5, 5 * 1_024 * 1_024 + 1]) {
      const bytes = new Uint8Array(size).map((_, index) => index % 251);
      const file = await weft.uploadFile({ roomId, file: new File([bytes], `a b/é ${size}.png`) });
      expect(file).toBeInstanceOf(LiveFile);
      expect(file.data).toMatchObject({ name: `a b/é ${size}.png`, size, mimeType: "image/png" });
      await weft.mutateStorage(roomId, ({ root }) => root.set(`file ${size}`, file));
      const { url } = await weft.getFileUrl({ roomId, file });
      expect(await weft.getFileUrl({ roomId, file: file.id })).toMatchObject({ expiresAt: expect.any(String) });
      expect(Object.keys(await official.getFileUrl({ roomId, file: file.id }))).toEqual(["url", "expiresAt"]);
      expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
    }
    const theirs = await official.uploadFile({ roomId, file: new File(["abc"], "t.txt") });
    expect(await weft.getFileUrl({ roomId, file: theirs.id })).toMatchObject({ url: expect.stringMatching(/^http/) });
  });
});

describe("Yjs documents and versions", () => {
  test("are written and read as with the official client", async () => {
    const roomId = await newRoom();
    const source = new Y.Doc();
    source.getText("text").insert(0, "Hello", { bold: true });
    source.getMap("map").set("k", 1);
    await both((client) => client.sendYjsBinaryUpdate(roomId, Y.encodeStateAsUpdate(source)));
    expect(await both((client) => client.getYjsDocument(roomId))).toEqual({ text: "Hello", map: { k: 1 } });
    await both((client) => client.getYjsDocument(roomId, { format: true, key: "text", type: "ytext" }));
    const update = await both((client) => client.getYjsDocumentAsBinaryUpdate(roomId));
    expect(update).toBeInstanceOf(ArrayBuffer);
    const copy = new Y.Doc();
    Y.applyUpdate(copy, new Uint8Array(update));
    expect(copy.getText("text").toJSON()).toBe("Hello");

    const { data } = await each((client) => client.createVersionHistorySnapshot(roomId));
    expect((await both((client) => client.getVersionHistory(roomId))).data).toHaveLength(2);
    await both((client) => client.getVersionHistory(roomId, { limit: 1 }));
    const versions: string[] = [];
    for await (const { id } of weft.iterVersionHistory(roomId, { pageSize: 1 })) versions.push(id);
    expect(versions).toContain(data.id);
    expect(await both((client) => client.getYjsVersion({ roomId, versionId: data.id }))).toBeInstanceOf(ArrayBuffer);
    await weft.deleteVersion({ roomId, versionId: data.id });
    expect((await both((client) => client.getVersionHistory(roomId))).data).toHaveLength(1);
  });
});

describe("threads", () => {
  const body = markdownToCommentBody("Is **this** right, @bob?");
  const createdAt = new Date("2024-03-01T10:05:00.000Z");

  test("live as with the official client: comments, metadata, reactions, subscriptions", async () => {
    const roomId = await newRoom();
    const thread = await each((client) =>
      client.createThread({
        roomId,
        data: { comment: { userId: "ada", body, createdAt, metadata: { m: 1 } }, metadata: { color: "blue", n: 2 } },
      }),
    );
    const ofThread = { roomId, threadId: thread.id };
    const ofComment = { ...ofThread, commentId: thread.comments[0]!.id };
    expect(thread.comments[0]).toMatchObject({ createdAt, body });
    await both((client) => client.getThread(ofThread));
    const answered = await each((client) =>
      client.createComment({ ...ofThread, data: { userId: "bob", body, createdAt } }),
    );
    await both((client) =>
      client.editComment({ ...ofComment, data: { body, metadata: { m: 2 }, editedAt: createdAt } }),
    );
    await both((client) =>
      client.editCommentMetadata({ ...ofComment, data: { metadata: { m: null }, userId: "ada" } }),
    );
    await both((client) => client.editThreadMetadata({ ...ofThread, data: { metadata: { n: 3 }, userId: "ada" } }));
    const reaction = { emoji: "👍", userId: "bob", createdAt };
    expect(await weft.addCommentReaction({ ...ofComment, data: reaction })).toEqual(reaction);
    await weft.removeCommentReaction({ ...ofComment, data: { emoji: "👍", userId: "bob" } });
    expect(await official.addCommentReaction({ ...ofComment, data: reaction })).toEqual(reaction);
    expect((await both((client) => client.getComment(ofComment))).reactions[0]).toMatchObject({ createdAt });
    await each((client) => client.markThreadAsResolved({ ...ofThread, data: { userId: "ada" } }));
    expect(await both((client) => client.markThreadAsResolved({ ...ofThread, data: { userId: "ada" } }))).toMatchObject(
      { resolved: true },
    );
    await each((client) => client.markThreadAsUnresolved({ ...ofThread, data: { userId: "ada" } }));
    await both((client) => client.subscribeToThread({ ...ofThread, data: { userId: "eve" } }));
    expect(
      (await both((client) => client.getThreadSubscriptions(ofThread))).data.map(({ userId }) => userId),
    ).toContain("eve");
    await both((client) => client.unsubscribeFromThread({ ...ofThread, data: { userId: "eve" } }));
    await both((client) => client.getThreadParticipants(ofThread));
    const { data } = await weft.getThreadInboxNotifications(ofThread);
    expect(data).toContainEqual(expect.objectContaining({ userId: "ada", notifiedAt: expect.any(Date), readAt: null }));

    await both((client) => client.getThreads({ roomId }));
    for (const query of [
      { metadata: { color: "blue" } },
      { metadata: { color: { startsWith: "bl" }, n: { gte: 2, lt: 4 } }, resolved: false },
      { metadata: { gone: null }, visibility: "public" },
      `metadata["n"]:3`,
    ] as const)
      expect((await both((client) => client.getThreads({ roomId, query: query }))).data.length).toBeGreaterThan(0);

    await weft.deleteComment({ ...ofThread, commentId: answered.id });
    const deleted = await both((client) => client.getComment({ ...ofThread, commentId: answered.id }));
    expect(deleted.deletedAt).toBeInstanceOf(Date);
    await weft.deleteThread(ofThread);
    await expect(weft.getThread(ofThread)).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  test("have attachments, small ones and those of several parts", async () => {
    const roomId = await newRoom();
    const attachmentIds: string[] = [];
    for (const size of [3, 11 * 1_024 * 1_024]) {
      const file = new File([new Uint8Array(size)], `ü ${size}.pdf`);
      const attachment = await each((client) => client.uploadAttachment({ roomId, userId: "ada", file }));
      expect(attachment).toMatchObject({
        type: "attachment",
        name: `ü ${size}.pdf`,
        size,
        mimeType: "application/pdf",
      });
      attachmentIds.push(attachment.id);
      const found = await weft.getAttachment({ roomId, attachmentId: attachment.id });
      expect(found).toMatchObject({
        ...attachment,
        url: expect.stringMatching(/^http/),
        expiresAt: expect.any(String),
      });
      const theirs = await official.getAttachment({ roomId, attachmentId: attachment.id });
      expect(Object.keys(found).toSorted()).toEqual(Object.keys(theirs).toSorted());
    }
    const thread = await weft.createThread({ roomId, data: { comment: { userId: "ada", body, attachmentIds } } });
    expect(thread.comments[0]!.attachments).toHaveLength(2);
  });

  test("have bodies that are made from Markdown as the official client makes them", () => {
    const merged = (made: ReturnType<typeof officialBody>) =>
      made.content.map(({ children }) =>
        (children as { text?: string }[]).reduce<{ text?: string }[]>((nodes, node) => {
          const last = nodes.at(-1);
          const marks = (one: object) => JSON.stringify({ ...one, text: undefined });
          const isText = (one: object) => !("type" in one);
          if (last !== undefined && isText(last) && isText(node) && marks(last) === marks(node))
            last.text! += node.text!;
          else nodes.push({ ...node });
          return nodes;
        }, []),
      );
    for (const markdown of [
      "a **b** _c_ ~~d~~ `e` ***f***",
      '[t](http://x.y "title") http://x.y/a_b. www.example.com <http://x.y>',
      "hi @ada.lovelace, (@bob) mail a@b.c",
      "# Head\ntext\n\n- a\n- b\n\n> q",
      "```\ncode **x**\n```",
      String.raw`\*a\* snake_case 2*3*4 **un`,
      "**a *b* c** **a\nb**",
      "[t](javascript:alert(1)) <b>x</b> &amp;",
      "",
    ])
      expect(merged(markdownToCommentBody(markdown) as never), markdown).toEqual(merged(officialBody(markdown)));
  });
});

describe("inboxes", () => {
  test("are filled, listed, read and emptied as with the official client", async () => {
    const roomId = await newRoom();
    const userId = "inbox user";
    for (let n = 0; n < 3; n++)
      await weft.triggerInboxNotification({ userId, kind: "$build", subjectId: `s${n}`, roomId, activityData: { n } });
    await official.triggerInboxNotification({
      userId,
      kind: "$build",
      subjectId: "s3",
      activityData: { n: 3 },
    } as never);
    const { data } = await both((client) => client.getInboxNotifications({ userId }));
    expect(data).toHaveLength(4);
    expect(data[0]).toMatchObject({
      kind: "$build",
      notifiedAt: expect.any(Date),
      activities: [{ createdAt: expect.any(Date) }],
    });
    const inboxNotificationId = data[0]!.id;
    await both((client) => client.getInboxNotification({ userId, inboxNotificationId }));
    await weft.markInboxNotificationAsRead({ inboxNotificationId });
    expect((await weft.getInboxNotification({ userId, inboxNotificationId })).readAt).toBeInstanceOf(Date);
    expect(
      (await both((client) => client.getInboxNotifications({ userId, query: { unread: true } }))).data,
    ).toHaveLength(3);
    await both((client) => client.getInboxNotifications({ userId, query: "kind:'$build'", limit: 2 }));
    const all: string[] = [];
    for await (const { id } of weft.iterInboxNotifications({ userId }, { pageSize: 3 })) all.push(id);
    expect(all).toHaveLength(4);
    await weft.deleteInboxNotification({ userId, inboxNotificationId });
    await both((client) => client.deleteAllInboxNotifications({ userId }));
    expect((await both((client) => client.getInboxNotifications({ userId }))).data).toEqual([]);
  });

  test("have settings, for the project and for a room", async () => {
    const roomId = await newRoom();
    const userId = "settings user";
    const settings = await both((client) => client.getNotificationSettings({ userId }));
    expect(Object.keys(settings)).toEqual(["email", "slack", "teams", "webPush"]);
    const channel = Object.entries(settings).find(([, value]) => value !== null)![0];
    await both((client) => client.updateNotificationSettings({ userId, data: { [channel]: { thread: false } } }));
    await both((client) => client.deleteNotificationSettings({ userId }));
    await both((client) => client.getRoomSubscriptionSettings({ userId, roomId }));
    await both((client) => client.updateRoomSubscriptionSettings({ userId, roomId, data: { threads: "all" } }));
    const { data } = await both((client) => client.getUserRoomSubscriptionSettings({ userId }));
    expect(data).toEqual([{ roomId, threads: "all", textMentions: "mine" }]);
    const all: string[] = [];
    for await (const item of weft.iterUserRoomSubscriptionSettings({ userId })) all.push(item.roomId);
    expect(all).toEqual([roomId]);
    await both((client) => client.deleteRoomSubscriptionSettings({ userId, roomId }));
  });
});

describe("groups and feeds", () => {
  test("of users live as with the official client", async () => {
    const created = await each((client, name) => client.createGroup({ groupId: `group ${name}`, memberIds: ["ada"] }));
    expect(created.members[0]!.addedAt).toBeInstanceOf(Date);
    await each((client, name) => client.addGroupMembers({ groupId: `group ${name}`, memberIds: ["bob"] }));
    await each((client, name) => client.removeGroupMembers({ groupId: `group ${name}`, memberIds: ["ada"] }));
    await both((client) => client.getGroup({ groupId: "group weft-client" }));
    await both((client) => client.getGroups({ limit: 1 }));
    await both((client) => client.getUserGroups({ userId: "bob" }));
    const iterated: string[] = [];
    for await (const { id } of weft.iterGroups({ pageSize: 1 })) iterated.push(id);
    for await (const { id } of weft.iterUserGroups({ userId: "bob" })) iterated.push(id);
    expect(iterated).toEqual([
      "group official-client",
      "group weft-client",
      "group official-client",
      "group weft-client",
    ]);
    await each((client, name) => client.deleteGroup({ groupId: `group ${name}` }));
  });

  test("of a room take messages as with the official client", async () => {
    const roomId = await newRoom();
    await each((client, name) =>
      client.createFeed({ roomId, feedId: `feed ${name}`, metadata: { a: "1" }, createdAt: 1_700_000_000_000 }),
    );
    const feed = { roomId, feedId: "feed weft-client" };
    await both((client) => client.getFeed(feed));
    expect((await weft.updateFeed({ ...feed, metadata: { a: null, b: ["2"] } })).metadata).toEqual({ b: ["2"] });
    await both((client) => client.getFeeds({ roomId }));
    const message = await weft.createFeedMessage({
      ...feed,
      id: "m1",
      data: { text: "Hi" },
      createdAt: 1_700_000_000_000,
    });
    expect(message).toEqual({
      id: "m1",
      data: { text: "Hi" },
      createdAt: 1_700_000_000_000,
      updatedAt: 1_700_000_000_000,
    });
    await official.createFeedMessage({ ...feed, id: "m2", data: { text: "Ho" }, createdAt: 1_700_000_000_001 });
    await both((client) =>
      client.updateFeedMessage({ ...feed, messageId: "m1", data: { text: "Hey" }, updatedAt: 1_700_000_000_005 }),
    );
    expect((await both((client) => client.getFeedMessages(feed))).data.map(({ data }) => data)).toEqual([
      { text: "Hey" },
      { text: "Ho" },
    ]);
    const seen: unknown[] = [];
    for await (const { id } of weft.iterFeedMessages(feed, { pageSize: 1 })) seen.push(id);
    for await (const { feedId } of weft.iterFeeds({ roomId }, { pageSize: 1 })) seen.push(feedId);
    expect(seen.slice(0, 2)).toEqual(["m1", "m2"]);
    expect(new Set(seen.slice(2))).toEqual(new Set(["feed official-client", "feed weft-client"]));
    await weft.deleteFeedMessage({ ...feed, messageId: "m1" });
    await weft.deleteFeed(feed);
    await expect(weft.getFeed(feed)).rejects.toMatchObject({ status: 404 });
  });
});

describe("copilots", () => {
  test("and what they know live as with the official client", async () => {
    const copilot = await each((client) =>
      client.createAiCopilot({
        name: "Helper",
        systemPrompt: "Help.",
        provider: "openai",
        providerModel: "gpt-5",
        providerApiKey: "key",
        providerOptions: { openai: { reasoningEffort: "low" } },
      }),
    );
    const copilotId = copilot.id;
    await both((client) => client.getAiCopilot(copilotId));
    await both((client) => client.getAiCopilots({ limit: 1 }));
    expect(await weft.updateAiCopilot(copilotId, { description: "d", settings: { topK: 3 } })).toMatchObject({
      settings: { topK: 3 },
    });
    const { id: knowledgeSourceId } = await each((client, name) =>
      client.createFileKnowledgeSource({
        copilotId,
        file: new File(["# Facts"], `${name}.md`, { type: "text/markdown" }),
      }),
    );
    const source = { copilotId, knowledgeSourceId };
    const { file } = (await weft.getKnowledgeSource(source)) as { file: { name: string } };
    expect(file.name).toBe("weft-client.md");
    const { data } = await weft.getKnowledgeSources({ copilotId });
    expect(data.map(({ createdAt }) => createdAt)).toEqual([expect.any(Date), expect.any(Date)]);
    await both(async (client) => typeof (await client.getFileKnowledgeSourceMarkdown(source)));
    const web = await weft.createWebKnowledgeSource({
      copilotId,
      url: "https://example.invalid/",
      type: "individual_link",
    });
    await both((client) => client.getWebKnowledgeSourceLinks({ copilotId, knowledgeSourceId: web.id }));
    const ids: string[] = [];
    for await (const { id } of weft.iterKnowledgeSources({ copilotId }, { pageSize: 2 })) ids.push(id);
    for await (const { id } of weft.iterAiCopilots({ pageSize: 1 })) ids.push(id);
    for await (const { id } of weft.iterWebKnowledgeSourceLinks({ copilotId, knowledgeSourceId: web.id })) ids.push(id);
    expect(ids).toEqual(expect.arrayContaining([knowledgeSourceId, web.id, copilotId]));
    await weft.deleteFileKnowledgeSource(source);
    await weft.deleteWebKnowledgeSource({ copilotId, knowledgeSourceId: web.id });
    await weft.deleteAiCopilot(copilotId);
    await expect(weft.getAiCopilot(copilotId)).rejects.toMatchObject({ status: 404 });
  });
});

describe("tokens", () => {
  const payload = (body: string) => {
    const { token } = JSON.parse(body) as { token: string };
    const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Record<string, unknown>;
    for (const changing of ["iat", "exp", "jti"]) delete claims[changing];
    return claims;
  };

  test("have the claims that they have with the official client", async () => {
    const userInfo = { name: "Ada" };
    const access = await both(async (client) => {
      const session = client.prepareSession("ada", { userInfo, organizationId: "acme" });
      session
        .allow("docs:*", session.FULL_ACCESS)
        .allow("docs:1", session.READ_ACCESS)
        .allow("docs:*", ["comments:write"]);
      const { status, body } = await session.authorize();
      return { status, claims: payload(body) };
    });
    expect(access).toMatchObject({ status: 200, claims: { k: "acc", uid: "ada", ui: userInfo } });
    await both(async (client) => {
      const { status, body } = await client.identifyUser({ userId: "ada", groupIds: ["g"] }, { userInfo });
      return { status, claims: payload(body) };
    });
    await both(async (client) => payload((await client.identifyUser("ada")).body));
  });

  test("that are refused are answers with the status of the official client", async () => {
    const wrong = { secret: "sk_not_a_key_of_this_server", baseUrl: server.url };
    const { status, body } = await new Weft(wrong).identifyUser("ada");
    expect(status).toBe((await new Liveblocks(wrong).identifyUser("ada")).status);
    expect(JSON.parse(body)).toMatchObject({ error: "INVALID_SECRET_KEY" });
  });

  test("of the deprecated calls are given as well", async () => {
    const { id: roomId } = await weft.createRoom("deprecated tokens", { defaultAccesses: ["room:write"] });
    expect(await weft.authorizeRoom({ roomId, userId: "ada" })).toEqual({ token: expect.any(String) });
    expect(await weft.authorizePublicRoom({ roomId, publicApiKey: server.publicKey })).toEqual({
      token: expect.any(String),
    });
  });
});

test("a team's projects, keys and webhook endpoints are managed with a management token", async () => {
  const { token } = await openTeam(server.url);
  const manager = new Weft({ managementToken: token, baseUrl: server.url });
  await expect(manager.getRooms()).rejects.toThrow(/create the client with `secret`/);
  const created = await manager.createManagementProject({ type: "dev", name: "Docs", versionCreationTimeout: 60 });
  expect(created).toMatchObject({
    name: "Docs",
    createdAt: expect.any(Date),
    publicKey: { createdAt: expect.any(Date) },
  });
  const { id: projectId } = created;
  await new Weft({ secret: created.secretKey!.value, baseUrl: server.url }).createRoom("a", { defaultAccesses: [] });
  expect(await manager.updateManagementProject(projectId, { description: "d" })).toMatchObject({ description: "d" });
  await manager.createManagementProject({ type: "dev", name: "Other" });
  expect((await manager.getManagementProjects({ query: 'name:"Docs"' })).data.map(({ id }) => id)).toEqual([projectId]);
  const names: string[] = [];
  for await (const { name } of manager.iterManagementProjects({}, { pageSize: 1 })) names.push(name);
  expect(names).toEqual(expect.arrayContaining(["Docs", "Other"]));
  await manager.deactivatePublicKey(projectId);
  expect((await manager.getManagementProject(projectId)).publicKey.activated).toBe(false);
  await expect(manager.rollPublicKey(projectId)).rejects.toMatchObject({ code: "PUBLIC_KEY_NOT_ENABLED" });
  await manager.activatePublicKey(projectId);
  expect((await manager.rollPublicKey(projectId, { expirationIn: "1h" })).publicKey.createdAt).toBeInstanceOf(Date);
  expect((await manager.rollSecretKey(projectId)).secretKey.value).toMatch(/^sk_/);

  const webhook = await manager.createManagementWebhook({
    projectId,
    url: "https://example.com/hook",
    subscribedEvents: ["roomCreated"],
  });
  const ofWebhook = { projectId, webhookId: webhook.id };
  expect(await manager.getManagementWebhook(ofWebhook)).toEqual(webhook);
  expect((await manager.getManagementWebhooks({ projectId })).data).toEqual([webhook]);
  for await (const found of manager.iterManagementWebhooks({ projectId })) expect(found).toEqual(webhook);
  expect(await manager.updateManagementWebhook({ ...ofWebhook, data: { rateLimit: 5 } })).toMatchObject({
    rateLimit: 5,
  });
  expect((await manager.rollManagementWebhookSecret(ofWebhook)).secret.value).toMatch(/^whsec_/);
  const headers = { "X-Own": "1", "X-Other": "2" };
  expect(await manager.addManagementWebhookHeaders({ ...ofWebhook, headers })).toEqual({ headers });
  expect(await manager.deleteManagementWebhookHeaders({ ...ofWebhook, headers: ["X-Other"] })).toEqual({
    headers: { "X-Own": "1" },
  });
  expect(await manager.getManagementWebhookHeaders(ofWebhook)).toEqual({ headers: { "X-Own": "1" } });
  await manager.recoverFailedWebhookMessages({ ...ofWebhook, since: new Date() });
  await expect(manager.testManagementWebhook({ ...ofWebhook, subscribedEvent: "userLeft" })).rejects.toMatchObject({
    status: 422,
  });
  await manager.deleteManagementWebhook(ofWebhook);
  await manager.deleteManagementProject(projectId);
  await expect(manager.getManagementProject(projectId)).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
});

test.for(webhookEventTypes)(
  "a webhook request with %s that the server signs is verified, and none that was changed",
  (type) => {
    const secrets = ["whsec_Y3VycmVudCBzZWNyZXQgb2YgMjQgYi4=", "whsec_cHJldmlvdXMgc2VjcmV0IG9mIDI0IGI="];
    const event = sampleEventOf(type, "p1" as ProjectId, Date.now());
    const request = { id: "msg_1", timestamp: Math.floor(Date.now() / 1_000), body: JSON.stringify(event) };
    const headers = {
      "webhook-id": request.id,
      "webhook-timestamp": String(request.timestamp),
      "webhook-signature": signaturesOf(request, secrets),
    };
    for (const secret of secrets) {
      const handler = new WebhookHandler(secret);
      const verified = handler.verifyRequest({ headers, rawBody: request.body });
      expect(verified).toEqual(event);
      if (isCustomNotificationEvent(verified)) expect(verified.data.subjectId).toEqual(expect.any(String));
      expect(() => handler.verifyRequest({ headers, rawBody: `${request.body} ` })).toThrow(/does not fit/);
    }
    const foreign = new WebhookHandler("whsec_YW5vdGhlciBzZWNyZXQgb2YgMjQgYnk=");
    expect(() => foreign.verifyRequest({ headers, rawBody: request.body })).toThrow(/does not fit/);
    const later = new WebhookHandler(secrets, { now: () => Date.now() + 302_000 });
    expect(() => later.verifyRequest({ headers, rawBody: request.body })).toThrow(/too old/);
  },
);
