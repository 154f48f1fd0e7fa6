/** Webhook endpoints in the dashboard. Who may make these calls is held by `roles.test.ts`. */
import { limits, webhookEventTypes } from "@weft/protocol";
import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

/** The address that the edge's outbound client finds. */
const url = "https://example.com/";
const unknown = "https://unknown.test/";

async function openWorld() {
  const edge = await openTestEdge();
  const owner = await edge.signUp({ teamName: "Engines" });
  const team: string = (await owner.call("GET", "/internal/me")).body.teams[0].id;
  const create = async (displayName: string) =>
    (await owner.call("POST", `/internal/accounts/${team}/projects`, { displayName, type: "prod" })).body._id as string;
  const project = await create("One");
  const base = `/internal/projects/${project}/webhooks`;
  return {
    edge,
    owner,
    team,
    project,
    base,
    create,
    call: (method: string, path: string, body?: unknown) => owner.call(method, base + path, body),
    actions: async () =>
      (await owner.call("GET", `/internal/teams/${team}/audit-log?action=webhook.`)).body.data.map(
        ({ action, target }: any) => `${action} ${target.name}`,
      ),
  };
}
const draft = { url, subscribedEvents: ["roomCreated", "roomDeleted"], additionalHeaders: { "X-Own": "1" } };

test("[WH1] members create, change and delete endpoints, and the audit log names each change", async () => {
  const { edge, owner, call, base, create, actions } = await openWorld();
  await using _ = edge;
  expect((await call("GET", "")).body).toEqual([]);
  const created = await call("POST", "", draft);
  expect(created).toMatchObject({ status: 200, body: { ...draft, state: "active", rateLimit: null } });
  const { id } = created.body;
  expect((await call("GET", "")).body).toEqual([created.body]);
  const changed = await call("PATCH", `/${id}`, {
    url: unknown,
    rateLimit: 5,
    disabled: true,
    additionalHeaders: { "x-own": null, "X-Other": "2" },
  });
  expect(changed.body).toMatchObject({
    url: unknown,
    rateLimit: 5,
    state: "disabled",
    disabledBecause: "member",
    additionalHeaders: { "X-Other": "2" },
  });
  expect((await call("PATCH", `/${id}`, { rateLimit: null, disabled: false })).body).toMatchObject({
    rateLimit: null,
    state: "active",
  });
  expect((await call("GET", `/${id}`)).body).toMatchObject({ url: unknown, state: "active" });
  // The id of an endpoint is none in another project.
  const other = `/internal/projects/${await create("Two")}/webhooks/${id}`;
  for (const [method, path, body] of [
    ["GET", other],
    ["PATCH", other, {}],
    ["DELETE", other],
    ["POST", `${other}/secret/reveal`],
    ["POST", `${other}/secret/roll`, { overlapMinutes: 0 }],
    ["POST", `${other}/test`, { type: "roomCreated" }],
    ["GET", `${other}/deliveries`],
    ["GET", `${other}/figures`],
    ["GET", `${other}/caught-requests`],
    ["GET", `${other}/caught-requests/1`],
    ["GET", `${base}/we_none`],
  ] as const)
    expect([path, (await owner.call(method, path, body)).body.error]).toEqual([path, "WEBHOOK_NOT_FOUND"]);
  expect((await call("DELETE", `/${id}`)).body).toEqual({ done: true });
  expect((await call("DELETE", `/${id}`)).status).toBe(404);
  expect(await actions()).toEqual([
    `webhook.deleted ${unknown}`,
    `webhook.updated ${unknown}`,
    `webhook.updated ${unknown}`,
    `webhook.created ${url}`,
  ]);
});

test("[WH10] addresses, events and headers that are not allowed are refused with the field's name", async () => {
  const { edge, call } = await openWorld();
  await using _ = edge;
  for (const [change, field] of [
    [{ url: "http://example.com/" }, "url"],
    [{ subscribedEvents: [] }, "subscribedEvents"],
    [{ subscribedEvents: ["other"] }, "subscribedEvents"],
    [{ additionalHeaders: { "webhook-id": "1" } }, "webhook-id"],
    [{ rateLimit: 0 }, "rateLimit"],
  ] as const) {
    const { status, body } = await call("POST", "", { ...draft, ...change });
    expect([status, body.message]).toEqual([422, expect.stringContaining(field)]);
  }
  for (let n = 0; n < limits.webhooksPerProject; n++) expect((await call("POST", "", draft)).status).toBe(200);
  expect((await call("POST", "", draft)).body).toMatchObject({ error: "FORBIDDEN" });
});

