import { createProjects } from "@weft/collab";
import type { CreatedProject } from "@weft/collab";
import { endpoints } from "@weft/protocol";
import type { JsonObject, Permission, ProjectId } from "@weft/protocol";
import { openStore } from "@weft/store";
import { databaseUrl, testKeys } from "@weft/testkit";
import { afterAll, expect, test } from "vitest";
import { openFarData, startFarServer } from "./support/far-server.ts";
import { Refused, openRawClient } from "./support/raw-client.ts";
import type { RawClient, RawClientOptions } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { call, createRoom, readStorage, tokenFor } from "./support/rest.ts";
import { arrival } from "./support/until.ts";

const data = await openFarData();
afterAll(() => data[Symbol.asyncDispose]());

/** Works on the projects in the database while no server has it open. */
async function withProjects<T>(work: (projects: ReturnType<typeof createProjects>) => Promise<T>): Promise<T> {
  await using store = await openStore(databaseUrl(data));
  return await work(createProjects({ records: store.projects }));
}

const createProject = () =>
  withProjects(async (projects): Promise<CreatedProject> => {
    await projects.ensureDemoProject(testKeys);
    return projects.createProject({ name: "other", type: "dev" });
  });

async function codeOf(options: RawClientOptions): Promise<number | "in"> {
  try {
    using client = await openRawClient(options);
    return client.open ? "in" : 1006;
  } catch (cause) {
    if (cause instanceof Refused) return cause.code;
    throw cause;
  }
}

