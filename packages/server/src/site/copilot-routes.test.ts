/** Copilots in the dashboard. Who may make these calls is held by `roles.test.ts`. */
import { copilotModels } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import type { TestEdgeOptions } from "../testing/test-edge.ts";

const key = "sk-secret-of-a-provider-9876";
const draft = {
  name: "Helper",
  systemPrompt: "Help.",
  provider: "anthropic",
  providerModel: copilotModels.anthropic[0]!.id,
  providerApiKey: key,
};

async function openWorld(options: TestEdgeOptions = {}) {
  const edge = await openTestEdge(options);
  const owner = await edge.signUp({ teamName: "Engines" });
  const team: string = (await owner.call("GET", "/internal/me")).body.teams[0].id;
  const create = async (displayName: string) =>
    (await owner.call("POST", `/internal/accounts/${team}/projects`, { displayName, type: "prod" })).body._id as string;
  const project = await create("One");
  const base = `/internal/projects/${project}`;
  return {
    edge,
    owner,
    team,
    project,
    base,
    create,
    call: (method: string, path: string, body?: unknown) => owner.call(method, base + path, body),
    [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose](),
  };
}

test("members manage copilots through the data gateway, and the audit log names each change", async () => {
  await using world = await openWorld();
  const { call, owner, team } = world;
  const created = await call("POST", "/api/ai/copilots", draft);
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect((await call("POST", `/api/ai/copilots/${id}`, { name: "Guide" })).body).toMatchObject({ id, name: "Guide" });
  expect((await call("GET", "/api/ai/copilots")).body.data).toMatchObject([{ id, name: "Guide" }]);
  expect((await call("DELETE", `/api/ai/copilots/${id}`)).status).toBe(204);
  expect((await call("GET", `/api/ai/copilots/${id}`)).status).toBe(404);
  const { body: log } = await owner.call("GET", `/internal/teams/${team}/audit-log?action=api.`);
  expect(log.data.map(({ action, target }: any) => [action, target.kind, target.id])).toEqual([
    ["api.delete-copilot", "copilot", id],
    ["api.update-copilot", "copilot", id],
    ["api.create-copilot", "project", world.project],
  ]);
});

test("the knowledge sources of copilots are counted, of those that have some", async () => {
  await using world = await openWorld();
  const { call } = world;
  const [{ body: one }] = [
    await call("POST", "/api/ai/copilots", draft),
    await call("POST", "/api/ai/copilots", draft),
  ];
  expect((await call("GET", "/copilot-knowledge")).body).toEqual({ sources: {} });
  const web = { copilotId: one.id, url: "https://docs.example.com/", type: "individual_link" };
  expect((await call("POST", `/api/ai/copilots/${one.id}/knowledge/web`, web)).status).toBe(200);
  expect((await call("GET", "/copilot-knowledge")).body).toEqual({ sources: { [one.id]: 1 } });
});

test("a query shows the passages of the copilot's knowledge that it finds, with their scores", async () => {
  await using world = await openWorld();
  const { edge, call, owner, create } = world;
  const { body: copilot } = await call("POST", "/api/ai/copilots", draft);
  const search = (query: string) => call("GET", `/copilots/${copilot.id}/passages?query=${encodeURIComponent(query)}`);
  expect((await search("rooms")).body).toEqual({ passages: [] });
  const text = "# Rooms\n\nA room has members.\n\n# Billing\n\nInvoices are monthly.";
  await edge.services.knowledge.putFile(
    { project: world.project as never, copilot: copilot.id },
    { name: "guide.md", bytes: Buffer.from(text) },
  );
  await edge.readKnowledge();
  const { status, body } = await search("Who is in a room?");
  expect(status).toBe(200);
  expect(body.passages).toMatchObject([
    { title: "guide.md", headings: ["Rooms"], url: null, score: 1, text: expect.stringContaining("members") },
  ]);
  expect((await search(" ")).status).toBe(422);
  const elsewhere = await create("Two");
  const foreign = await owner.call("GET", `/internal/projects/${elsewhere}/copilots/${copilot.id}/passages?query=room`);
  expect([foreign.status, foreign.body.error]).toEqual([404, "RESOURCE_NOT_FOUND"]);
});

test("the models of each provider are listed, and no default model where none is configured", async () => {
  await using world = await openWorld();
  const { body } = await world.call("GET", "/copilot-choices");
  const idsOf = (provider: keyof typeof copilotModels) => copilotModels[provider].map(({ id }) => id);
  expect(body).toEqual({
    models: { openai: idsOf("openai"), anthropic: idsOf("anthropic"), google: idsOf("google") },
    hasDefaultModel: false,
    prices: {},
  });
});

