import { plans } from "@weft/protocol";
import type { ProjectId, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdgeOptions } from "../testing/test-edge.ts";

/** A signed-in owner with a project, and two rooms in it. */
async function openSite(options?: TestEdgeOptions) {
  const edge = await openTestEdge(options);
  const ada = await edge.signUp({ teamName: "Engines" });
  const team = (await ada.call("GET", "/internal/me")).body.teams[0].id as string;
  const made = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
  const { _id: project, secretKey } = made.body as { _id: ProjectId; secretKey: string };
  const rest = (method: string, url: string, body?: unknown) =>
    edge.call(method, url, body, { authorization: `Bearer ${secretKey}` });
  for (const id of ["a", "b"]) await rest("POST", "/v2/rooms", { id, defaultAccesses: ["room:write"] });
  const begin = async (room: string, text: string, draft: object = {}, comment: object = {}) => {
    const body = { version: 1, content: [{ type: "paragraph", children: [{ text }] }] };
    const reply = await rest("POST", `/v2/rooms/${room}/threads`, {
      ...draft,
      comment: { userId: "ada", body, ...comment },
    });
    edge.advance(1);
    return reply;
  };
  const list = async (query = "") => ada.call("GET", `/internal/projects/${project}/threads${query}`);
  return Object.assign(edge, { ada, team, project, rest, begin, list });
}

test("[TH1] the threads of a project are listed across its rooms, newest first, page by page", async () => {
  await using edge = await openSite();
  for (const [room, text] of [
    ["a", "one"],
    ["b", "two"],
    ["a", "three"],
  ] as const)
    expect((await edge.begin(room, text)).status).toBe(200);
  const { body } = await edge.list("?limit=2");
  expect(body.data).toMatchObject([
    { roomId: "a", text: "three", comments: 1, participants: 1, resolved: false, visibility: "public", userId: "ada" },
    { roomId: "b", text: "two" },
  ]);
  const next = await edge.list(`?limit=2&cursor=${body.nextCursor}`);
  expect(next.body).toMatchObject({ data: [{ text: "one" }], nextCursor: null });
  const inRoom = await edge.list("?roomId=a&limit=1");
  expect(inRoom.body.data).toMatchObject([{ text: "three" }]);
  const following = await edge.list(`?roomId=a&limit=1&cursor=${inRoom.body.nextCursor}`);
  expect(following.body).toMatchObject({ data: [{ text: "one" }], nextCursor: null });
  // A cursor of one list opens no other.
  expect((await edge.list(`?cursor=${inRoom.body.nextCursor}`)).status).toBe(422);
  expect((await edge.list("?roomId=nowhere")).body).toEqual({ data: [], nextCursor: null });
});

test("threads are filtered by the language of REST, and a fault in it is told with its place", async () => {
  await using edge = await openSite();
  await edge.begin("a", "high", { metadata: { priority: "high", size: 3 } });
  const low = await edge.begin("b", "low", { metadata: { priority: "low", size: 5 }, visibility: "private" });
  await edge.rest("POST", `/v2/rooms/b/threads/${low.body.id}/mark-as-resolved`, { userId: "ada" });
  const found = async (query: string) =>
    (await edge.list(`?query=${encodeURIComponent(query)}`)).body.data.map(({ text }: { text: string }) => text);
  expect(await found("resolved:false")).toEqual(["high"]);
  expect(await found("metadata['priority']:'low'")).toEqual(["low"]);
  expect(await found("metadata['priority']:'low' AND resolved:false")).toEqual([]);
  expect(await found("metadata['size']>=3 visibility:'private'")).toEqual(["low"]);
  const fault = await edge.list(`?query=${encodeURIComponent("resolved:maybe")}`);
  expect(fault).toMatchObject({
    status: 422,
    body: { error: "INVALID_QUERY", message: expect.stringMatching(/\(at 1:\d+\)$/) },
  });
});