test("[S5] every credential opens what it should and nothing else", async () => {
  const other = await createProject();
  let spent: { readonly ours: string; readonly theirs: string };
  const results: [what: string, got: number | "in", wanted: number | "in"][] = [];
  {
    await using server = await startFarServer({ data, secretKeys: [other.secretKey] });
    const { url } = server;
    const theirs = { url, secretKey: other.secretKey };
    await createRoom(server, "open");
    await createRoom(server, "closed", { defaultAccesses: [] });
    await createRoom(server, "readable", { defaultAccesses: ["room:read"] });
    await createRoom(theirs, "theirs");
    await createRoom(theirs, "closed", { defaultAccesses: ["room:write"] });
    const identify = async (of: { url: string; secretKey: string }, userId: string) =>
      ((await call(of, "POST", "/v2/identify-user", { userId })).body as { token: string }).token;
    const ours = await tokenFor(server, "u", { open: ["*:write"], closed: ["*:read"], "pre-*": ["*:write"] });
    const foreign = await tokenFor(theirs, "u", { "*": ["*:write"] });
    spent = { ours: await tokenFor(server, "u"), theirs: await tokenFor(theirs, "u") };
    const [head, payload, signature] = ours.split(".") as [string, string, string];
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${payload}.`;
    const widened = JSON.stringify({
      ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonObject),
      perms: { "*": ["*:write"] },
    });
    const table: readonly [what: string, room: string, credential: Partial<RawClientOptions>, wanted: number | "in"][] =
      [
        ["nothing", "open", {}, 4001],
        ["an empty key", "open", { publicKey: "" }, 4001],
        ["an empty token", "open", { token: "" }, 4001],
        ["our public key", "open", { publicKey: testKeys.publicKey }, "in"],
        ["our public key", "readable", { publicKey: testKeys.publicKey }, "in"],
        ["our public key", "closed", { publicKey: testKeys.publicKey }, 4001],
        ["our public key", "theirs, were there such a room", { publicKey: other.publicKey }, 4001],
        ["their public key", "open", { publicKey: other.publicKey }, 4001],
        ["their public key", "theirs", { publicKey: other.publicKey }, "in"],
        ["their public key", "closed", { publicKey: other.publicKey }, "in"],
        ["our secret key as public key", "open", { publicKey: testKeys.secretKey }, 4001],
        ["our secret key as token", "open", { token: testKeys.secretKey }, 4001],
        ["our public key as token", "open", { token: testKeys.publicKey }, 4001],
        ["their secret key as token", "theirs", { token: other.secretKey }, 4001],
        ["an unknown public key", "open", { publicKey: "pk_of_nobody_at_all" }, 4001],
        ["our token", "open", { token: ours }, "in"],
        ["our token", "closed", { token: ours }, "in"],
        ["our token, by its prefix", "pre-new", { token: ours }, "in"],
        ["our token, beyond its grants", "readable", { token: ours }, 4001],
        ["our token", "theirs", { token: ours }, 4001],
        ["their token for every room", "theirs", { token: foreign }, "in"],
        ["our identity, with no access", "closed", { token: await identify(server, "u") }, 4001],
        ["our identity", "open", { token: await identify(server, "u") }, "in"],
        ["our identity", "no such room", { token: await identify(server, "u") }, 4001],
        ["their identity", "open", { token: await identify(theirs, "u") }, 4001],
        ["our token, unsigned", "open", { token: unsigned }, 4001],
        [
          "our token, widened",
          "readable",
          { token: `${head}.${Buffer.from(widened).toString("base64url")}.${signature}` },
          4001,
        ],
        ["our token, with their signature", "open", { token: `${head}.${payload}.${foreign.split(".")[2]}` }, 4001],
        ["our token, cut short", "open", { token: ours.slice(0, -3) }, 4001],
        ["three dots", "open", { token: "..." }, 4001],
      ];
    for (const [what, room, credential, wanted] of table)
      results.push([`${what} in ${room}`, await codeOf({ url: await server.far(room), room, ...credential }), wanted]);
    results.push(["our token in a room of no name", await codeOf({ url, room: "", token: ours }), 4001]);
    await server.expectFar(["open", "closed", "readable", "theirs"]);
  }
  await withProjects(async (projects) => {
    await projects.revokeTokens("demo" as ProjectId);
    for (const { id, kind } of await projects.workingKeys(other.project.id))
      if (kind === "secret") await projects.revokeKey(other.project.id, id);
      else await projects.updateKey(other.project.id, id, { active: false });
  });
  {
    await using server = await startFarServer({ data });
    const { url } = server;
    results.push(["a revoked token", await codeOf({ url, room: "open", token: spent.ours }), 4001]);
    results.push([
      "a token of the project beside it",
      await codeOf({ url, room: "theirs", token: spent.theirs }),
      "in",
    ]);
    results.push([
      "a public key that was switched off",
      await codeOf({ url, room: "theirs", publicKey: other.publicKey }),
      4001,
    ]);
    results.push([
      "a revoked secret key over REST",
      (await call({ url, secretKey: other.secretKey }, "GET", "/v2/rooms")).status,
      403,
    ]);
  }
  const wrong = results.filter(([, got, wanted]) => got !== wanted);
  report("S5", { credentials: results.length, wrong: wrong.length });
  expect(wrong).toEqual([]);
});

test("[S5] every message does what the connection's role allows, and nothing else", async () => {
  await using server = await startFarServer();
  const roles: readonly (readonly [scopes: readonly Permission[], mayRead: boolean, mayWrite: boolean])[] = [
    [["*:write"], true, true],
    [["*:read"], true, false],
    [["*:write", "storage:read"], true, false],
    [["*:write", "storage:none"], false, false],
    [["*:read", "storage:write"], true, true],
    [["*:read", "storage:none"], false, false],
  ];
  for (const [index, [scopes, mayRead, mayWrite]] of roles.entries()) {
    const room = `role-${index}`;
    const name = scopes.join(" ");
    await createRoom(server, room, { defaultAccesses: [] });
    const url = await server.far(room);
    using witness = await openRawClient({
      url,
      room,
      token: await tokenFor(server, "witness"),
    });
    await witness.apply([{ type: 3, id: "root", opId: `${witness.actor}:0`, data: { secret: "seed" } }]);
    using client = await openRawClient({
      url,
      room,
      token: await tokenFor(server, "u", { [room]: scopes }),
    });
    client.send({ type: 100, data: { here: index }, targetActor: -1 }, { type: 103, event: { said: index } });
    await witness.hear(`presence of ${name}`, ({ type, data: shown }) => type === 100 && shown?.["here"] === index);
    await witness.hear(`an event of ${name}`, ({ type }) => type === 103);
    if (mayRead) expect(await client.fetchStorage(), name).toEqual([["root", { secret: "seed" }]]);
    else {
      client.send({ type: 200 });
      await client.ping();
    }
    await witness.apply([{ type: 3, id: "root", opId: `${witness.actor}:1`, data: { secret: "later" } }]);
    await client.ping();
    expect(JSON.stringify(client.messages).includes("seed"), `${name} was shown what is there`).toBe(mayRead);

    const opId = `${client.actor}:0`;
    client.send({ type: 201, ops: [{ type: 3, id: "root", opId, data: { written: true } }] });
    if (mayWrite) await client.hear("the ack", ({ ops }) => ops?.some((op) => op.opId === opId) === true);
    else {
      // Refused, and then closed so that the client reconnects without it.
      expect((await arrival("the close", client.closed)).code, name).toBe(1012);
      expect(client.messages.find(({ type }) => type === 299)?.opIds, name).toEqual([opId]);
    }
    expect(Object.hasOwn(await readStorage({ ...server, url }, room), "written"), name).toBe(mayWrite);
    expect(JSON.stringify(client.messages).includes("later"), `${name} was shown what came later`).toBe(mayRead);
  }
  await server.expectFar(roles.map((_, index) => `role-${index}`));
  report("S5", { roles: roles.length, messages: "100 103 200 201" });
});

test("[S5] two projects with the same room and user ids never meet", async () => {
  const other = await createProject();
  await using server = await startFarServer({ data, secretKeys: [other.secretKey] });
  for (const { secretKey } of [testKeys, other]) await createRoom({ url: server.url, secretKey }, "same");
  const url = await server.far("same");
  const sides = [
    { url, secretKey: testKeys.secretKey, name: "ours" },
    { url, secretKey: other.secretKey, name: "theirs" },
  ] as const;
  const clients: RawClient[] = [];
  for (const side of sides) {
    const token = await tokenFor(side, "same-user", { same: ["*:write"] }, { userInfo: { name: side.name } });
    for (let n = 0; n < 2; n++) clients.push(await openRawClient({ url, room: "same", token }));
  }
  for (const [index, client] of clients.entries()) {
    const { name } = sides[index < 2 ? 0 : 1];
    expect(Object.keys(client.state.users)).toHaveLength(index % 2);
    client.send({ type: 100, data: { [name]: 1 }, targetActor: -1 }, { type: 103, event: name });
    await client.apply([{ type: 3, id: "root", opId: `${client.actor}:0`, data: { [name]: client.actor } }]);
  }
  for (const side of sides) {
    expect(Object.keys(await readStorage(side, "same"))).toEqual([side.name]);
    const { body } = await call(side, "GET", "/v2/rooms/same/active_users");
    expect((body as { data: { info: { name: string } }[] }).data.map(({ info }) => info.name)).toEqual([
      side.name,
      side.name,
    ]);
    await call(side, "POST", "/v2/rooms/same/broadcast_event", `rest of ${side.name}`);
    const { body: list } = await call(side, "GET", "/v2/rooms?query=" + encodeURIComponent("roomId:'same'"));
    expect((list as { data: unknown[] }).data).toHaveLength(1);
  }
  for (const [index, client] of clients.entries()) {
    await client.ping();
    const heard = JSON.stringify(client.messages);
    const [own, foreign] = index < 2 ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const);
    expect(heard).toContain(`rest of ${own}`);
    expect(heard).not.toContain(foreign);
  }
  await server.expectFar(["same"]);
  // Changes of one room do not affect the other.
  expect((await call(sides[0], "DELETE", "/v2/rooms/same")).status).toBe(204);
  const closes = await arrival("both closes", Promise.all(clients.slice(0, 2).map(({ closed }) => closed)));
  expect(closes.map(({ code }) => code)).toEqual([4100, 4100]);
  expect(clients.map(({ open }) => open)).toEqual([false, false, true, true]);
  await clients[2]!.apply([{ type: 3, id: "root", opId: `${clients[2]!.actor}:1`, data: { still: true } }]);
  expect(await readStorage(sides[1], "same")).toMatchObject({ still: true });
  report("S5", { "projects with the same ids": sides.length, connections: clients.length });
  for (const client of clients) client[Symbol.dispose]();
});

test("[S5] a credential reaches only rooms of its own organization, at every endpoint and over the socket", async () => {
  const perUser = { restUserRatePerSecond: 100_000, restUserRateBurst: 100_000 };
  await using server = await startFarServer({ limits: perUser });
  const rooms = { "of-default": undefined, "of-acme": "acme", "of-initech": "initech" } as const;
  for (const [id, organizationId] of Object.entries(rooms)) {
    const made = await call(server, "POST", "/v2/rooms", { id, defaultAccesses: ["room:write"], organizationId });
    expect(made.status).toBe(200);
  }
  const identify = async (more: JsonObject) =>
    ((await call(server, "POST", "/v2/identify-user", { userId: "ada", ...more })).body as { token: string }).token;
  const publicToken = async (room: string) => {
    const asked = { publicApiKey: server.publicKey };
    return ((await call(server, "POST", `/v2/rooms/${room}/public/authorize`, asked)).body as { token?: string }).token;
  };
  const named = [{}, { organizationId: "default" }, { organizationId: "acme" }, { tenantId: "initech" }];
  const credentials: { readonly name: string; readonly organization: string; readonly shown: string }[] = [
    { name: "public key", organization: "default", shown: server.publicKey },
    { name: "token of a public key", organization: "default", shown: (await publicToken("of-default"))! },
  ];
  for (const more of named) {
    const organization = Object.values(more)[0] ?? "default";
    const name = JSON.stringify(more);
    credentials.push(
      { name: `access token ${name}`, organization, shown: await tokenFor(server, "ada", undefined, more) },
      { name: `ID token ${name}`, organization, shown: await identify(more) },
    );
  }
  for (const room of ["of-acme", "of-initech"]) expect(await publicToken(room), room).toBeUndefined();

  // Entering is decided before a body is read, so a call that passes may still fail for what it asks.
  const values: Readonly<Record<string, string>> = {
    fileId: `fl_${"a".repeat(21)}`,
    uploadId: "up",
    partNumber: "1",
    name: "a.txt",
    versionId: "vh_1",
  };
  const query = "?since=2026-01-01T00%3A00%3A00.000Z&fileSize=5";
  const ofUsers = endpoints.filter(({ auth }) => auth === "user");
  const ofServers = endpoints.filter(
    ({ auth, method, template }) => auth === "secret" && method === "GET" && template.includes("{roomId}"),
  );
  expect(ofUsers.length).toBeGreaterThan(10);
  const ask = async (url: string, endpoint: (typeof endpoints)[number], room: string, shown: string) => {
    const path = endpoint.template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === "roomId" ? room : (values[name] ?? "x"),
    );
    const headers: Record<string, string> = { authorization: `Bearer ${shown}` };
    if (endpoint.method !== "GET") headers["content-type"] = "application/octet-stream";
    const response = await fetch(url + path + (endpoint.query === undefined ? "" : query), {
      method: endpoint.method,
      headers,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const wrong: string[] = [];
  let tried = 0;
  for (const [room, ofRoom = "default"] of Object.entries(rooms)) {
    const url = await server.far(room);
    for (const { name, organization, shown } of credentials) {
      const mayEnter = organization === ofRoom && !(name.startsWith("token of") && room !== "of-default");
      const credential = shown.startsWith("pk_") ? { publicKey: shown } : { token: shown };
      const socket = await codeOf({ url, room, ...credential });
      if (socket !== (mayEnter ? "in" : 4001)) wrong.push(`${name} in ${room}: ${socket}`);
      tried++;
      for (const endpoint of ofUsers) {
        const status = await ask(url, endpoint, room, shown);
        // A public key names no user, so calls that need one may refuse it inside its organization too.
        const mayRefuse = !mayEnter || (shown.startsWith("pk_") && endpoint.errors.includes("USER_REQUIRED"));
        if ((status === 403 ? !mayRefuse : !mayEnter) || status === 401 || status >= 500)
          wrong.push(`${name} at ${endpoint.route} of ${room}: ${status}`);
        tried++;
      }
    }
    for (const endpoint of ofServers) {
      const status = await ask(url, endpoint, room, server.secretKey);
      if (status === 401 || status === 403 || status >= 500) wrong.push(`secret key at ${endpoint.route}: ${status}`);
      tried++;
    }
  }
  await server.expectFar(Object.keys(rooms));
  report("S5", { organizations: Object.keys(rooms).length, tried, wrong: wrong.length });
  expect(wrong).toEqual([]);
});
