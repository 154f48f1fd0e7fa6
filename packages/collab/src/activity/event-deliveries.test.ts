import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import type { EventRecord } from "./activity-records.ts";
import { outboxEventId } from "./outbox-event-id.ts";
import { createEventDeliveries } from "./event-deliveries.ts";
import { messageId } from "../webhooks/message-id.ts";
import type { WebhookEndpointRecord, WebhookMessageRecord } from "../webhooks/webhook-records.ts";

const project = "p" as ProjectId;
const endpoint = (id: string, throttleSeconds = 60) =>
  ({
    project,
    id,
    url: `https://${id}.test`,
    createdAt: 1,
    storageThrottleSeconds: throttleSeconds,
  }) as WebhookEndpointRecord;
const one = endpoint("we_1");
const two = endpoint("we_2", 0);
const event = (seq: number, change: Partial<EventRecord> = {}): EventRecord => ({
  project,
  id: outboxEventId(seq),
  at: seq * 1_000,
  kind: "storageUpdated",
  room: "a",
  user: null,
  connection: null,
  code: null,
  data: {},
  ...change,
});
const message = (of: WebhookEndpointRecord, id: string, change: Partial<WebhookMessageRecord> = {}) =>
  ({
    project,
    endpoint: of.id,
    id,
    type: "storageUpdated",
    body: JSON.stringify({ data: { roomId: "a" } }),
    createdAt: 1,
    dueAt: 1,
    seq: 1,
    state: "delivered",
    tries: 0,
    attempts: 1,
    ...change,
  }) as WebhookMessageRecord;

/** Events from the newest on, and the messages that there are. */
function world(listed: readonly EventRecord[], messages: readonly WebhookMessageRecord[]) {
  const deliveries = createEventDeliveries({
    records: {
      endpoints: async () => [two, one],
      messagesById: async (_, ids) => messages.filter(({ id }) => ids.includes(id)),
      messagesOfType: async (_, type, { from, limit }) =>
        messages.filter((each) => each.type === type && each.createdAt >= from).slice(0, limit),
    },
    events: {
      event: async (_, id) => listed.find((each) => each.id === id),
      events: async (_, { kinds, room }, { limit, after }) =>
        listed
          .filter((each) => kinds!.includes(each.kind) && each.room === room && each.at < after!.at)
          .slice(0, limit),
    },
  });
  return async (id: string) =>
    (await deliveries.of(project, id)).map(({ webhookId, delivery, isCombined }) => ({
      webhookId,
      id: delivery.id,
      isCombined,
    }));
}

test("deliveries are those whose ids follow from the event, at any endpoint", async () => {
  const ids = [messageId(one, 7), messageId(two, 7)];
  const of = world(
    [event(7, { kind: "commentCreated" })],
    [message(one, ids[0]!), message(two, ids[1]!), message(one, messageId(one, 6))],
  );
  expect(await of(outboxEventId(7))).toEqual([
    { webhookId: "we_2", id: ids[1], isCombined: false },
    { webhookId: "we_1", id: ids[0], isCombined: false },
  ]);
  await expect(of(outboxEventId(8))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an event without a message of its own was combined with the latest message before it, under a throttle alone", async () => {
  const listed = [9, 8, 7, 6].map((seq) => event(seq));
  const elsewhere = event(5, { room: "b" });
  const sent = [message(one, messageId(one, 7)), message(one, messageId(one, 6)), message(two, messageId(two, 6))];
  const of = world([...listed, elsewhere], sent);
  const combined = [{ webhookId: "we_1", id: messageId(one, 7), isCombined: true }];
  expect(await of(outboxEventId(9))).toEqual(combined);
  expect(await of(outboxEventId(8))).toEqual(combined);
  expect(await of(outboxEventId(7))).toEqual([{ ...combined[0], isCombined: false }]);
  expect(await of(outboxEventId(5))).toEqual([]);
});

test("deliveries about who comes and goes are found by room and connection", async () => {
  const body = (roomId: string, connectionId: number) => JSON.stringify({ data: { roomId, connectionId } });
  const entered = { type: "userEntered", createdAt: 100_000 } as const;
  const of = world(
    [event(1, { id: "ev_own", kind: "userEntered", at: 99_000, connection: 3 })],
    [
      message(one, "msg_1", { ...entered, body: body("a", 3) }),
      message(two, "msg_2", { ...entered, body: body("a", 4) }),
      message(two, "msg_3", { ...entered, body: body("b", 3) }),
      message(two, "msg_4", { ...entered, body: body("a", 3), createdAt: 900_000 }),
    ],
  );
  expect(await of("ev_own")).toEqual([{ webhookId: "we_1", id: "msg_1", isCombined: false }]);
});
