import { WebhookHandler } from "@liveblocks/node";
import { signaturesOf } from "@weft/collab";
import type { DomainEventType, ProjectId } from "@weft/protocol";
import { sampleEventOf, webhookEventTypes } from "@weft/protocol";
import { openTestData, startServer } from "@weft/testkit";
import { addWebhook, openWebhookReceiver } from "@weft/testkit/webhook-receiver";
import type { ReceivedWebhook, WebhookReceiver } from "@weft/testkit/webhook-receiver";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";

let lobby: Lobby;
let receiver: WebhookReceiver;
let secrets: readonly [current: string, previous: string];
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  receiver = opened.use(await openWebhookReceiver());
  const data = opened.use(await openTestData());
  await (await startServer({ data }))[Symbol.asyncDispose]();
  const { webhook, previousSecret } = await addWebhook(data, {
    url: receiver.url,
    additionalHeaders: { "X-Own": "1" },
    rolled: true,
  });
  secrets = [webhook.secret!.value, previousSecret!];
  lobby = opened.use(await openLobby({ data }));
});
afterAll(() => opened.disposeAsync());

/** What the official handler reads from a request, under either secret. */
function verify({ headers, body }: Pick<ReceivedWebhook, "headers" | "body">) {
  const [current, previous] = secrets.map((secret) =>
    new WebhookHandler(secret).verifyRequest({ headers: { ...headers }, rawBody: body }),
  );
  expect(current).toEqual(previous);
  return current!;
}

test("[WH7] every event of a room arrives, signed with the current and the previous secret", async () => {
  const roomId = await lobby.newRoom(["room:write"]);
  const storage = { liveblocksType: "LiveObject", data: { a: 1 } } as const;
  await lobby.api.initializeStorageDocument(roomId, storage);
  const document = new Y.Doc();
  document.getText("text").insert(0, "A change.");
  await lobby.api.sendYjsBinaryUpdate(roomId, Y.encodeStateAsUpdate(document));
  const token = await lobby.accessToken("ada", { [roomId]: ["room:write"] }, { name: "Ada" });
  const visit = lobby.enter(roomId, { auth: async () => ({ token }) });
  await eventually(() => expect(visit.room.getStatus()).toBe("connected"));
  visit.leave();
  await eventually(() => expect(typesOf(roomId)).toContain("userLeft"));
  await lobby.api.deleteRoom(roomId);
  await eventually(() =>
    expect(typesOf(roomId).toSorted()).toEqual([
      "roomCreated",
      "roomDeleted",
      "storageUpdated",
      "userEntered",
      "userLeft",
      "ydocUpdated",
    ]),
  );
  const entered = receiver.received
    .map(verify)
    .find(({ type, data }) => type === "userEntered" && data.roomId === roomId);
  expect(entered!.data).toEqual({
    projectId: expect.any(String),
    roomId,
    connectionId: expect.any(Number),
    userId: "ada",
    userInfo: { name: "Ada" },
    numActiveUsers: 1,
    enteredAt: expect.any(String),
  });
  const left = receiver.received.map(verify).find(({ type, data }) => type === "userLeft" && data.roomId === roomId);
  expect(left!.data).toMatchObject({ userId: "ada", numActiveUsers: 0, leftAt: expect.any(String) });
  for (const { headers } of receiver.received) expect(headers["x-own"]).toBe("1");
});

const typesOf = (roomId: string): DomainEventType[] =>
  receiver.received.map(verify).flatMap(({ type, data }) => (data.roomId === roomId ? [type] : []));

test.for(webhookEventTypes)("[WH11] the official handler accepts a sample of %s, signed with either secret", (type) => {
  const event = sampleEventOf(type, "p1" as ProjectId, Date.now());
  const request = { id: "msg_1", timestamp: Math.floor(Date.now() / 1_000), body: JSON.stringify(event) };
  const headers = {
    "webhook-id": request.id,
    "webhook-timestamp": String(request.timestamp),
    "webhook-signature": signaturesOf(request, secrets),
  };
  expect(verify({ headers, body: request.body })).toEqual(event);
  expect(() => verify({ headers, body: `${request.body} ` })).toThrow();
});
