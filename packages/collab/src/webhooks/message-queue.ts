import type { DomainEvent, ProjectId } from "@weft/protocol";
import type { OutboxEvent, OutboxRecords } from "../events/outbox-records.ts";
import { messageId } from "./message-id.ts";
import { roomOfEvent } from "./room-of-event.ts";
import { throttleMsOf } from "./subscriptions.ts";
import type { NewWebhookMessage, ThrottledMessage, WebhookEndpointRecord, WebhookRecords } from "./webhook-records.ts";

/**
 * Turns domain events into messages: one for each enabled endpoint that is subscribed to the event.
 *
 *     change ──► outbox ──► reader `webhooks` ──► messages, and the reader's position, in one transaction ──► dispatcher
 *
 * Events of a throttle, which is that of an endpoint, a room and a type, become messages at least as far apart as it says:
 *
 *     events     ●   ●  ●       ●                  ●
 *     messages   ├── throttle ──├── throttle ──┤   ├──      the first at once; the next when the throttle ends, with the
 *                ▼              ▼              ▼   ▼        newest time of the events until then
 */
export interface WebhookMessageQueue {
  /** Queues everything that is in the outbox now. Calls do not overlap. */
  read(): Promise<void>;
}

export interface WebhookMessageQueueOptions {
  readonly outbox: Pick<OutboxRecords, "register" | "read">;
  readonly records: Pick<WebhookRecords, "enabledEndpoints" | "throttled" | "addMessages">;
  /** Messages were added. */
  readonly added: () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const reader = "webhooks";
const eventsPerRead = 500;

export function createWebhookMessageQueue(options: WebhookMessageQueueOptions): WebhookMessageQueue {
  const { outbox, records, added, now } = options;
  let isRegistered = false;
  return {
    async read() {
      if (!isRegistered) await outbox.register(reader);
      isRegistered = true;
      for (;;) {
        const events = await outbox.read(reader, eventsPerRead);
        const [first] = events;
        const last = events.at(-1);
        if (first === undefined || last === undefined) return;
        const { messages, replacedBodies } = await plan(events, records, now());
        const advance = { reader, seq: last.seq, first: first.seq };
        // Refused if a throttled message was sent meanwhile, or another process has read these events: they are read again.
        const done = await records.addMessages(messages, replacedBodies, { advance });
        if (done && messages.length > 0) added();
        if (done && events.length < eventsPerRead) return;
      }
    },
  };
}

interface Plan {
  readonly messages: readonly NewWebhookMessage[];
  readonly replacedBodies: readonly Pick<NewWebhookMessage, "project" | "id" | "body">[];
}

async function plan(
  events: readonly OutboxEvent[],
  records: WebhookMessageQueueOptions["records"],
  now: number,
): Promise<Plan> {
  const projects = [...new Set(events.map(({ event }) => event.data.projectId))];
  const endpoints = await records.enabledEndpoints(projects);
  if (endpoints.length === 0) return { messages: [], replacedBodies: [] };
  const byProject = Map.groupBy(endpoints, ({ project }) => project);
  const deliveries = events.flatMap(({ seq, event }) =>
    (byProject.get(event.data.projectId) ?? [])
      .filter(({ subscribedEvents }) => subscribedEvents.includes(event.type))
      .map((endpoint) => deliveryOf(endpoint, seq, event)),
  );
  const known = await throttledBy(deliveries, records);

  const messages = new Map<string, NewWebhookMessage>();
  const replacedBodies = new Map<string, Plan["replacedBodies"][number]>();
  for (const { id, endpoint, event, throttle, throttleMs } of deliveries) {
    const { project } = endpoint;
    const body = JSON.stringify(event);
    const before = throttle === undefined ? undefined : known.get(throttle);
    if (before?.isPending === true && before.scheduledAt > now) {
      const queued = messages.get(before.id);
      if (queued === undefined) replacedBodies.set(before.id, { project, id: before.id, body });
      else messages.set(before.id, { ...queued, body });
      continue;
    }
    const dueAt = before === undefined ? now : nextAfter(before.scheduledAt, throttleMs, now);
    const room = roomOfEvent(event);
    const { type } = event;
    messages.set(id, { project, endpoint: endpoint.id, id, type, body, room, throttle, createdAt: now, dueAt });
    if (throttle !== undefined) known.set(throttle, { throttle, id, scheduledAt: dueAt, isPending: true });
  }
  return { messages: withOneOwner([...messages.values()]), replacedBodies: [...replacedBodies.values()] };
}

/** A message that is scheduled for later and not pending was dropped: the next one takes its place. */
function nextAfter(scheduledAt: number, throttleMs: number, now: number): number {
  return scheduledAt > now ? scheduledAt : Math.max(now, scheduledAt + throttleMs);
}

interface Delivery {
  readonly id: string;
  readonly endpoint: WebhookEndpointRecord;
  readonly event: DomainEvent;
  readonly throttle: string | undefined;
  readonly throttleMs: number;
}

function deliveryOf(endpoint: WebhookEndpointRecord, seq: number, event: DomainEvent): Delivery {
  const throttleMs = throttleMsOf(endpoint, event.type);
  const throttle = throttleMs === 0 ? undefined : `${endpoint.id} ${event.type} ${event.data.roomId}`;
  return { id: messageId(endpoint, seq), endpoint, event, throttle, throttleMs };
}

async function throttledBy(
  deliveries: readonly Delivery[],
  records: Pick<WebhookRecords, "throttled">,
): Promise<Map<string, ThrottledMessage>> {
  const throttles = Map.groupBy(
    deliveries.filter(({ throttle }) => throttle !== undefined),
    ({ endpoint }) => endpoint.project,
  );
  const found = await Promise.all(
    Array.from(throttles, ([project, of]: [ProjectId, Delivery[]]) =>
      records.throttled(project, [...new Set(of.map(({ throttle }) => throttle!))]),
    ),
  );
  return new Map(found.flat().map((message) => [message.throttle, message]));
}

/** Of messages under one throttle, the last one names it. */
function withOneOwner(messages: readonly NewWebhookMessage[]): readonly NewWebhookMessage[] {
  const owners = new Map(messages.map(({ throttle, id }) => [throttle, id]));
  return messages.map((message) =>
    message.throttle !== undefined && owners.get(message.throttle) !== message.id
      ? { ...message, throttle: undefined }
      : message,
  );
}
