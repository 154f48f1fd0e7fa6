/** What owners do with a project as a whole: list origins, transfer it, export it, delete it. */
import { unzip } from "@weft/collab/suites/unzip.ts";
import { limits, WeftError } from "@weft/protocol";
import type { ProjectId, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { Doc, encodeStateAsUpdate } from "yjs";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { SignedIn, TestEdgeOptions } from "../testing/test-edge.ts";

async function teamOf(person: SignedIn): Promise<string> {
  return (await person.call("GET", "/internal/me")).body.teams[0].id;
}

/** An owner with a project, a member of the same team, and an owner of another team. */
async function openWorld({ type = "prod", ...options }: TestEdgeOptions & { type?: "dev" | "prod" } = {}) {
  const edge = await openTestEdge(options);
  const ada = await edge.signUp({ teamName: "Engines" });
  const ben = await edge.signUp({ teamName: "Looms" });
  const team = await teamOf(ada);
  const made = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "Board", type });
  const { _id: project, publicKey, secretKey } = made.body as Record<"_id" | "publicKey" | "secretKey", string>;
  const path = `/internal/projects/${project}`;
  const join = async (person: SignedIn, owner: SignedIn, into: string, role: "member" | "owner") => {
    const invited = { emails: [person.email], role };
    const { body } = await owner.call("POST", `/internal/teams/${into}/invitations`, invited);
    await person.call("POST", `/internal/invitations/${String(body[0].link).split("/").at(-1)}/accept`);
  };
  return {
    edge,
    ada,
    ben,
    team,
    project,
    publicKey,
    path,
    join,
    rest: (method: string, url: string, body?: unknown) =>
      edge.call(method, url, body, { authorization: `Bearer ${secretKey}` }),
    audit: async (owner: SignedIn, of: string) =>
      (await owner.call("GET", `/internal/teams/${of}/audit-log`)).body.data as {
        action: string;
        actor: { email: string } | null;
        target: { name: string };
      }[],
    [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose](),
  };
}

describe("allowed origins", () => {
  test("are named by a member, kept as browsers spell them, and refused by their line", async () => {
    await using world = await openWorld();
    const { ada, path } = world;
    expect((await ada.call("GET", path)).body.allowedOrigins).toEqual([]);
    const allowedOrigins = ["https://Example.com/", "https://example.com", "http://*.localhost:3000"];
    const saved = await ada.call("PATCH", path, { allowedOrigins });
    expect(saved.body.allowedOrigins).toEqual(["https://example.com", "http://*.localhost:3000"]);
    const refused = await ada.call("PATCH", path, { allowedOrigins: ["https://example.com", "example.com"] });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining("'allowedOrigins.1': must be a scheme, a host"),
    ]);
    const many = Array.from({ length: limits.originsPerProject + 1 }, (_, n) => `https://${n}.example`);
    expect((await ada.call("PATCH", path, { allowedOrigins: many })).status).toBe(422);
    expect((await ada.call("GET", path)).body.allowedOrigins).toHaveLength(2);
  });

  test("[AK9] limit the client API and public rooms to their pages, and do not affect servers and tokens", async () => {
    await using world = await openWorld();
    const { edge, ada, path, publicKey, rest } = world;
    await rest("POST", "/v2/rooms", { id: "open", defaultAccesses: ["room:write"] });
    await ada.call("PATCH", path, { allowedOrigins: ["https://example.com"] });
    const asPage = (origin?: string) => ({
      authorization: `Bearer ${publicKey}`,
      ...(origin === undefined ? {} : { origin }),
    });
    const url = "/v2/c/rooms/open/storage";
    expect((await edge.call("GET", url, undefined, asPage("https://example.com"))).status).toBe(200);
    expect((await edge.call("GET", url, undefined, asPage())).status).toBe(200);
    const refused = await edge.call("GET", url, undefined, asPage("https://evil.test"));
    expect([refused.status, refused.body.error]).toEqual([403, "ORIGIN_NOT_ALLOWED"]);
    // The page may read why.
    expect(refused.headers["access-control-allow-origin"]).toBe("https://evil.test");

    const enter = (origin: string) =>
      edge.call("POST", "/v2/rooms/open/public/authorize", { publicApiKey: publicKey }, { origin });
    expect((await enter("https://evil.test")).body.error).toBe("ORIGIN_NOT_ALLOWED");
    const { token } = (await enter("https://example.com")).body;
    const withToken = { authorization: `Bearer ${token}`, origin: "https://evil.test" };
    expect((await edge.call("GET", url, undefined, withToken)).status).toBe(200);
  });
});

