/** S5: what the scopes of a token open of public and private comments, at every call and on sockets. */
import { fullCommentAccess } from "@weft/collab";
import { CommentBody, endpoints } from "@weft/protocol";
import type { CommentEvent, Endpoint, Permission, RoomId } from "@weft/protocol";
import type { ClientSocket } from "@weft/room";
import { afterAll, describe, expect, test, vi } from "vitest";
import { framePayload } from "../testing/frame-payload.ts";
import { openTestEdge } from "../testing/test-edge.ts";
import { exampleOf, prepareRoom } from "./test-requests.ts";

const many = { restRateBurst: 1e9, restUserRateBurst: 1e9, restAddressRateBurst: 1e9 };
const edge = await openTestEdge({ limits: many });
afterAll(() => edge[Symbol.asyncDispose]());

const room = "r";
const canary = "a-word-that-is-said-in-private";
const hidden = `th_${"h".repeat(21)}`;
const hiddenComment = `cm_${"h".repeat(21)}`;

/** A project of its own, whose room has a public thread and a private one. */
async function openRoom() {
  const own = await edge.openProject();
  const address = { project: own.project.id, room: room as RoomId };
  await edge.services.rooms.create(own.project.id, room, { defaultAccesses: ["room:write"] });
  const prepared = await prepareRoom(edge.services, address);
  const body = CommentBody.parse({
    version: 1,
    content: [{ type: "paragraph", children: [{ text: canary }, { type: "mention", kind: "user", id: "eve" }] }],
  });
  const comment = { id: hiddenComment, userId: "eve", body };
  await edge.services.threads.create(address, { id: hidden, visibility: "private", comment }, fullCommentAccess);
  const privately = () => edge.services.threads.find(address, hidden, fullCommentAccess);
  const callAs = async (endpoint: Endpoint, scopes: readonly Permission[], context: object = {}) => {
    const { tokens, now } = edge.services;
    // The author of both threads, so that scopes alone decide.
    const claims = { userId: "eve", permissions: [[room, scopes]] as [string, readonly Permission[]][] };
    const token = await tokens.issueAccessToken(own.project.id, claims, now());
    const { method, url, body: sent, headers } = exampleOf(endpoint, room, { ...own, ...prepared, ...context });
    return own.call(method, url, sent, { ...headers, authorization: `Bearer ${token}` });
  };
  return { ...own, address, privately, callAs };
}

const ofComments = endpoints.filter((endpoint: Endpoint) => endpoint.needs?.comments !== undefined);
const inThread = (endpoint: Endpoint) => endpoint.template.includes("{threadId}");
const listed = (endpoint: Endpoint) => [endpoint.route, endpoint] as const;
const bare = ({ returns }: Endpoint) => "octets" in returns;

test("[TH5] calls about comments are among those of users that name the rights they need", () => {
  const tags = new Set(["Comments", "Attachments"]);
  const others = endpoints.filter(
    (endpoint: Endpoint) =>
      endpoint.auth === "user" && tags.has(endpoint.tag) && !(ofComments as readonly Endpoint[]).includes(endpoint),
  );
  expect(others.map(({ id }) => id)).toEqual([]);
  expect(ofComments.length).toBeGreaterThan(25);
});

describe.for(ofComments.map(listed))("%s", ([, endpoint]) => {
  test("[TH5] needs the rights that it declares", async () => {
    const { callAs } = await openRoom();
    const refusal = { status: 403, ...(!bare(endpoint) && { body: { error: "UNAUTHORIZED_ROOM_ACCESS" } }) };
    expect(await callAs(endpoint, ["*:write", "comments:none"])).toMatchObject(refusal);
    const reader = await callAs(endpoint, ["*:read"]);
    if (endpoint.needs?.comments === "write") expect(reader).toMatchObject(refusal);
    else expect(reader.status).not.toBe(403);
  });

  test("[TH5] shows and changes nothing of a private thread without private rights", async () => {
    const { callAs, privately } = await openRoom();
    const before = await privately();
    const context = { thread: hidden, comment: hiddenComment };
    const reply = await callAs(endpoint, ["*:write", "comments:private:none"], context);
    if (inThread(endpoint)) expect(reply).toMatchObject({ status: 404, body: { error: "RESOURCE_NOT_FOUND" } });
    for (const secret of [canary, hidden, hiddenComment]) expect(reply.text).not.toContain(secret);
    expect(await privately()).toEqual(before);
    // With private rights alone, the same thread is there.
    if (inThread(endpoint))
      expect((await callAs(endpoint, ["*:write", "comments:public:none"], context)).status).toBe(endpoint.status);
  });
});