test("[WH7] the secret is shown on request, and rolled with an overlap; the audit log names who did", async () => {
  const { edge, call, actions } = await openWorld();
  await using _ = edge;
  const { body: webhook } = await call("POST", "", draft);
  const reveal = async () => (await call("POST", `/${webhook.id}/secret/reveal`)).body.secret;
  const secret = await reveal();
  expect(secret).toMatch(/^whsec_/);
  const rolled = await call("POST", `/${webhook.id}/secret/roll`, { overlapMinutes: 60 });
  expect(rolled.body.secret).not.toBe(secret);
  expect(Date.parse(rolled.body.webhook.previousSecretUntil)).toBe(edge.services.now() + 3_600_000);
  expect(await reveal()).toBe(rolled.body.secret);
  const atOnce = await call("POST", `/${webhook.id}/secret/roll`, { overlapMinutes: 0 });
  expect(atOnce.body.webhook.previousSecretUntil).toBeNull();
  expect((await call("POST", `/${webhook.id}/secret/roll`, { overlapMinutes: 1_441 })).status).toBe(422);
  expect((await actions()).filter((action: string) => !action.startsWith("webhook.created"))).toEqual(
    ["rolled", "secretRevealed", "rolled", "secretRevealed"].map((action) => `webhook.${action} ${url}`),
  );
});

