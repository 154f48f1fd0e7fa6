import { createRequestCatcher, createSeal, signaturesOf, webhookRequestHeaders } from "@weft/collab";
import type { WebhookRequest, WebhookTransport } from "@weft/collab";
import { newProject, newWebhookEndpoint } from "@weft/collab/suites/webhook-records.suite.ts";
import { CaughtRequest, CaughtRequestDetails, limits } from "@weft/protocol";
import type { ProjectId } from "@weft/protocol";
import { openStore } from "@weft/store";
import { expect, test } from "vitest";
import { withRequestCatcher } from "./request-catcher-transport.ts";

const project = "p1" as ProjectId;
const other = "p2" as ProjectId;
const name = { project, id: "we_1" };
const url = "weft://request-catcher/we_1";
const start = Date.parse("2026-11-01T00:00:00.000Z");
const secret = `whsec_${Buffer.from("current").toString("base64")}`;
const seal = createSeal(Buffer.alloc(32, 7));
const body = JSON.stringify({ type: "roomCreated", data: { projectId: project, roomId: "plan" } });

/** The catcher behind a transport that records what would leave the server. */
async function world() {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore("sqlite::memory:"));
  for (const id of [project, other]) await store.projects.insertProject(newProject(id));
  const sealedSecret = seal.seal(secret, `webhook ${project} ${name.id}`);
  await store.webhooks.insertEndpoint(newWebhookEndpoint({ url, sealedSecret, createdAt: start }), 9);
  const time = { now: start };
  const catcher = createRequestCatcher({
    records: store.caughtRequests,
    endpoints: store.webhooks,
    seal,
    now: () => time.now,
    limits,
  });
  const left: string[] = [];
  const outside: WebhookTransport = {
    refusal: ({ protocol }) => (protocol === "https:" ? undefined : "must start with https://."),
    async post(to) {
      left.push(to);
      return { failure: "This address is private." };
    },
  };
  const transport = withRequestCatcher(outside, catcher);
  const send = (id: string, change: Partial<WebhookRequest> = {}, to = url, signedBy = secret) => {
    const timestamp = Math.floor(time.now / 1_000);
    const sent = change.body ?? body;
    const signature = signaturesOf({ id, timestamp, body: sent }, [signedBy]);
    const headers = { ...webhookRequestHeaders(id, timestamp), "webhook-signature": signature };
    return transport.post(to, { project, headers, body: sent, timeoutMs: 1, maxBytes: 1, ...change });
  };
  const held = stack.move();
  return { store, catcher, transport, time, left, send, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

test("[WH15] the catcher verifies and keeps requests to its URL, which leave the server nowhere else", async () => {
  await using here = await world();
  const { catcher, time, send } = here;
  expect(await send("msg_1")).toEqual({ status: 200, body: "Received." });
  time.now += 1_000;
  await send("msg_2", {}, url, `whsec_${Buffer.from("another").toString("base64")}`);
  const late = webhookRequestHeaders("msg_3", start / 1_000 - 301);
  await send("msg_3", { headers: late });
  const list = await catcher.list(name);
  expect(list.map(({ messageId, verified, roomId }) => [messageId, verified, roomId])).toEqual([
    ["msg_3", false, "plan"],
    ["msg_2", false, "plan"],
    ["msg_1", true, "plan"],
  ]);
  for (const one of list) expect(CaughtRequest.parse(one)).toEqual(one);
  const details = await catcher.find(name, list[2]!.id);
  expect(CaughtRequestDetails.parse(details)).toEqual(details);
  expect(details).toMatchObject({
    receivedAt: "2026-11-01T00:00:00.000Z",
    body,
    bytes: body.length,
    headers: { "webhook-id": "msg_1", "webhook-signature": expect.stringMatching(/^v1,/) },
  });
  expect(here.left).toEqual([]);
});

test("[WH15] no other address gets past the rules for requests that leave the server", async () => {
  await using here = await world();
  const { transport, send } = here;
  for (const to of [
    "http://127.0.0.1:7070/request-catcher/we_1",
    "http://request-catcher/we_1",
    "weft:request-catcher/we_1",
    "WEFT://request-catcher/we_1",
    `https://a.test/${url}`,
  ])
    expect(await send("msg_1", {}, to)).toEqual({ failure: "This address is private." });
  expect(here.left).toHaveLength(5);
  // Another endpoint's, or another project's, is not found.
  for (const to of [`${url}x`, `${url}/`, `${url}?`, "weft://request-catcher/"])
    expect(await send("msg_1", {}, to)).toMatchObject({ status: 404 });
  expect(await send("msg_1", { project: other })).toMatchObject({ status: 404 });
  expect(transport.refusal(new URL(url))).toBe("must start with https://.");
  expect(await here.catcher.list(name)).toEqual([]);
});

test("[WH15] a long body is cut, and requests and endpoint are deleted when their time is over", async () => {
  await using here = await world();
  const { catcher, time, send, store } = here;
  const long = JSON.stringify({ type: "userEntered", data: { roomId: null, userInfo: { text: "é".repeat(50_000) } } });
  await send("msg_1", { body: long });
  const [caught] = await catcher.list(name);
  expect(caught).toMatchObject({ bytes: Buffer.byteLength(long), verified: true, roomId: null });
  const details = await catcher.find(name, caught!.id);
  expect(Buffer.byteLength(details.body)).toBeLessThanOrEqual(limits.webhookCatcherRequest);
  expect(long.startsWith(details.body)).toBe(true);
  await expect(catcher.find(name, "1e3")).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  await expect(catcher.find({ ...name, project: other }, caught!.id)).rejects.toMatchObject({
    code: "WEBHOOK_NOT_FOUND",
  });
  time.now += limits.webhookCatcherKeptMs;
  expect(await catcher.sweep()).toBe(false);
  expect(await catcher.list(name)).toHaveLength(1);
  time.now += 1;
  expect(await catcher.sweep()).toBe(true);
  expect(await store.webhooks.endpoint(name)).toBeUndefined();
  await expect(catcher.list(name)).rejects.toMatchObject({ code: "WEBHOOK_NOT_FOUND" });
});