test("threads are found by the text of a comment, by who takes part, and by attachments", async () => {
  await using edge = await openSite();
  const { body: pricing } = await edge.begin("a", "Is this Price right?");
  await edge.begin("b", "A larger logo", { metadata: { priority: "high" } });
  await edge.begin("a", "Ship it");
  const comments = `/v2/rooms/a/threads/${pricing.id}/comments`;
  const body = { version: 1, content: [{ type: "paragraph", children: [{ text: "Yes, it is right." }] }] };
  const { body: reply } = await edge.rest("POST", comments, { userId: "bob", body });
  await edge.rest("POST", `${comments}/${pricing.comments[0].id}/add-reaction`, { userId: "cho", emoji: "👍" });
  const found = async (query: string) =>
    (await edge.list(`?${query}`)).body.data.map(({ text }: { text: string }) => text);
  expect(await found("text=price+RIGHT")).toEqual(["Is this Price right?"]);
  // Words of different comments do not make a match.
  expect(await found("text=price+yes")).toEqual([]);
  expect(await found("userId=ada")).toEqual(["Ship it", "A larger logo", "Is this Price right?"]);
  expect(await found("userId=bob")).toEqual(["Is this Price right?"]);
  expect(await found("userId=cho&roomId=a")).toEqual(["Is this Price right?"]);
  expect(await found("userId=cho&roomId=b")).toEqual([]);
  expect(await found(`text=larger&query=${encodeURIComponent("metadata['priority']:'high'")}`)).toEqual([
    "A larger logo",
  ]);
  await edge.rest("DELETE", `${comments}/${reply.id}`);
  expect(await found("userId=bob")).toEqual([]);
  expect(await found("hasAttachments=true")).toEqual([]);
  expect(await found("hasAttachments=false")).toHaveLength(3);
  const first = await edge.list("?userId=ada&limit=1");
  const second = await edge.list(`?userId=ada&limit=1&cursor=${first.body.nextCursor}`);
  expect([...first.body.data, ...second.body.data].map(({ text }: { text: string }) => text)).toEqual([
    "Ship it",
    "A larger logo",
  ]);
});

test("a summary counts what is in a thread, without deleted comments", async () => {
  await using edge = await openSite();
  const { body: thread } = await edge.begin("a", "first");
  const path = `/v2/rooms/a/threads/${thread.id}/comments`;
  const body = { version: 1, content: [{ type: "paragraph", children: [{ text: "second" }] }] };
  const { body: reply } = await edge.rest("POST", path, { userId: "bob", body });
  await edge.rest("POST", `${path}/${reply.id}/add-reaction`, { userId: "cho", emoji: "👍" });
  await edge.rest("DELETE", `${path}/${thread.comments[0].id}`);
  const [summary] = (await edge.list()).body.data;
  expect(summary).toMatchObject({ userId: "ada", text: "second", comments: 1, reactions: 1, participants: 2 });
});

test("a plan's maximum is held over REST, and usage shows what was counted", async () => {
  await using edge = await openSite({ plan: "Free" });
  await edge.begin("a", "one");
  const stored = plans.Free.commentsAttachmentsBytes! - 10;
  const used = { comments: plans.Free.commentsMonthly! - 2, notifications: plans.Free.notificationsMonthly! };
  await edge.countUsage({ project: edge.project, room: "a" as RoomId }, { ...used, attachmentBytes: stored });
  edge.advance(60_000);
  expect((await edge.begin("a", "two")).status).toBe(200);
  expect(await edge.begin("b", "three")).toMatchObject({
    status: 403,
    body: { error: "PLAN_LIMIT_REACHED", message: "The plan Free includes 1000 comments per month." },
  });
  const trigger = { userId: "ada", kind: "$sale", subjectId: "s", activityData: {} };
  expect(await edge.rest("POST", "/v2/inbox-notifications/trigger", trigger)).toMatchObject({
    status: 403,
    body: { error: "PLAN_LIMIT_REACHED" },
  });
  const file = `at_${"n".repeat(21)}`;
  const upload = `/v2/rooms/a/attachments/${file}/multipart/n.txt`;
  expect((await edge.rest("POST", `${upload}?fileSize=11`)).body.error).toBe("PLAN_LIMIT_REACHED");
  expect((await edge.rest("POST", `${upload}?fileSize=10`)).status).toBe(200);
  const usage = (await edge.ada.call("GET", `/internal/teams/${edge.team}/usage`)).body;
  expect(usage.usage ?? usage).toMatchObject({
    comments: { currentPeriodValue: 1_000, maximumMonthly: 1_000 },
    notifications: { currentPeriodValue: 1_000, maximumMonthly: 1_000 },
    commentsAttachments: { totalInBytes: stored, maximumInBytes: stored + 10 },
  });
  // What exists can still be changed and deleted.
  const [thread] = (await edge.list()).body.data;
  expect((await edge.rest("DELETE", `/v2/rooms/a/threads/${thread.id}`)).status).toBe(204);
});