test("of a provider's key, no more than its end is shown", async () => {
  await using world = await openWorld();
  const { call, owner, create } = world;
  const { body: copilot } = await call("POST", "/api/ai/copilots", draft);
  const shown = await call("GET", `/copilots/${copilot.id}/key`);
  expect(shown.body).toEqual({ keyEnd: "9876" });
  const listed = await call("GET", "/api/ai/copilots");
  for (const { text } of [shown, listed]) expect(text).not.toContain(key);
  const elsewhere = await create("Two");
  const foreign = await owner.call("GET", `/internal/projects/${elsewhere}/copilots/${copilot.id}/key`);
  expect([foreign.status, foreign.body.error]).toEqual([404, "RESOURCE_NOT_FOUND"]);
});

test("[CP7] a member cannot have the stored key sent to an address of their own", async () => {
  await using world = await openWorld();
  const { call, edge, project } = world;
  const { body: copilot } = await call("POST", "/api/ai/copilots", draft);
  const elsewhere = {
    provider: "openai-compatible",
    providerModel: "any",
    compatibleProviderName: "Mine",
    providerBaseUrl: "https://elsewhere.example/v1",
  };
  const refused = await call("POST", `/api/ai/copilots/${copilot.id}`, elsewhere);
  expect([refused.status, refused.body.error]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
  expect(refused.body.message).toContain("'providerApiKey'");
  expect(await edge.services.copilots.use(project as never, copilot.id)).toMatchObject({
    model: { provider: "anthropic", apiKey: key },
  });
  const renewed = await call("POST", `/api/ai/copilots/${copilot.id}`, { ...elsewhere, providerApiKey: "sk-mine" });
  expect(renewed.body).toMatchObject(elsewhere);
});

test("the token of the playground is the caller's own, opens no room, and expires within minutes", async () => {
  await using world = await openWorld();
  const { edge, call, owner, project } = world;
  const { tokens, now } = edge.services;
  await call("POST", "/api/rooms", { id: "open", defaultAccesses: ["room:write"] });
  const { token } = (await call("POST", "/playground-token")).body;
  const claims = await tokens.verify(token, now());
  expect(claims).toMatchObject({ project, userId: `dashboard:${owner.id}`, kind: "access" });
  const threads = await edge.call("GET", "/v2/c/rooms/open/threads", undefined, { authorization: `Bearer ${token}` });
  expect([threads.status, threads.body.error]).toEqual([403, "UNAUTHORIZED_ROOM_ACCESS"]);
  expect(claims.expiresAt - now()).toBeLessThanOrEqual(300_000);
  edge.advance(301_000 + 60_000);
  await expect(tokens.verify(token, now())).rejects.toMatchObject({ code: "TOKEN_EXPIRED" });
});

test("a project that is being deleted gets no token", async () => {
  await using world = await openWorld();
  const { call } = world;
  await call("DELETE", "", { displayName: "One" });
  const refused = await call("POST", "/playground-token");
  expect([refused.status, refused.body.error]).toEqual([403, "PROJECT_CLOSED"]);
});

test("[CP8] a key is tried for members, so many times in a minute, and is in no answer and no log", async () => {
  const tried: unknown[] = [];
  const secret = "sk-entered-by-a-member";
  await using world = await openWorld({
    limits: { copilotKeyTestsPerMinute: 2 },
    services: (real) => ({
      ...real,
      async keyTest(project, request) {
        tried.push([project, request]);
        return { outcome: "refused", message: "No." };
      },
    }),
  });
  const { call, edge, project } = world;
  const body = { provider: "openai", providerModel: "gpt-5", providerApiKey: secret };
  const answer = await call("POST", "/copilot-key-test", body);
  expect([answer.status, answer.body]).toEqual([200, { outcome: "refused", message: "No." }]);
  expect(tried).toEqual([[project, body]]);
  expect((await call("POST", "/copilot-key-test", { ...body, provider: "none" })).status).toBe(422);
  expect((await call("POST", "/copilot-key-test", body)).status).toBe(200);
  expect((await call("POST", "/copilot-key-test", body)).body).toMatchObject({ error: "TOO_MANY_REQUESTS" });
  edge.advance(61_000);
  expect((await call("POST", "/copilot-key-test", body)).status).toBe(200);
  expect(JSON.stringify(edge.log)).not.toContain(secret);
});

test("[CP9] versions name who saved them, in the dashboard or by REST, and are shown in their project alone", async () => {
  await using world = await openWorld();
  const { call, owner, edge, project, create } = world;
  const { id } = (await call("POST", "/api/ai/copilots", draft)).body;
  const { key: secretKey } = await edge.services.site.projects.createKey(project as never, {
    name: "REST",
    createdBy: "x",
  });
  const byRest = await edge.call(
    "POST",
    `/v2/ai/copilots/${id}`,
    { systemPrompt: "By REST." },
    {
      authorization: `Bearer ${secretKey}`,
    },
  );
  expect(byRest.status).toBe(200);
  const { versions } = (await call("GET", `/copilots/${id}/versions`)).body;
  expect(versions).toMatchObject([
    { version: 2, by: "api", memberName: null, changed: ["systemPrompt"] },
    { version: 1, by: "member", memberName: expect.stringMatching(/\w/), changed: [] },
  ]);
  const first = await call("GET", `/copilots/${id}/versions/1`);
  expect(first.body).toMatchObject({ version: 1, configuration: { systemPrompt: "Help.", provider: "anthropic" } });
  expect(first.text).not.toContain(key);
  expect((await call("GET", `/copilots/${id}/versions/9`)).status).toBe(404);
  const elsewhere = await create("Two");
  for (const path of ["versions", "versions/1"])
    expect((await owner.call("GET", `/internal/projects/${elsewhere}/copilots/${id}/${path}`)).status).toBe(404);
});

test("[CP10] a member tries a configuration without saving it", async () => {
  await using world = await openWorld();
  const { call, edge, project } = world;
  const { id } = (await call("POST", "/api/ai/copilots", draft)).body;
  const { trialId } = (await call("POST", `/copilots/${id}/trials`, { systemPrompt: "Tried." })).body;
  expect(await edge.services.copilots.use(project as never, trialId)).toMatchObject({ id, systemPrompt: "Tried." });
  expect((await call("GET", `/copilots/${id}/versions`)).body.versions).toHaveLength(1);
  const elsewhere = { provider: "openai-compatible", providerModel: "any", compatibleProviderName: "Mine" };
  const refused = await call("POST", `/copilots/${id}/trials`, { ...elsewhere, providerBaseUrl: "https://a.example" });
  expect([refused.status, refused.body.error]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
});

test("[CH21] only the caller's own answers in the playground are measured", async () => {
  const asked: unknown[] = [];
  await using world = await openWorld({
    services: (real) => ({
      ...real,
      chats: {
        async measured(user, messageId) {
          asked.push(user);
          return messageId === "ms_1" ? { totalMs: 20, firstMs: 5, input: 3, model: "gpt-5" } : undefined;
        },
      },
    }),
  });
  const { call, owner, project } = world;
  expect((await call("GET", "/playground-answers/ms_1")).body).toEqual({
    firstTokenMs: 5,
    totalMs: 20,
    inputTokens: 3,
    outputTokens: null,
    model: "gpt-5",
  });
  expect(asked).toEqual([{ project, organizationId: "default", userId: `dashboard:${owner.id}` }]);
  expect((await call("GET", "/playground-answers/ms_2")).status).toBe(404);
});

test("[KN14] a source is read again, so many of a project in an hour", async () => {
  await using world = await openWorld({ limits: { knowledgeReindexesPerHour: 1 } });
  const { call, edge, project } = world;
  const { id } = (await call("POST", "/api/ai/copilots", draft)).body;
  const source = await edge.services.knowledge.putFile(
    { project: project as never, copilot: id },
    { name: "guide.md", bytes: Buffer.from("# Rooms\n\nA room has members.") },
  );
  const reindex = () => call("POST", `/copilots/${id}/knowledge/${source}/reindex`);
  const statusNow = async () => (await call("GET", `/api/ai/copilots/${id}/knowledge/${source}`)).body.status;
  await edge.readKnowledge();
  expect((await reindex()).body).toEqual({ status: "ingesting" });
  // Asked again while it is read, nothing more is begun or counted.
  expect((await reindex()).status).toBe(200);
  expect(await statusNow()).toBe("ingesting");
  await edge.runJobs("knowledgeReindex");
  expect(await statusNow()).toBe("ready");
  expect((await reindex()).body).toMatchObject({ error: "TOO_MANY_REQUESTS" });
  expect((await call("POST", `/copilots/${id}/knowledge/ks_none/reindex`)).status).toBe(404);
});
