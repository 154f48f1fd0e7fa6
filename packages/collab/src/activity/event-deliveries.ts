/**
 * Which deliveries an event of a project's log has caused.
 *
 * - The id of a message follows from its endpoint and from the event's place in the outbox: it is looked up.
 * - An event under a throttle may have no message of its own: then it was combined with the latest message before it, of the
 *   same endpoint, room and type.
 * - The log lists who comes and goes apart from the outbox. Their messages are found among those that were created about then,
 *   by room and connection.
 */
import type { EventDelivery, ProjectId } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { ActivityRecords, EventRecord } from "./activity-records.ts";
import { outboxSeqOf } from "./outbox-event-id.ts";
import { describeDelivery } from "../webhooks/describe-webhook.ts";
import { messageId } from "../webhooks/message-id.ts";
import { throttleMsOf } from "../webhooks/subscriptions.ts";
import type { WebhookEndpointRecord, WebhookMessageRecord, WebhookRecords } from "../webhooks/webhook-records.ts";

export interface EventDeliveries {
  /** NOT_FOUND for an event that the log no longer lists. */
  of(project: ProjectId, event: string): Promise<readonly EventDelivery[]>;
}

export interface EventDeliveriesOptions {
  readonly records: Pick<WebhookRecords, "endpoints" | "messagesById" | "messagesOfType">;
  readonly events: Pick<ActivityRecords, "event" | "events">;
}

/** Events of one room, before a throttled one, among which its message is looked for. */
const eventsBefore = 50;
/** How far the clocks of nodes may be apart, and how long a message of a connection may take to be queued. */
const connectionSkewMs = 60_000;
const connectionQueuedMs = 600_000;
/** Messages that are compared with an event of a connection. */
const messagesCompared = 500;

export function createEventDeliveries({ records, events }: EventDeliveriesOptions): EventDeliveries {
  return {
    async of(project, id) {
      const event = await events.event(project, id);
      if (event === undefined) throw new WeftError("NOT_FOUND", { message: "The event is no longer available." });
      const endpoints = await records.endpoints(project);
      if (endpoints.length === 0) return [];
      if (event.kind === "userEntered" || event.kind === "userLeft")
        return ofConnection(records, event, event.kind, endpoints);
      const seq = outboxSeqOf(id);
      return seq === undefined ? [] : ofOutbox(records, events, { event, seq }, endpoints);
    },
  };
}

async function ofOutbox(
  records: EventDeliveriesOptions["records"],
  events: EventDeliveriesOptions["events"],
  { event, seq }: { readonly event: EventRecord; readonly seq: number },
  endpoints: readonly WebhookEndpointRecord[],
): Promise<readonly EventDelivery[]> {
  const isThrottled = event.kind === "storageUpdated" || event.kind === "ydocUpdated";
  const before = isThrottled ? await placesBefore(events, event, seq) : [];
  const candidates = endpoints.map((endpoint) => ({
    endpoint,
    // From the event back.
    ids: [seq, ...(isThrottled && throttleMsOf(endpoint, event.kind as "storageUpdated") > 0 ? before : [])].map(
      (place) => messageId(endpoint, place),
    ),
  }));
  const found = new Map<string, WebhookMessageRecord>();
  for (const { ids } of candidates)
    for (const message of await records.messagesById(event.project, ids)) found.set(message.id, message);
  return candidates.flatMap(({ endpoint, ids }) => {
    const message = ids.map((id) => found.get(id)).find((one) => one !== undefined);
    return message === undefined ? [] : [described(endpoint, message, message.id !== ids[0])];
  });
}

/** Places in the outbox of the events of the same room and type, from the one before this on. */
async function placesBefore(
  events: EventDeliveriesOptions["events"],
  { project, kind, room, at, id }: EventRecord,
  seq: number,
): Promise<readonly number[]> {
  if (room === null) return [];
  const listed = await events.events(project, { kinds: [kind], room }, { limit: eventsBefore, after: { at, id } });
  return listed.flatMap((one) => {
    const place = outboxSeqOf(one.id);
    return place === undefined || place >= seq ? [] : [place];
  });
}

async function ofConnection(
  records: EventDeliveriesOptions["records"],
  { project, room, connection, at }: EventRecord,
  type: "userEntered" | "userLeft",
  endpoints: readonly WebhookEndpointRecord[],
): Promise<readonly EventDelivery[]> {
  const messages = await records.messagesOfType(project, type, {
    from: at - connectionSkewMs,
    limit: messagesCompared,
  });
  const named = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return messages.flatMap((message) => {
    const endpoint = named.get(message.endpoint);
    if (endpoint === undefined || message.createdAt > at + connectionQueuedMs) return [];
    const { data } = JSON.parse(message.body) as { data?: { roomId?: unknown; connectionId?: unknown } };
    return data?.roomId === room && data.connectionId === connection ? [described(endpoint, message, false)] : [];
  });
}

function described({ id, url }: WebhookEndpointRecord, message: WebhookMessageRecord, isCombined: boolean) {
  return { webhookId: id, url, delivery: describeDelivery(message), isCombined };
}