describe("a transfer", () => {
  test("[AK10] moves a project to another team of its owner, with its keys, and is in both audit logs", async () => {
    await using world = await openWorld();
    const { ada, ben, team, project, path, join, rest, audit } = world;
    const looms = await teamOf(ben);
    const transfer = (to: string) => ada.call("POST", `${path}/transfer`, { teamId: to });
    expect((await transfer(looms)).status).toBe(404);
    await join(ada, ben, looms, "member");
    expect((await transfer(looms)).status).toBe(403);
    const { body: members } = await ben.call("GET", `/internal/teams/${looms}/members`);
    expect(members).toHaveLength(2);
    await ben.call("PATCH", `/internal/teams/${looms}/members/${ada.id}`, { role: "owner" });
    expect((await transfer(team)).status).toBe(409);
    expect((await transfer(looms)).body).toMatchObject({ id: project, teamId: looms });

    expect((await rest("GET", "/v2/rooms")).status).toBe(200);
    expect((await ben.call("GET", path)).body).toMatchObject({ teamId: looms });
    expect((await ada.call("GET", `/internal/teams/${team}/projects`)).body).toEqual([]);
    expect((await audit(ada, team))[0]).toMatchObject({
      action: "project.transferredOut",
      actor: { email: ada.email },
      target: { id: project, name: "Board (to Looms)" },
    });
    expect((await audit(ben, looms))[0]).toMatchObject({
      action: "project.transferredIn",
      target: { name: "Board (from Engines)" },
    });
  });

  test("that began before another user closed the project changes nothing", async () => {
    await using world = await openWorld();
    const { edge, ada, ben, team, project, path, join } = world;
    const looms = await teamOf(ben);
    await join(ada, ben, looms, "owner");
    const { projects } = edge.services.site;
    const transfer = projects.transferProject.bind(projects);
    projects.transferProject = async (...asked) => {
      await projects.closeProject(project as never, edge.services.site.now() + 1_000);
      return transfer(...asked);
    };
    expect((await ada.call("POST", `${path}/transfer`, { teamId: looms })).status).toBe(409);
    expect((await ada.call("GET", path)).body.teamId).toBe(team);
  });

  test("is for owners", async () => {
    await using world = await openWorld();
    const { ada, ben, team, path, join } = world;
    await join(ben, ada, team, "member");
    const reply = await ben.call("POST", `${path}/transfer`, { teamId: await teamOf(ben) });
    expect(reply.status).toBe(403);
  });
});

