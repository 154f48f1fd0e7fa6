import type { RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";
import type { SignedIn, TestEdge } from "../testing/test-edge.ts";

async function teamOf(person: SignedIn): Promise<string> {
  const { status, body } = await person.call("GET", "/internal/me");
  expect(status).toBe(200);
  return body.teams[0].id;
}

async function invite(edge: TestEdge, owner: SignedIn, team: string, email: string, role = "member") {
  const reply = await owner.call("POST", `/internal/teams/${team}/invitations`, { emails: [email], role });
  const { link } = reply.body[0] as { link: string };
  expect((await edge.mails())[0]).toMatchObject({ to: email, text: expect.stringContaining(link) });
  return link.split("/").at(-1)!;
}

const actions = async (owner: SignedIn, team: string) => {
  const { body } = await owner.call("GET", `/internal/teams/${team}/audit-log`);
  return (body.data as { action: string }[]).map(({ action }) => action);
};

describe("a team", () => {
  test("is created, renamed, and deleted once it has no projects", async () => {
    await using edge = await openTestEdge();
    await edge.signUp();
    const ada = await edge.signUp();
    const { body: made } = await ada.call("POST", "/internal/accounts", { name: " Acme (R-D) v1.0_x " });
    expect(made).toEqual({ id: expect.stringMatching(/^team_/), workosOrganizationId: made.id });
    expect((await ada.call("PATCH", `/internal/teams/${made.id}`, { name: "Équipe 日本" })).body).toMatchObject({
      name: "Équipe 日本",
      role: "owner",
      members: 1,
    });
    const { body: project } = await ada.call("POST", `/internal/accounts/${made.id}/projects`, { displayName: "One" });
    expect((await ada.call("DELETE", `/internal/teams/${made.id}`)).body.error).toBe("CONFLICT");
    await ada.call("DELETE", `/internal/projects/${project._id}`, { displayName: "One" });
    expect((await ada.call("DELETE", `/internal/teams/${made.id}`)).status).toBe(200);
    expect((await ada.call("GET", `/internal/teams/${made.id}`)).status).toBe(404);
  });

  test("has a time zone, which is UTC until an owner chooses an existing one", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines" });
    const url = `/internal/teams/${await teamOf(ada)}`;
    expect((await ada.call("GET", url)).body.timeZone).toBe("UTC");
    for (const timeZone of ["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC"]) {
      expect((await ada.call("PATCH", url, { timeZone })).body.timeZone).toBe(timeZone);
      expect((await ada.call("GET", url)).body).toMatchObject({ timeZone, name: "Engines" });
    }
    for (const timeZone of ["", "Berlin", "+02:00", "Europe/Berlin\n", null]) {
      const reply = await ada.call("PATCH", url, { timeZone });
      expect([reply.status, reply.body.error]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
    }
  });

  test.for([
    ["", "Team name is required"],
    ["   ", "Team name is required"],
    ["R&D", "Invalid characters"],
    ["a".repeat(65), "Team name must be at most 64 characters"],
  ])("is not called %j", async ([name, message]) => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp();
    const reply = await ada.call("POST", "/internal/accounts", { name });
    expect([reply.status, reply.body.message]).toEqual([422, `Value at key 'name': ${message}`]);
  });

  test("of the first account has the demo project, and no later one", async () => {
    await using edge = await openTestEdge();
    await edge.services.site.projects.ensureDemoProject();
    const ada = await edge.signUp();
    const bob = await edge.signUp({ teamName: "Bobs" });
    expect((await bob.call("GET", "/internal/projects/demo")).status).toBe(404);
    for (const name of ["First", "Second"]) {
      await ada.call("POST", "/internal/accounts", { name });
      edge.advance(1);
    }
    const { body } = await ada.call("GET", "/internal/accounts/summary");
    expect(body).toMatchObject([
      { name: "First", projects: [{ id: "demo" }] },
      { name: "Second", projects: [] },
    ]);
  });

  test("invites, lists and removes members", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines" });
    const bob = await edge.signUp({ firstName: "Bob" });
    const team = await teamOf(ada);
    const secret = await invite(edge, ada, team, bob.email);
    const { body: shown } = await edge.call("GET", `/internal/invitations/${secret}`, undefined, {});
    expect(shown).toMatchObject({ state: "open", teamName: "Engines", teamId: null, forYou: false });
    expect((await ada.call("GET", `/internal/teams/${team}/invitations`)).body).toMatchObject([{ email: bob.email }]);
    edge.advance(1);
    expect((await bob.call("POST", `/internal/invitations/${secret}/accept`)).body).toEqual({ teamId: team });
    const { body: members } = await ada.call("GET", `/internal/teams/${team}/members`);
    expect(members).toMatchObject([
      { userId: ada.id, role: "owner", lastActiveAt: expect.any(String) },
      { userId: bob.id, firstName: "Bob", role: "member" },
    ]);
    const last = await ada.call("POST", `/internal/teams/${team}/leave`);
    expect([last.status, last.body.message]).toEqual([409, "A team needs at least one owner."]);
    await ada.call("PATCH", `/internal/teams/${team}/members/${bob.id}`, { role: "owner" });
    expect((await ada.call("POST", `/internal/teams/${team}/leave`)).status).toBe(200);
    expect((await ada.call("GET", `/internal/teams/${team}`)).status).toBe(404);
    expect(await actions(bob, team)).toEqual([
      "member.left",
      "member.roleChanged",
      "member.joined",
      "member.invited",
      "team.created",
    ]);
  });

  test("sends no invitation by email to users who turned these emails off and whose address is confirmed", async () => {
    await using edge = await openTestEdge();
    // The first account of a server is confirmed, others are not.
    const [ada, bob] = [await edge.signUp(), await edge.signUp()];
    const owner = await edge.signUp({ teamName: "Engines" });
    const team = await teamOf(owner);
    for (const person of [ada, bob])
      await person.call("PATCH", "/internal/me", { preferences: { invitations: false } });
    await invite(edge, owner, team, bob.email);
    const sent = (await edge.mails()).length;
    const url = `/internal/teams/${team}/invitations`;
    const { body } = await owner.call("POST", url, { emails: [ada.email], role: "member" });
    expect(body[0]).toMatchObject({ outcome: "invited", link: expect.stringContaining("/accept-invitation/") });
    expect(await edge.mails()).toHaveLength(sent);
    expect((await ada.call("GET", "/internal/me")).body.invitations).toMatchObject([{ teamName: "Engines" }]);
  });

  test("cannot add text of its own to emails to strangers through its name", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Support\n\nYour account is locked.\u2028Sign in at www.evil.example" });
    await invite(edge, ada, await teamOf(ada), "bob@weft.test");
    const lines = (await edge.mails())[0]!.text.split(/[\n\r\u2028\u2029]+/);
    expect(lines[0]).toBe(
      "You've been invited to join the team “Support Your account is locked. Sign in at www.evil.example” on Weft.",
    );
    expect(lines).toHaveLength(4);
  });

  test("may invite a limited number of strangers a day", async () => {
    await using edge = await openTestEdge({ limits: { invitationsPerDay: 3 } });
    const ada = await edge.signUp({ teamName: "Engines" });
    const url = `/internal/teams/${await teamOf(ada)}/invitations`;
    const send = async (...names: string[]) =>
      (await ada.call("POST", url, { emails: names.map((name) => `${name}@weft.test`), role: "member" })).status;
    expect([await send("a", "b"), await send("c", "d"), await send("c"), await send("d")]).toEqual([
      200, 429, 200, 429,
    ]);
    edge.advance(86_400_000);
    expect(await send("d")).toBe(200);
  });

  test("revokes the invitations of a removed inviter (S9)", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines" });
    const bob = await edge.signUp();
    const cleo = await edge.signUp();
    const team = await teamOf(ada);
    await bob.call("POST", `/internal/invitations/${await invite(edge, ada, team, bob.email, "owner")}/accept`);
    const secret = await invite(edge, bob, team, cleo.email);
    const foreign = await ada.call("POST", `/internal/invitations/${secret}/accept`);
    expect([foreign.status, foreign.body.error]).toEqual([403, "FORBIDDEN"]);
    await ada.call("DELETE", `/internal/teams/${team}/members/${bob.id}`);
    const late = await cleo.call("POST", `/internal/invitations/${secret}/accept`);
    expect([late.status, late.body.error]).toEqual([409, "CONFLICT"]);
    expect((await cleo.call("GET", `/internal/teams/${team}`)).status).toBe(404);
  });
});

