/** The users of a project as its team sees them, and how an owner erases one. */
import { limits } from "@weft/protocol";
import type { ProjectId, RoomId } from "@weft/protocol";
import { describe, expect, test, vi } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

const saying = (text: string, ...mentioned: readonly string[]) => ({
  version: 1,
  content: [
    {
      type: "paragraph",
      children: [{ text }, ...mentioned.map((id) => ({ type: "mention", kind: "user", id }))],
    },
  ],
});

/** An owner and a member of a team with a project. */
async function openWorld() {
  const edge = await openTestEdge();
  const owner = await edge.signUp({ teamName: "Engines" });
  const member = await edge.signUp();
  const team: string = (await owner.call("GET", "/internal/me")).body.teams[0].id;
  const made = await owner.call("POST", `/internal/accounts/${team}/projects`, { displayName: "Board" });
  const { _id: project, secretKey } = made.body as Record<"_id" | "secretKey", string>;
  const invited = await owner.call("POST", `/internal/teams/${team}/invitations`, {
    emails: [member.email],
    role: "member",
  });
  const secret = String(invited.body[0].link).split("/").at(-1)!;
  await member.call("POST", `/internal/invitations/${secret}/accept`);
  const rest = async (method: string, url: string, body?: unknown) => {
    const reply = await edge.call(method, url, body, { authorization: `Bearer ${secretKey}` });
    expect(reply.status, `${method} ${url}: ${reply.text}`).toBeLessThan(300);
    return reply.body;
  };
  await rest("POST", "/v2/rooms", { id: "r", defaultAccesses: ["room:write"] });
  const path = `/internal/projects/${project}`;
  return {
    edge,
    owner,
    member,
    team,
    path,
    rest,
    comment: (userId: string, text: string, ...mentioned: readonly string[]) =>
      rest("POST", "/v2/rooms/r/threads", { comment: { userId, body: saying(text, ...mentioned) } }),
    list: async (query = "") => (await member.call("GET", `${path}/users${query}`)).body,
    [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose](),
  };
}

describe("the users of a project", () => {
  test("[US1] are those who wrote, page by page, those who were seen last first, or by a part of their id", async () => {
    await using world = await openWorld();
    const { edge, comment, list, member, path } = world;
    for (const id of ["ada", "grace", "barbara", "gracie"]) {
      edge.advance(1_000);
      await comment(id, "Hello");
    }
    const first = await list("?limit=3");
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(["gracie", "barbara", "grace"]);
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ data: [{ id: "ada" }], nextCursor: null });
    const reverse = await list("?limit=3&direction=asc");
    expect(reverse.data.map(({ id }: { id: string }) => id)).toEqual(["ada", "grace", "barbara"]);
    const found = await list("?limit=1&search=RAC");
    expect(found.data).toMatchObject([{ id: "gracie" }]);
    expect((await list(`?limit=1&search=RAC&cursor=${found.nextCursor}`)).data).toMatchObject([{ id: "grace" }]);
    const foreign = await member.call("GET", `${path}/users?cursor=${found.nextCursor}`);
    expect([foreign.status, foreign.body.error]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
  });

  test("are shown with their threads", async () => {
    await using world = await openWorld();
    const { comment, rest, member, path } = world;
    const own = await comment("ada", "The engine");
    const other = await comment("grace", "A bug", "ada");
    await rest("POST", `/v2/rooms/r/threads/${other.id}/comments`, { userId: "grace", body: saying("A moth") });
    await comment("grace", "Nothing for Ada");
    const { body } = await member.call("GET", `${path}/users/ada`);
    expect(body).toEqual({
      id: "ada",
      seen: { firstAt: expect.any(String), lastAt: expect.any(String) },
      name: null,
      avatar: null,
      color: null,
      connected: false,
      connectedRooms: [],
      visitedRooms: [],
      erasure: null,
    });
    const threads = await member.call("GET", `${path}/users/ada/threads`);
    expect(threads.body.data.toSorted((one: any, two: any) => one.comments - two.comments)).toMatchObject([
      { id: own.id, roomId: "r", comments: 1, ownComments: 1, excerpt: "The engine", resolved: false },
      { id: other.id, comments: 2, ownComments: 0, excerpt: "A bug@ada" },
    ]);
    expect((await member.call("GET", `${path}/users/nobody`)).body).toMatchObject({ seen: null, erasure: null });
  });
});