describe("a deletion", () => {
  test("of a development project is done at once", async () => {
    await using world = await openWorld({ type: "dev" });
    const { ada, path, rest } = world;
    await rest("POST", "/v2/rooms", { id: "room", defaultAccesses: [] });
    expect((await ada.call("DELETE", path, { displayName: "Another" })).status).toBe(409);
    expect((await ada.call("DELETE", path, { displayName: "Board" })).status).toBe(200);
    expect((await ada.call("GET", path)).status).toBe(404);
    expect((await rest("GET", "/v2/rooms")).body.error).toBe("INVALID_SECRET_KEY");
  });

  test("[AK8] of a production project closes it, is shown to the team, and can be undone with everything there", async () => {
    await using world = await openWorld();
    const { edge, ada, team, path, rest, audit } = world;
    await rest("POST", "/v2/rooms", { id: "room", defaultAccesses: [] });
    expect((await ada.call("DELETE", path, { displayName: "Board" })).status).toBe(200);
    const deletesAt = new Date(1_700_000_000_000 + limits.projectGraceMs).toISOString();
    expect((await ada.call("GET", path)).body.deletesAt).toBe(deletesAt);
    expect((await ada.call("GET", `/internal/teams/${team}/projects`)).body).toMatchObject([{ deletesAt }]);
    expect((await rest("GET", "/v2/rooms")).body).toMatchObject({
      error: "PROJECT_CLOSED",
      message: "The project is being deleted.",
    });
    // Its team may look, and change nothing.
    expect((await ada.call("GET", `${path}/api/rooms/room`)).status).toBe(200);
    expect((await ada.call("DELETE", `${path}/api/rooms/room`)).body.error).toBe("PROJECT_CLOSED");
    expect((await ada.call("DELETE", path, { displayName: "Board" })).status).toBe(409);
    expect((await ada.call("POST", `${path}/transfer`, { teamId: team })).status).toBe(409);

    edge.advance(limits.projectGraceMs - 1);
    await edge.services.site.deleteDueProjects(new AbortController().signal);
    expect((await ada.call("POST", `${path}/restore`)).body).toMatchObject({ deletesAt: null });
    expect((await ada.call("POST", `${path}/restore`)).status).toBe(409);
    expect((await rest("GET", "/v2/rooms/room")).status).toBe(200);
    expect((await audit(ada, team)).map(({ action }) => action).slice(0, 2)).toEqual([
      "project.restored",
      "project.closed",
    ]);
  });

  test("[AK8] is carried out when the grace period is over, and logged as the server's own action", async () => {
    await using world = await openWorld();
    const { edge, ada, team, project, path, rest, audit } = world;
    await rest("POST", "/v2/rooms", { id: "room", defaultAccesses: [] });
    await ada.call("DELETE", path, { displayName: "Board" });
    edge.advance(limits.projectGraceMs);
    expect((await ada.call("POST", `${path}/restore`)).status).toBe(409);
    await edge.services.site.deleteDueProjects(new AbortController().signal);
    expect((await ada.call("GET", path)).status).toBe(404);
    expect(await edge.services.rooms.find(project as never, "room")).toBeUndefined();
    expect((await audit(ada, team))[0]).toMatchObject({ action: "project.deleted", actor: null });
  });

  test("[TM2] is in the audit log as its owner's, even when a crash cuts it short", async () => {
    await using world = await openWorld({ type: "dev" });
    const { edge, ada, team, path, rest, audit } = world;
    await rest("POST", "/v2/rooms", { id: "room", defaultAccesses: [] });
    edge.services.rooms.delete = () => Promise.reject(new Error("The server died."));
    expect((await ada.call("DELETE", path, { displayName: "Board" })).status).toBe(500);
    expect((await rest("GET", "/v2/rooms")).body.error).toBe("PROJECT_CLOSED");
    expect((await audit(ada, team))[0]).toMatchObject({ action: "project.deleted", actor: { email: ada.email } });
  });

  test("that fails delays no other one", async () => {
    await using world = await openWorld({ type: "dev" });
    const { edge, ada, team, project, path, rest } = world;
    await rest("POST", "/v2/rooms", { id: "stuck", defaultAccesses: [] });
    const { body } = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "Two" });
    const { site, rooms } = edge.services;
    for (const id of [project, body._id]) await site.projects.closeProject(id, site.now());
    const remove = rooms.delete.bind(rooms);
    rooms.delete = () => Promise.reject(new Error("The disk is on fire."));
    await expect(site.deleteDueProjects(new AbortController().signal)).rejects.toThrow("on fire");
    expect((await ada.call("GET", `/internal/projects/${body._id}`)).status).toBe(404);
    rooms.delete = remove;
    await site.deleteDueProjects(new AbortController().signal);
    expect((await ada.call("GET", path)).status).toBe(404);
  });

  test("that a crash interrupted continues by itself", async () => {
    await using world = await openWorld({ type: "dev" });
    const { edge, ada, project, path } = world;
    // What is written first, and nothing after it.
    await edge.services.site.projects.closeProject(project as never, edge.services.site.now());
    await edge.services.site.deleteDueProjects(new AbortController().signal);
    expect((await ada.call("GET", path)).status).toBe(404);
  });
});