describe("a project", () => {
  test("is restricted to a region that the operator has configured, and to no other", async () => {
    await using edge = await openTestEdge({ regions: ["eu"] });
    const ada = await edge.signUp({ teamName: "Engines" });
    const team = await teamOf(ada);
    expect((await edge.call("GET", "/internal/config")).body).toMatchObject({ regions: ["eu"] });
    const create = (regionRestriction: string) =>
      ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One", regionRestriction });
    expect(await create("us")).toMatchObject({ status: 422 });
    const { status, body: made } = await create("eu");
    expect([status, made]).toEqual([200, expect.objectContaining({ regionRestriction: "eu" })]);
    expect((await ada.call("GET", `/internal/projects/${made._id}`)).body).toMatchObject({ regionRestriction: "eu" });
  });

  test("is created with its keys, renamed, and keeps its settings", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines" });
    const team = await teamOf(ada);
    const { body: made } = await ada.call("POST", `/internal/accounts/${team}/projects`, {
      displayName: "One",
      type: "prod",
    });
    expect(made).toMatchObject({
      type: "prod",
      regionRestriction: "none",
      secretKey: expect.stringMatching(/^sk_prod_/),
    });
    const bound = await ada.call("POST", `/internal/accounts/${team}/projects`, {
      displayName: "Two",
      regionRestriction: "eu",
    });
    expect(bound).toMatchObject({
      status: 422,
      body: { message: `Value at key 'regionRestriction': this server has no region "eu".` },
    });
    const url = `/internal/projects/${made._id}`;
    const change = { displayName: "Renamed", publicKeyCreatesRooms: true, versionCreationTimeout: 60 };
    expect((await ada.call("PATCH", url, change)).body).toMatchObject({ ...change, publicKey: made.publicKey });
    expect((await ada.call("PATCH", url, { versionCreationTimeout: 5 })).status).toBe(422);
    expect((await ada.call("GET", `/internal/teams/${team}/projects`)).body).toMatchObject([
      { displayName: "Renamed" },
    ]);
    expect((await edge.call("GET", "/v2/rooms", undefined, { authorization: `Bearer ${made.secretKey}` })).status).toBe(
      200,
    );
  });

  test("has keys that are created, rolled, renamed and revoked, each under its name", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines", firstName: "Ada", lastName: "Lovelace" });
    const team = await teamOf(ada);
    const { body: made } = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
    const url = `/internal/projects/${made._id}/keys`;
    const opens = async (key: string, headers = {}) =>
      (await edge.call("GET", "/v2/rooms", undefined, { authorization: `Bearer ${key}`, ...headers })).status === 200;

    const { body: second } = await ada.call("POST", url, { name: "Back end" });
    expect(second.key).toMatchObject({ kind: "secret", name: "Back end", key: null, createdBy: "Ada Lovelace" });
    expect(await opens(second.secret, { origin: "https://shop.test" })).toBe(true);
    const { body: rolled } = await ada.call("POST", `${url}/${second.key.id}/roll`, { graceMinutes: 0 });
    expect([await opens(second.secret), await opens(rolled.secret), await opens(made.secretKey)]).toEqual([
      false,
      true,
      true,
    ]);
    await ada.call("PATCH", `${url}/${rolled.key.id}`, { name: "Workers" });
    const { body: keys } = await ada.call("GET", url);
    expect(keys.map(({ name }: { name: string }) => name).sort()).toEqual(["Default", "Public key", "Workers"]);
    expect(JSON.stringify(keys)).not.toContain(rolled.secret);
    for (let n = 0; n < 3; n++) expect((await ada.call("POST", url, { name: `Key ${n}` })).status).toBe(200);
    expect((await ada.call("POST", url, { name: "One too many" })).status).toBe(409);
    await ada.call("DELETE", `${url}/${rolled.key.id}`);
    expect(await opens(rolled.secret)).toBe(false);
    expect((await actions(ada, team)).slice(0, 3)).toEqual(["key.revoked", "key.created", "key.created"]);
  });

  test("shows when and from where its secret key was used last, and that a web page sent it", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines" });
    const team = await teamOf(ada);
    const { body: made } = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
    const authorization = `Bearer ${made.secretKey}`;
    await edge.call("GET", "/v2/rooms", undefined, { authorization, origin: "https://shop.test" });
    const secretKey = async () => {
      const { body: keys } = await ada.call("GET", `/internal/projects/${made._id}/keys`);
      return keys.find(({ kind }: { kind: string }) => kind === "secret");
    };
    await expect.poll(secretKey).toMatchObject({
      seenInBrowser: true,
      lastUsedAt: expect.any(String),
      lastUsedFrom: "127.0.0.0/24",
    });
  });

  test("[AD8] answers its members as REST does, and logs their changes", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines" });
    const team = await teamOf(ada);
    const { body: made } = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
    const api = `/internal/projects/${made._id}/api`;
    const room = { id: "a/b", defaultAccesses: [], metadata: { color: "blue" } };
    const created = await ada.call("POST", `${api}/rooms`, room);
    const asBackEnd = await edge.call("GET", "/v2/rooms/a%2Fb", undefined, {
      authorization: `Bearer ${made.secretKey}`,
    });
    expect(created.body).toEqual(asBackEnd.body);
    expect((await ada.call("GET", `${api}/rooms?query=metadata%5B'color'%5D%3A'blue'`)).body.data).toHaveLength(1);
    const missing = await ada.call("GET", `${api}/rooms/nowhere`);
    expect([missing.status, missing.body.error]).toEqual([404, "ROOM_NOT_FOUND"]);
    expect((await ada.call("DELETE", `${api}/rooms/a%2Fb`)).status).toBe(204);
    const { body: log } = await ada.call("GET", `/internal/teams/${team}/audit-log?action=api.`);
    expect(log.data).toMatchObject([
      { action: "api.delete-room", target: { kind: "room", id: "a/b" } },
      { action: "api.create-room", target: { kind: "project", id: made._id } },
    ]);
    const { at } = log.data[0];
    const later = new Date(Date.parse(at) + 1).toISOString();
    const auditLog = async (query: string) =>
      (await ada.call("GET", `/internal/teams/${team}/audit-log?${query}`)).body.data;
    expect(await auditLog(`from=${at}&to=${at}&action=api.delete-room`)).toEqual([log.data[0]]);
    expect(await auditLog(`from=${later}`)).toEqual([]);
  });

  test("is deleted with its rooms and keys, once its name was typed", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines" });
    const team = await teamOf(ada);
    const { body: made } = await ada.call("POST", `/internal/accounts/${team}/projects`, { displayName: "One" });
    const url = `/internal/projects/${made._id}`;
    for (let n = 0; n < 120; n++)
      await edge.services.rooms.create(made._id, `room-${n}` as RoomId, { defaultAccesses: [] });
    expect((await ada.call("DELETE", url, { displayName: "Two" })).body.error).toBe("CONFLICT");
    expect((await ada.call("DELETE", url, { displayName: "One" })).body).toEqual({ done: true });
    expect((await ada.call("GET", url)).status).toBe(404);
    expect((await edge.services.rooms.list(made._id, { limit: 1 })).rooms).toEqual([]);
    const authorization = `Bearer ${made.secretKey}`;
    expect((await edge.call("GET", "/v2/rooms", undefined, { authorization })).status).toBe(403);
  });
});