/** Every kind of change of a thread, each of which one event tells, in order. */
const changes: readonly (readonly [type: CommentEvent["type"], endpoint: string, body?: object])[] = [
  [401, "/threads/T/metadata", { userId: "ada", metadata: { color: "red" } }],
  [408, "/threads/T/mark-as-resolved", { userId: "ada" }],
  [402, "/threads/T/comments", { id: hiddenComment, userId: "ada", body: { version: 1, content: [] } }],
  [403, `/threads/T/comments/${hiddenComment}`, { body: { version: 1, content: [] } }],
  [409, `/threads/T/comments/${hiddenComment}/metadata`, { userId: "ada", metadata: { n: 1 } }],
  [405, `/threads/T/comments/${hiddenComment}/add-reaction`, { userId: "ada", emoji: "👍" }],
  [406, `/threads/T/comments/${hiddenComment}/remove-reaction`, { userId: "ada", emoji: "👍" }],
  [404, `/threads/T/comments/${hiddenComment}`],
  [407, "/threads/T"],
];

test("[TH3] [TH5] each kind of event reaches sockets of the rights that its thread asks for, and no others", async () => {
  const own = await edge.openProject();
  const address = { project: own.project.id, room: room as RoomId };
  await edge.services.rooms.create(own.project.id, room, { defaultAccesses: ["room:write"] });
  const heard = new Map<string, string[]>();
  const roles = {
    both: ["*:read"],
    publicOnly: ["*:write", "comments:private:none"],
    privateOnly: ["*:write", "comments:public:none"],
    none: ["*:write", "comments:none"],
  } as const satisfies Record<string, readonly Permission[]>;
  for (const [role, scopes] of Object.entries(roles)) {
    const events: string[] = [];
    heard.set(role, events);
    const socket: ClientSocket = {
      slow: false,
      send(frame) {
        for (const message of [JSON.parse(framePayload(frame))].flat())
          if (message.type >= 400 && message.type < 410) events.push(`${message.threadId} ${message.type}`);
      },
      probe() {},
      pause() {},
      resume() {},
      close() {},
    };
    await edge.enter(address, role, { scopes, socket });
  }
  const expected: Record<"public" | "private", string[]> = { public: [], private: [] };
  for (const [index, visibility] of (["public", "private"] as const).entries()) {
    const id = `th_${String(index).padStart(21, "0")}`;
    const comment = { userId: "ada", body: { version: 1, content: [] } };
    const begun = await own.call("POST", `/v2/rooms/${room}/threads`, { id, visibility, comment });
    expect(begun.status, begun.text).toBe(200);
    expected[visibility].push(`${id} 400`, `${id} 402`);
    for (const [type, path, body] of changes) {
      const url = `/v2/rooms/${room}${path.replace("T", id)}`;
      const { status, text } = await own.call(body === undefined ? "DELETE" : "POST", url, body);
      expect(status, `${url} ${text}`).toBeLessThan(300);
      expected[visibility].push(`${id} ${type}`);
    }
  }
  const kinds = new Set(expected.public.map((event) => event.split(" ")[1]));
  expect(kinds.size).toBe(10);
  // The last event of all reaches those who hear anything of private threads, after all others.
  await vi.waitUntil(() => heard.get("both")!.length === 22 && heard.get("privateOnly")!.length === 11);
  expect(Object.fromEntries(heard)).toEqual({
    both: [...expected.public, ...expected.private],
    publicOnly: expected.public,
    privateOnly: expected.private,
    none: [],
  });
});
