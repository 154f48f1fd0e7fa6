import type { RoomId } from "@weft/protocol";
import { fullCommentAccess } from "@weft/collab";
import { limits } from "@weft/protocol";
import { afterAll, expect, test } from "vitest";
import type { Encoded } from "./route.ts";
import { openTestEdge } from "../testing/test-edge.ts";
import { threadRoutes } from "./threads.ts";
import { threadRoutesAsUser } from "./threads-as-user.ts";

const threadsAnswer = 400_000;
const edge = await openTestEdge({
  limits: { restRateBurst: 1e9, restUserRateBurst: 1e9, threadsAnswer, notifiedAtOnce: 5, notifiedUsers: 12 },
});
afterAll(() => edge[Symbol.asyncDispose]());

const body = (text: string, ...mentions: readonly object[]) =>
  ({ version: 1, content: [{ type: "paragraph", children: [{ text }, ...mentions] }] }) as never;
const large = "x".repeat(60_000);

let rooms = 0;
async function openRoom() {
  const room = `answers ${rooms++}`;
  await edge.services.rooms.create(edge.project.id, room, { defaultAccesses: ["room:write"] });
  const address = { project: edge.project.id, room: room as RoomId };
  const begin = async (text: string, change: object = {}) => {
    edge.advance(1_000);
    const { threads } = edge.services;
    return threads.create(address, { comment: { userId: "ada", body: body(text) }, ...change }, fullCommentAccess);
  };
  const asUser = (url: string) =>
    edge.call("GET", `/v2/c/rooms/${encodeURIComponent(room)}${url}`, undefined, {
      authorization: `Bearer ${edge.userToken}`,
    });
  return { room, address, begin, asUser };
}