describe("an export", () => {
  /** The files of an archive, as JSON where they are; of folders' names, what can be foreseen. */
  async function contentOf(archive: Buffer): Promise<Record<string, unknown>> {
    const files: Record<string, unknown> = {};
    for (const [path, content] of await unzip(archive))
      files[path.replace(/-[\da-f]{12}\//, "/")] = path.endsWith(".json")
        ? JSON.parse(content.toString())
        : content.toString();
    return files;
  }

  test("[EX2] holds every room with all that is in it, is mailed and downloaded by members alone, and ends", async () => {
    await using world = await openWorld();
    const { edge, ada, ben, team, project, path, rest, audit } = world;
    for (const id of ["a", "b/../ö"])
      await rest("POST", "/v2/rooms", { id, defaultAccesses: [], metadata: { of: id } });
    await rest("POST", "/v2/rooms/a/storage", { liveblocksType: "LiveObject", data: { n: 1 } });
    const source = new Doc();
    source.getText("text").insert(0, "Hello");
    const update = Buffer.from(encodeStateAsUpdate(source));
    await edge.gateway.updateDocument({ project: project as never, room: "a" as RoomId }, undefined, update, false);
    const { body: version } = await rest("POST", "/v2/rooms/a/versions");

    const asked = await ada.call("POST", `${path}/exports`);
    expect(asked.body).toMatchObject({ state: "waiting", requestedBy: expect.stringContaining("Ada") });
    expect((await ada.call("POST", `${path}/exports`)).status).toBe(409);
    const file = `${path}/exports/${asked.body.id}/file`;
    expect((await ada.call("GET", file)).status).toBe(404);
    expect(await edge.makeExports()).toBe(true);
    expect(await edge.makeExports()).toBe(false);

    const [shown] = (await ada.call("GET", `${path}/exports`)).body;
    expect(shown).toMatchObject({ state: "done", roomsDone: 2, roomsTotal: 2, failure: null });
    const page = `https://weft.test/dashboard/${team}/projects/${project}/settings?export=${asked.body.id}`;
    expect((await edge.mails())[0]).toMatchObject({ to: ada.email, text: expect.stringContaining(page) });

    const download = await ada.call("GET", file);
    expect(download.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="Board-2023-11-14.zip"',
      "content-length": String(shown.sizeBytes),
      "cache-control": "no-store",
    });
    const files = await contentOf(Buffer.from(download.bytes));
    expect(Object.keys(files).toSorted()).toEqual([
      "export.json",
      "rooms/a/document.bin",
      "rooms/a/document.json",
      "rooms/a/room.json",
      "rooms/a/storage.json",
      "rooms/a/versions.json",
      "rooms/b-/room.json",
    ]);
    expect(files).toMatchObject({
      "export.json": { format: 1, project: { id: project, name: "Board" }, rooms: 2, incompleteRooms: 0 },
      "rooms/a/room.json": { id: "a", metadata: { of: "a" }, defaultAccesses: [] },
      "rooms/a/storage.json": { liveblocksType: "LiveObject", data: { n: 1 } },
      "rooms/a/document.bin": update.toString(),
      "rooms/a/versions.json": [{ id: version.data?.id ?? expect.any(String) }],
      "rooms/b-/room.json": { id: "b/../ö" },
    });

    expect((await edge.call("GET", file, undefined, {})).status).toBe(401);
    expect((await ben.call("GET", file)).status).toBe(404);
    expect((await audit(ada, team)).map(({ action }) => action).slice(0, 2)).toEqual([
      "project.exportDownloaded",
      "project.exportRequested",
    ]);

    edge.advance(limits.exportLifetimeMs);
    expect((await ada.call("GET", file)).status).toBe(404);
    await edge.services.site.exports.sweep();
    expect((await ada.call("GET", `${path}/exports`)).body).toEqual([]);
  });

  test("[EX2] holds threads, feeds, inboxes, settings, groups and webhook endpoints, without secrets", async () => {
    await using world = await openWorld();
    const { edge, ada, path, project, rest } = world;
    const done = async (method: string, url: string, body?: unknown) => {
      const reply = await rest(method, url, body);
      expect(reply.status, `${method} ${url}: ${reply.text}`).toBeLessThan(300);
      return reply.body;
    };
    await done("POST", "/v2/rooms", { id: "a", defaultAccesses: [] });
    const body = { version: 1, content: [{ type: "paragraph", children: [{ text: "A moth" }] }] };
    const thread = await done("POST", "/v2/rooms/a/threads", { comment: { userId: "grace", body } });
    await done("POST", `/v2/rooms/a/threads/${thread.id}/comments`, { userId: "barbara", body });
    await done("POST", "/v2/rooms/a/users/grace/subscription-settings", { threads: "all" });
    await done("POST", "/v2/rooms/a/feeds", { feedId: "log" });
    await done("POST", "/v2/rooms/a/feeds/log/messages", { id: "m1", data: { relay: 70 } });
    await done("POST", "/v2/groups", { id: "engineers", memberIds: ["grace"] });
    await done("POST", "/v2/users/grace/notification-settings", { email: { thread: false } });
    await done("POST", "/v2/inbox-notifications/trigger", {
      userId: "grace",
      kind: "$task",
      subjectId: "task 9",
      activityData: { title: "Find it" },
    });
    const program = { team: world.team, token: { id: "mt_1", name: "Terraform" }, address: "127.0.0.1" };
    const { secret } = await edge.services.managedWebhooks.create(program, project as ProjectId, {
      url: "https://example.com/hook",
      subscribedEvents: ["roomCreated"],
      additionalHeaders: { "x-of": "the receiver alone" },
    });
    await ada.call("GET", `${path}/users`);

    const asked = await ada.call("POST", `${path}/exports`);
    await edge.makeExports();
    const download = await ada.call("GET", `${path}/exports/${asked.body.id}/file`);
    const files = await contentOf(Buffer.from(download.bytes));
    expect(files).toMatchObject({
      "rooms/a/threads/0001.json": [{ id: thread.id, comments: [{ userId: "grace", body }, { userId: "barbara" }] }],
      "rooms/a/subscriptions/0001.json": [{ threadId: thread.id, userId: "barbara" }, { userId: "grace" }],
      "rooms/a/subscription-settings.json": [{ userId: "grace", threads: "all", textMentions: "mine" }],
      "rooms/a/feeds/0001.json": [{ feedId: "log" }],
      "rooms/a/feed-messages/0001.json": [{ feedId: "log", id: "m1", data: { relay: 70 } }],
      "groups/0001.json": [{ id: "engineers", members: [{ id: "grace" }] }],
      "notification-settings/0001.json": [{ userId: "grace", settings: { email: [["thread", false]] } }],
      "inbox-notifications/0001.json": expect.arrayContaining([
        expect.objectContaining({ userId: "grace", kind: "$task", subjectId: "task 9" }),
        expect.objectContaining({ userId: "grace", kind: "thread", threadId: thread.id }),
      ]),
      "webhooks.json": [{ url: "https://example.com/hook", headerNames: ["x-of"] }],
      "users/0001.json": expect.arrayContaining([expect.objectContaining({ id: "grace" })]),
    });
    const written = JSON.stringify(files);
    for (const secrets of [secret!.value, "the receiver alone"]) expect(written).not.toContain(secrets);
  });

  test("is asked for by owners, and downloaded by members", async () => {
    await using world = await openWorld();
    const { edge, ada, ben, team, path, join } = world;
    await join(ben, ada, team, "member");
    expect((await ben.call("POST", `${path}/exports`)).status).toBe(403);
    const { body } = await ada.call("POST", `${path}/exports`);
    await edge.makeExports();
    expect((await ben.call("GET", `${path}/exports/${body.id}/file`)).status).toBe(200);
  });

  test("[EX2] is downloaded whatever its project is called", async () => {
    await using world = await openWorld();
    const { edge, ada, path } = world;
    const { body } = await ada.call("POST", `${path}/exports`);
    await edge.makeExports();
    for (const [displayName, file] of [
      // Letters that count as s and k where case does not, and that no header may hold.
      ["Gewebe \u017Ft\u212A", "Gewebe-t-2023-11-14.zip"],
      ["a b.c", "a-b-c-2023-11-14.zip"],
      ["\u7E54\u7269", "project-2023-11-14.zip"],
    ]) {
      expect((await ada.call("PATCH", path, { displayName })).status).toBe(200);
      const { status, headers } = await ada.call("GET", `${path}/exports/${body.id}/file`);
      expect([status, headers["content-disposition"]]).toEqual([200, `attachment; filename="${file}"`]);
    }
  });

  test("[EX1] that crashes its processes is given up, too", async () => {
    await using world = await openWorld();
    const { edge, ada, path, rest } = world;
    await rest("POST", "/v2/rooms", { id: "deadly", defaultAccesses: [] });
    await ada.call("POST", `${path}/exports`);
    let died = 0;
    edge.gateway.documentState = () => {
      died++;
      return new Promise(() => {});
    };
    for (let attempt = 1; attempt <= limits.exportAttempts; attempt++) {
      void edge.makeExports();
      await expect.poll(() => died).toBe(attempt);
      edge.advance(limits.exportLeaseMs);
    }
    expect(await edge.makeExports()).toBe(true);
    const [shown] = (await ada.call("GET", `${path}/exports`)).body;
    expect(shown).toMatchObject({ state: "failed", failure: expect.stringContaining("failed 3 times") });
    expect(died).toBe(limits.exportAttempts);
  });

  test("[TM2] is asked for together with its entry in the audit log", async () => {
    await using world = await openWorld();
    const { edge, ada, path } = world;
    edge.services.site.teams.note = () => Promise.reject(new Error("The server died."));
    expect((await ada.call("POST", `${path}/exports`)).status).toBe(200);
    expect((await world.audit(ada, world.team))[0]).toMatchObject({
      action: "project.exportRequested",
      actor: { email: ada.email },
      target: { name: "Board" },
    });
    expect((await ada.call("POST", `${path}/exports`)).status).toBe(409);
    expect((await world.audit(ada, world.team))[1]?.action).not.toBe("project.exportRequested");
  });

  test("[EX2] names what cannot be read, after it was tried again", async () => {
    await using world = await openWorld();
    const { edge, ada, path, rest } = world;
    await rest("POST", "/v2/rooms", { id: "broken", defaultAccesses: [] });
    edge.gateway.documentState = async () => {
      throw new WeftError("SERVICE_UNAVAILABLE", { message: "The document cannot be read." });
    };
    const { body } = await ada.call("POST", `${path}/exports`);
    for (let attempt = 1; attempt < limits.exportAttempts; attempt++) {
      await edge.makeExports();
      expect((await ada.call("GET", `${path}/exports`)).body[0]).toMatchObject({ state: "running" });
      edge.advance(60_000);
    }
    await edge.makeExports();
    const download = await ada.call("GET", `${path}/exports/${body.id}/file`);
    expect(await contentOf(Buffer.from(download.bytes))).toMatchObject({
      "export.json": { rooms: 1, incompleteRooms: 1 },
      "rooms/broken/missing.txt": "document.bin: The document cannot be read.\n",
    });
  });

  test("[EX1] that fails repeatedly is given up, and reports it", async () => {
    await using world = await openWorld();
    const { edge, ada, path, rest } = world;
    await rest("POST", "/v2/rooms", { id: "broken", defaultAccesses: [] });
    edge.gateway.documentState = async () => {
      throw new Error("The disk is on fire.");
    };
    const { body } = await ada.call("POST", `${path}/exports`);
    for (let attempt = 1; attempt <= limits.exportAttempts; attempt++) {
      expect(await edge.makeExports()).toBe(true);
      expect(await edge.makeExports()).toBe(false);
      edge.advance(60_000);
    }
    const [shown] = (await ada.call("GET", `${path}/exports`)).body;
    expect(shown).toMatchObject({ id: body.id, state: "failed", failure: expect.stringContaining("failed 3 times") });
    expect((await edge.mails())[0]!.subject).toBe("Your export of Board failed");
    expect((await ada.call("POST", `${path}/exports`)).status).toBe(200);
  });

  test("[EX1] is released by a server that stops, and started over by one that takes over from another", async () => {
    await using world = await openWorld();
    const { edge, ada, path, rest } = world;
    await rest("POST", "/v2/rooms", { id: "room", defaultAccesses: [] });
    await ada.call("POST", `${path}/exports`);
    const stopped = new AbortController();
    stopped.abort();
    expect(await edge.makeExports(stopped.signal)).toBe(false);

    // A process claimed it and died: no other one may have it until the lease has ended.
    const state = edge.gateway.documentState.bind(edge.gateway);
    edge.gateway.documentState = () => new Promise(() => {});
    void edge.makeExports();
    await expect.poll(async () => (await ada.call("GET", `${path}/exports`)).body[0].state).toBe("running");
    edge.gateway.documentState = state;
    expect(await edge.makeExports()).toBe(false);
    edge.advance(limits.exportLeaseMs);
    expect(await edge.makeExports()).toBe(true);
    expect((await ada.call("GET", `${path}/exports`)).body).toMatchObject([{ state: "done", roomsDone: 1 }]);
  });
});

test("the site shows the limits that the operator has set", async () => {
  await using edge = await openTestEdge({ limits: { secretKeysPerProject: 2 } });
  const { body } = await edge.call("GET", "/internal/config", undefined, fromSite);
  expect(body.limits).toMatchObject({ secretKeysPerProject: 2, teamNameLength: limits.teamNameLength });
});