describe("a signed-in user", () => {
  test("keeps names, picture, preferences and the last place", async () => {
    await using edge = await openTestEdge();
    const ada = await edge.signUp({ teamName: "Engines", lastName: "Lovelace" });
    const team = await teamOf(ada);
    const image = `data:image/png;base64,${Buffer.from("picture").toString("base64")}`;
    const first = { firstName: "Augusta", image, lastTeamId: team, preferences: { theme: "dark" } };
    expect((await ada.call("PATCH", "/internal/me", first)).status).toBe(200);
    const later = { lastProjectId: "proj_gone", preferences: { density: "compact" } };
    expect((await ada.call("PATCH", "/internal/me", later)).body).toMatchObject({
      user: { firstName: "Augusta", lastName: "Lovelace", email: ada.email, image },
      lastTeamId: team,
      lastProjectId: null,
      preferences: { theme: "dark", density: "compact" },
    });
    expect((await ada.call("PATCH", "/internal/me", { image: "data:text/html;base64,AAAA" })).status).toBe(422);
    expect((await ada.call("PATCH", "/internal/me", { image: null })).body.user.image).toBeNull();
  });

  test("may end the account, unless a team would be left without an owner", async () => {
    await using edge = await openTestEdge();
    await edge.signUp();
    const ada = await edge.signUp({ teamName: "Engines" });
    const password = "correct horse battery";
    const refused = await ada.call("POST", "/internal/auth/delete-user", { password });
    expect([refused.status, refused.body.message]).toEqual([409, "A team needs at least one owner."]);
    await ada.call("DELETE", `/internal/teams/${await teamOf(ada)}`);
    expect((await ada.call("POST", "/internal/auth/delete-user", { password })).status).toBe(200);
    expect((await ada.call("GET", "/internal/me")).body.user).toBeNull();
    const again = await edge.call("POST", "/internal/auth/sign-in/email", { email: ada.email, password }, fromSite);
    expect(again.status).toBe(401);
  });
});