describe("a user who is in a room", () => {
  test("is shown as connected, and with the time of the last visit after leaving", async () => {
    await using world = await openWorld();
    const { edge, comment, member, path } = world;
    for (const id of ["ada", "grace"]) await comment(id, "Hello");
    const room = { project: path.split("/").at(-1) as ProjectId, room: "r" as RoomId };
    await edge.enter(room, "ada");
    expect((await member.call("GET", `${path}/users/ada`)).body).toMatchObject({ id: "ada", connected: true });
    expect((await member.call("GET", `${path}/users/grace`)).body).toMatchObject({ id: "grace", connected: false });
    const { data } = await world.list();
    expect(data.map(({ id, connected }: { id: string; connected: boolean }) => [id, connected]).toSorted()).toEqual([
      ["ada", true],
      ["grace", false],
    ]);
  });
});

describe("users who are in rooms", () => {
  test("[US6] are shown with the profile of their last token, their connections and rooms, and found by their name", async () => {
    await using world = await openWorld();
    const { edge, owner, comment, list, member, path, rest } = world;
    await rest("POST", "/v2/rooms", { id: "other", defaultAccesses: ["room:write"] });
    const project = path.split("/").at(-1) as ProjectId;
    const info = { name: "Ada Lovelace", avatar: "https://example.com/ada.png", color: "#c0ffee", team: "engines" };
    for (const room of ["r", "other", "r"]) await edge.enter({ project, room: room as RoomId }, "u-1", { info });
    await edge.enter({ project, room: "r" as RoomId }, "u-2");
    await comment("u-3", "Hello");
    const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id).toSorted();
    expect(await idsOf("?connected")).toEqual(["u-1", "u-2"]);
    expect(await idsOf("?connected&search=U-2")).toEqual(["u-2"]);
    expect(await idsOf("?search=lovelace")).toEqual(["u-1"]);
    expect((await list("?search=u-1")).data).toMatchObject([
      { name: "Ada Lovelace", color: "#c0ffee", connected: true, connections: 3, connectedRooms: 2 },
    ]);
    const first = await list("?connected&limit=1");
    const second = await list(`?connected&limit=1&cursor=${first.nextCursor}`);
    expect(new Set([first.data[0].id, second.data[0].id])).toEqual(new Set(["u-1", "u-2"]));
    const { body } = await member.call("GET", `${path}/users/u-1`);
    expect(body).toMatchObject({
      name: "Ada Lovelace",
      avatar: "https://example.com/ada.png",
      connected: true,
      connectedRooms: [
        { roomId: "r", connections: 2 },
        { roomId: "other", connections: 1 },
      ],
    });
    expect(JSON.stringify(body)).not.toContain("engines");

    await owner.call("POST", `${path}/users/u-1/erase`, { userId: "u-1" });
    await edge.eraseUsers();
    edge.advance(limits.erasureDelayMs);
    await edge.eraseUsers();
    const erased = (await member.call("GET", `${path}/users/u-1`)).body;
    expect(erased).toMatchObject({ name: null, avatar: null, color: null, seen: null });
  });
});