test("[WH12] a test is delivered at once, and deliveries are listed, filtered, shown and sent again", async () => {
  const { edge, call } = await openWorld();
  await using _ = edge;
  const { body: webhook } = await call("POST", "", draft);
  const at = `/${webhook.id}`;
  const send = async (type: string) => (await call("POST", `${at}/test`, { type })).body;
  const first = await send("roomCreated");
  expect(first).toEqual({ deliveryId: expect.stringMatching(/^msg_/), delivered: true });
  expect((await call("POST", `${at}/test`, { type: "userEntered" })).status).toBe(422);
  await call("PATCH", at, { url: unknown });
  const second = await send("roomDeleted");
  expect(second.delivered).toBe(false);
  const list = async (query = "") =>
    (await call("GET", `${at}/deliveries${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await list()).toEqual([second.deliveryId, first.deliveryId]);
  expect(await list("?type=roomCreated")).toEqual([first.deliveryId]);
  expect(await list("?state=waiting")).toEqual([second.deliveryId]);
  const { body: page } = await call("GET", `${at}/deliveries?limit=1`);
  expect(await list(`?limit=1&cursor=${encodeURIComponent(page.nextCursor)}`)).toEqual([first.deliveryId]);
  expect((await call("GET", `${at}/deliveries?state=none`)).status).toBe(422);
  const { body: details } = await call("GET", `${at}/deliveries/${second.deliveryId}`);
  expect(details).toMatchObject({
    type: "roomDeleted",
    state: "waiting",
    attempts: [{ status: null, failure: "The host cannot be found.", answer: null }],
  });
  expect(JSON.parse(details.body).type).toBe("roomDeleted");
  expect(details.attempts[0].requestHeaders["webhook-id"]).toBe(second.deliveryId);
  expect((await call("GET", `${at}/deliveries/msg_none`)).body.error).toBe("RESOURCE_NOT_FOUND");
  expect((await call("POST", `${at}/deliveries/msg_none/replay`)).body.error).toBe("RESOURCE_NOT_FOUND");
  expect((await call("POST", `${at}/deliveries/${first.deliveryId}/replay`)).body).toEqual({ done: true });
  await expect
    .poll(async () => (await call("GET", `${at}/deliveries/${first.deliveryId}`)).body)
    .toMatchObject({ attemptCount: 2 });
  const since = new Date(edge.services.now() - 60_000).toISOString();
  expect((await call("POST", `${at}/recover`, { since })).body).toEqual({ queued: 0 });
  expect((await call("GET", at)).body).toMatchObject({ state: "failing", lastDay: { delivered: 0, retrying: 2 } });
});

test("[WH1] endpoints of a project that is being deleted can be read, and not changed or tested", async () => {
  const { edge, owner, project, call } = await openWorld();
  await using _ = edge;
  const { body: webhook } = await call("POST", "", draft);
  await owner.call("DELETE", `/internal/projects/${project}`, { displayName: "One" });
  const at = `/${webhook.id}`;
  for (const [method, path, body] of [
    ["POST", "", draft],
    ["PATCH", at, { disabled: true }],
    ["DELETE", at],
    ["POST", `${at}/secret/roll`, { overlapMinutes: 0 }],
    ["POST", `${at}/test`, { type: "roomCreated" }],
    ["POST", `${at}/recover`, { since: "2026-11-01T00:00:00.000Z" }],
    ["POST", `${at}/deliveries/msg_1/replay`],
  ] as const)
    expect([path, (await call(method, path, body)).body.error]).toEqual([path, "PROJECT_CLOSED"]);
  expect((await call("GET", "")).body).toHaveLength(1);
  expect((await call("POST", `${at}/secret/reveal`)).status).toBe(200);
});

test("[WH15] an endpoint of the request catcher receives events with valid signatures, which members of its team read", async () => {
  const { edge, owner, project, call, actions } = await openWorld();
  await using _ = edge;
  const created = await owner.call("POST", `/internal/projects/${project}/webhook-catchers`, {
    subscribedEvents: ["roomCreated"],
  });
  expect(created).toMatchObject({ status: 200, body: { state: "active", subscribedEvents: ["roomCreated"] } });
  const { id, url: catcher } = created.body;
  expect(await actions()).toEqual([`webhook.created ${catcher}`]);
  const at = `/${id}`;
  const data = { projectId: project, roomId: "plan", createdAt: "2026-11-01T00:00:00.000Z" };
  const sent = await call("POST", `${at}/test`, { type: "roomCreated", data });
  expect(sent.body.delivered).toBe(true);
  const { body: list } = await call("GET", `${at}/caught-requests`);
  expect(list).toMatchObject([
    { messageId: sent.body.deliveryId, type: "roomCreated", roomId: "plan", verified: true },
  ]);
  const { body: caught } = await call("GET", `${at}/caught-requests/${list[0].id}`);
  expect(JSON.parse(caught.body)).toEqual({ type: "roomCreated", data });
  expect(caught.headers["webhook-id"]).toBe(sent.body.deliveryId);
  expect((await call("GET", `${at}/caught-requests/999`)).body.error).toBe("RESOURCE_NOT_FOUND");
  const stranger = await edge.signUp({ teamName: "Others" });
  for (const path of ["caught-requests", `caught-requests/${list[0].id}`])
    expect((await stranger.call("GET", `/internal/projects/${project}/webhooks/${id}/${path}`)).status).toBe(404);
  expect((await call("POST", "", { ...draft, url: catcher })).status).toBe(422);
  expect((await call("PATCH", at, { url: catcher })).status).toBe(200);
  expect((await call("DELETE", at)).status).toBe(200);
  expect((await call("GET", `${at}/caught-requests`)).body.error).toBe("WEBHOOK_NOT_FOUND");
});

test("[WH11] the events are listed with their schemas and examples, and an edited example is checked", async () => {
  const { edge, owner, project, call } = await openWorld();
  await using _ = edge;
  const { body: events } = await owner.call("GET", `/internal/projects/${project}/webhook-events`);
  expect(events.map(({ type }: any) => type).toSorted()).toEqual(webhookEventTypes.toSorted());
  const created = events.find(({ type }: any) => type === "roomCreated");
  expect(created.example).toMatchObject({ type: "roomCreated", data: { projectId: project } });
  expect(created.fields.map(({ name }: any) => name)).toEqual(["projectId", "roomId", "createdAt"]);
  const { body: webhook } = await call("POST", "", draft);
  const send = (data: unknown) => call("POST", `/${webhook.id}/test`, { type: "roomCreated", data });
  expect((await send(created.example.data)).body.delivered).toBe(true);
  const refused = await send({ ...created.example.data, roomId: 7 });
  expect([refused.status, refused.body.message]).toEqual([422, "Value at key 'roomId': must be a string."]);
});

test("[WH12] members see the attempts of an endpoint over time, and deliveries by room and time", async () => {
  const { edge, call } = await openWorld();
  await using _ = edge;
  const { body: webhook } = await call("POST", "", draft);
  const { body: sent } = await call("POST", `/${webhook.id}/test`, { type: "roomCreated" });
  const { body: figures } = await call("GET", `/${webhook.id}/figures?span=hour`);
  expect(figures.results.succeeded.reduce((sum: number, value: number) => sum + value)).toBe(1);
  expect((await call("GET", `/${webhook.id}/figures?span=year`)).status).toBe(422);
  const list = async (query: string) => (await call("GET", `/${webhook.id}/deliveries?${query}`)).body.data;
  expect(await list("roomId=sample-room")).toMatchObject([{ id: sent.deliveryId, roomId: "sample-room" }]);
  expect(await list("roomId=other")).toEqual([]);
  const [{ createdAt }] = await list("");
  expect(await list(`from=${createdAt}&to=${createdAt}`)).toHaveLength(1);
  expect(await list(`from=${new Date(Date.parse(createdAt) + 1).toISOString()}`)).toEqual([]);
});