test("[TH11] a page of threads ends where its threads hold too much, and following its cursor shows every thread once", async () => {
  const { begin, asUser } = await openRoom();
  const begun: string[] = [];
  for (let n = 0; n < 20; n++) begun.push((await begin(large)).id);
  const seen: string[] = [];
  let pages = 0;
  for (let cursor = ""; ; pages++) {
    const reply = await asUser(`/threads?query=${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
    expect(reply.text.length).toBeLessThan(threadsAnswer * 1.3);
    seen.push(...reply.body.data.map(({ id }: { id: string }) => id));
    cursor = reply.body.meta.nextCursor;
    if (cursor === null) break;
  }
  expect(seen).toEqual(begun);
  expect(pages).toBeGreaterThan(2);
});

test("[TH11] changes end where their threads hold too much, and asking again from there shows every thread", async () => {
  const { begin, asUser } = await openRoom();
  const begun: string[] = [];
  for (let n = 0; n < 20; n++) begun.push((await begin(large)).id);
  // Past the time for which answers about changes overlap.
  edge.advance(60_000);
  const seen = new Set<string>();
  let since = "1970-01-01T00:00:00.000Z";
  let answers = 0;
  for (; seen.size < begun.length && answers < 20; answers++) {
    const reply = await asUser(`/threads/delta?since=${since}`);
    expect(reply.text.length).toBeLessThan(threadsAnswer * 1.3);
    expect(reply.body.meta.requestedAt > since).toBe(true);
    for (const { id } of reply.body.data) seen.add(id);
    since = reply.body.meta.requestedAt;
  }
  expect([...seen]).toEqual(begun);
  expect(answers).toBeGreaterThan(2);
});

test("[TH11] a list without pages is sent in pieces, which are made as they are read", async () => {
  const { room, begin } = await openRoom();
  for (let n = 0; n < 30; n++) await begin(large);
  const list = threadRoutes.find(({ endpoint }) => endpoint.id === "list-threads")!;
  const call = { project: edge.project, path: { roomId: room }, query: {} } as never;
  const answer = (await list.handle(call, edge.services)) as Encoded;
  expect(Array.isArray(answer.pieces)).toBe(false);
  let bytes = 0;
  let largest = 0;
  for await (const piece of answer.pieces) {
    bytes += piece.length;
    largest = Math.max(largest, piece.length);
  }
  expect(bytes).toBeGreaterThan(30 * large.length);
  expect(largest).toBeLessThan(400_000);

  // A reader who stops has the reading stopped.
  const begunOnly = (await list.handle(call, edge.services)) as Encoded;
  for await (const piece of begunOnly.pieces) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  const whole = await edge.call("GET", `/v2/rooms/${encodeURIComponent(room)}/threads`);
  expect(whole.body.data).toHaveLength(30);
});

test("[TH11] a large thread is sent whole, in pieces", async () => {
  const { address, begin, asUser, room } = await openRoom();
  const { id } = await begin(large);
  const { threads } = edge.services;
  for (let n = 0; n < 25; n++)
    await threads.addComment(address, id, { userId: "bob", body: body(`${n} ${large}`) }, fullCommentAccess);
  const { thread } = (await asUser(`/thread-with-notification/${id}`)).body;
  expect(thread.comments.map((comment: any) => comment.body.content[0].children[0].text.split(" ")[0])).toEqual([
    large,
    ...Array.from({ length: 25 }, (_, n) => String(n)),
  ]);
  const one = threadRoutesAsUser.find(({ endpoint }) => endpoint.id === "get-thread-as-user")!;
  const access = { room: { id: room }, scopes: [], matrix: { commentsPublic: "read", commentsPrivate: "read" } };
  const answer = (await one.handle(
    { entered: { project: edge.project.id, access }, path: { roomId: room, threadId: id } } as never,
    edge.services,
  )) as Encoded;
  const sizes: number[] = [];
  for await (const piece of answer.pieces) sizes.push(piece.length);
  expect(Math.max(...sizes)).toBeLessThan(400_000);
  expect(sizes.length).toBeGreaterThan(4);
});

test("[TH11] a comment is added to a thread, changed and deleted without reading the other comments", async () => {
  const { address, begin } = await openRoom();
  const { id } = await begin("first");
  const { threads } = edge.services;
  for (let n = 0; n < 5; n++)
    await threads.addComment(address, id, { userId: "bob", body: body(`${n}`) }, fullCommentAccess);
  const added = await threads.addComment(address, id, { userId: "bob", body: body("last") }, fullCommentAccess);
  const name = { thread: id, comment: added.id };
  await threads.addReaction(address, name, { emoji: "👍", userId: "eve" }, fullCommentAccess);
  await threads.editComment(address, name, { body: body("edited") }, fullCommentAccess);
  expect(await threads.comment(address, name, fullCommentAccess)).toMatchObject({ reactions: [{ emoji: "👍" }] });
  await threads.deleteComment(address, name, fullCommentAccess);
  expect(await threads.find(address, id, fullCommentAccess)).toMatchObject({ commentCount: 7, liveComments: 6 });
  // An id that is taken is refused, also by a back end.
  const again = { id: added.id, userId: "bob", body: body("again") };
  await expect(threads.addComment(address, id, again, fullCommentAccess)).rejects.toMatchObject({
    code: "RESOURCE_ALREADY_EXISTS",
  });
});

test("[TH11] queries that no thread of a user meets end after a bounded number of reads", async () => {
  const { begin } = await openRoom();
  for (let n = 0; n < 60; n++) await begin("a thread", { comment: { userId: "zed", body: body("a") } });
  const mayRead = () => true;
  const { threadLists } = edge.services;
  const none = await threadLists.pageOfUser(edge.project.id, "zed", {
    query: 'metadata["color"]:"red"',
    limit: 5,
    mayRead,
  });
  expect(none).toMatchObject({ threads: [], nextCursor: null });
  // Where a user may read none of many, a page may be empty before the last one.
  const seen: string[] = [];
  let reads = 0;
  const { threads: all } = await threadLists.pageOfUser(edge.project.id, "zed", { limit: 50, mayRead });
  const readable = new Set(all.slice(-2).map(({ id }) => id));
  const search = { limit: 2, mayRead: (thread: any) => (reads++, readable.has(thread.id)) };
  for (let cursor: string | undefined; ;) {
    const page = await threadLists.pageOfUser(edge.project.id, "zed", { ...search, ...(cursor && { cursor }) });
    seen.push(...page.threads.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(new Set(seen)).toEqual(readable);
  expect(reads).toBeGreaterThan(50);
});

test("[NO13] a comment that mentions many users notifies them a few at a time, each once, up to the limit", async () => {
  const { address, begin } = await openRoom();
  const { groups, threads, subscriptions } = edge.services;
  for (const group of ["g1", "g2", "g3"])
    await groups.create(edge.project.id, `${address.room} ${group}` as never, {
      memberIds: Array.from({ length: 6 }, (_, n) => `${group} ${n}`),
    });
  const { id } = await begin("first");
  const mention = (group: string) => ({ type: "mention", kind: "group", id: `${address.room} ${group}` });
  const draft = { userId: "ada", body: body("all", mention("g1"), mention("g2"), mention("g3")) };
  await threads.addComment(address, id, draft, fullCommentAccess);
  const notified = async () =>
    (await Array.fromAsync(subscriptions.notificationsOfThread(address, id))).flat().map(({ userId }) => userId);
  const subscribed = async () =>
    (await Array.fromAsync(subscriptions.ofThread(address, id))).flat().map(({ userId }) => userId);
  const ofGroups = ["g1", "g2"].flatMap((group) => Array.from({ length: 6 }, (_, n) => `${group} ${n}`));
  expect(await notified()).toEqual(ofGroups.slice(0, 5));
  const [waiting] = [await edge.jobs.list({ kind: "notifyUsers" })];
  expect(waiting.map(({ payload }: any) => payload.later.users.length).toSorted((a, b) => a - b)).toEqual([2, 5]);
  await edge.runJobs("notifyUsers");
  expect(await notified()).toEqual(ofGroups);
  expect(await subscribed()).toEqual(["ada", ...ofGroups].toSorted());
  expect(await edge.jobs.list({ kind: "notifyUsers" })).toEqual([]);
});

test("[US3] an erased user is not notified by jobs that still wait, and the others are", async () => {
  const { address, begin } = await openRoom();
  const { threads, textMentions, subscriptions, userErasures } = edge.services;
  const { project } = address;
  const users = Array.from({ length: 11 }, (_, n) => `${address.room} user ${n}`);
  const [erased, left] = [users[9]!, users.toSpliced(9, 1)];
  const { id } = await begin("first");
  const mentions = users.map((user) => ({ type: "mention", kind: "user", id: user }));
  await threads.addComment(address, id, { userId: "zed", body: body("all", ...mentions) }, fullCommentAccess);
  const mention = { kind: "group", id: "any", userIds: users } as never;
  await textMentions.create({ ...address, organizationId: "default" }, { mentionId: "m", createdBy: erased, mention });
  expect(JSON.stringify(await edge.jobs.list({ kind: "notifyUsers" }))).toContain(`"${erased}"`);

  await userErasures.request(project, erased, "owner");
  expect(await edge.eraseUsers()).toBe(true);
  edge.advance(limits.erasureDelayMs);
  expect(await edge.eraseUsers()).toBe(true);
  expect(JSON.stringify(await edge.jobs.list({ kind: "notifyUsers" }))).not.toContain(`"${erased}"`);
  await edge.runJobs("notifyUsers");

  const notified = (await Array.fromAsync(subscriptions.notificationsOfThread(address, id))).flat();
  expect(notified.map(({ userId }) => userId).filter((userId) => userId !== "ada")).toEqual(left.toSorted());
  const unread = (userId: string) => edge.services.inbox.countUnread({ project, userId, organizationId: "default" });
  expect(await unread(erased)).toBe(0);
  expect(await Promise.all(left.map(unread))).toEqual(left.map(() => 2));
});

test("[IN5] a text mention of many users notifies them a few at a time, and those who are left not once it is deleted", async () => {
  const { address } = await openRoom();
  const { textMentions, inbox } = edge.services;
  const users = Array.from({ length: 11 }, (_, n) => `${address.room} ${n}`);
  const mention = { kind: "group", id: "any", userIds: users } as never;
  const create = (mentionId: string) =>
    textMentions.create({ ...address, organizationId: "default" }, { mentionId, createdBy: "ada", mention });
  const unread = async () => {
    const counts = users.map((userId) =>
      inbox.countUnread({ project: edge.project.id, userId, organizationId: "default" }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  await create("m");
  expect(await unread()).toBe(5);
  await edge.runJobs("notifyUsers");
  expect(await unread()).toBe(11);
  await create("n");
  await textMentions.delete(address, "n");
  await edge.runJobs("notifyUsers");
  expect(await unread()).toBe(11);
});