describe("erasing a user", () => {
  test("[US2] is for owners who type the id, once at a time, and the audit log does not name the user", async () => {
    await using world = await openWorld();
    const { owner, member, path, team, comment } = world;
    await comment("ada", "Hello");
    const erase = `${path}/users/ada/erase`;
    expect((await member.call("POST", erase, { userId: "ada" })).status).toBe(403);
    expect((await owner.call("POST", erase, { userId: "ida" })).body.error).toBe("CONFLICT");
    const { body: asked } = await owner.call("POST", erase, { userId: "ada" });
    expect(asked).toMatchObject({ userId: "ada", state: "waiting", stepsDone: 0, failure: null });
    expect((await owner.call("POST", erase, { userId: "ada" })).status).toBe(409);
    expect((await member.call("GET", `${path}/users/ada`)).body.erasure).toMatchObject({ id: asked.id });
    const { body: audit } = await owner.call("GET", `/internal/teams/${team}/audit-log`);
    expect(audit.data[0]).toMatchObject({ action: "project.userErased", target: { name: "Board" } });
    expect(JSON.stringify(audit.data)).not.toContain('ada"');
  });

  test("[US3] [US4] takes every step twice, and leaves what others wrote", async () => {
    await using world = await openWorld();
    const { edge, owner, path, rest, comment, list } = world;
    await rest("POST", "/v2/rooms/r", { usersAccesses: { ada: ["room:write"], grace: ["room:read"] } });
    await rest("POST", "/v2/groups", { id: "g", memberIds: ["ada", "grace"] });
    const thread = await comment("grace", "Hello", "ada");
    const alone = await comment("ada", "Of my own");
    await rest("POST", `/v2/rooms/r/threads/${thread.id}/comments/${thread.comments[0].id}/add-reaction`, {
      userId: "ada",
      emoji: "👍",
    });
    const { body: asked } = await owner.call("POST", `${path}/users/ada/erase`, { userId: "ada" });
    expect(await edge.eraseUsers()).toBe(true);
    const erasure = async () => (await owner.call("GET", `${path}/user-erasures/${asked.id}`)).body;
    const half = await erasure();
    expect(half).toMatchObject({ state: "running", isCheckedAgain: true, userId: "ada" });
    expect(half.stepsDone * 2).toBe(half.stepsTotal);
    // What comes in between is erased, too.
    const late = await comment("ada", "One more thing");
    expect(await edge.eraseUsers()).toBe(false);
    edge.advance(limits.erasureDelayMs);
    expect(await edge.eraseUsers()).toBe(true);
    const done = await erasure();
    expect(done).toMatchObject({ state: "done", userId: null, stepsDone: expect.any(Number) });
    expect((await owner.call("GET", `${path}/user-erasures`)).body).toEqual([done]);

    const threads = await rest("GET", "/v2/rooms/r/threads");
    expect(threads.data.map(({ id }: { id: string }) => id)).toEqual([thread.id]);
    expect([alone.id, late.id]).not.toContain(thread.id);
    expect(threads.data[0].comments).toMatchObject([{ userId: "grace", reactions: [] }]);
    expect(JSON.stringify(threads)).not.toContain('"ada"');
    expect(JSON.stringify(threads)).toContain("erased-user-");
    expect(await rest("GET", "/v2/rooms/r")).toMatchObject({ usersAccesses: { grace: ["room:read"] } });
    expect((await rest("GET", "/v2/groups/g")).members).toMatchObject([{ id: "grace" }]);
    expect((await list()).data.map(({ id }: { id: string }) => id)).toEqual(["grace"]);
  });

  test("[US3] that fails again and again is given up, says so, and can be asked for again", async () => {
    await using world = await openWorld();
    const { edge, owner, path, comment } = world;
    await comment("ada", "Hello");
    const broken = vi.spyOn(edge.services.threads, "eraseUser");
    broken.mockRejectedValue(new Error("The disk is on fire."));
    const { body: asked } = await owner.call("POST", `${path}/users/ada/erase`, { userId: "ada" });
    for (let attempt = 1; attempt <= limits.userErasureAttempts; attempt++) {
      expect(await edge.eraseUsers()).toBe(true);
      edge.advance(limits.jobRetryMaxMs);
    }
    const failed = await owner.call("GET", `${path}/user-erasures/${asked.id}`);
    expect(failed.body).toMatchObject({ state: "failed", userId: "ada", failure: expect.stringContaining("10 times") });
    broken.mockRestore();
    expect((await owner.call("POST", `${path}/users/ada/erase`, { userId: "ada" })).status).toBe(200);
    await edge.eraseUsers();
    edge.advance(limits.erasureDelayMs);
    await edge.eraseUsers();
    // No record names the user, that of the failure included.
    expect((await owner.call("GET", `${path}/user-erasures`)).body).toMatchObject([
      { state: "done", userId: null },
      { state: "failed", userId: null },
    ]);
  });

  test("[US5] leaves Storage and metadata as they are: they are the application's", async () => {
    await using world = await openWorld();
    const { edge, owner, path, rest } = world;
    await rest("POST", "/v2/rooms/r", { metadata: { owner: "ada" } });
    await owner.call("POST", `${path}/users/ada/erase`, { userId: "ada" });
    await edge.eraseUsers();
    edge.advance(limits.erasureDelayMs);
    await edge.eraseUsers();
    expect(await rest("GET", "/v2/rooms/r")).toMatchObject({ metadata: { owner: "ada" } });
  });
});
