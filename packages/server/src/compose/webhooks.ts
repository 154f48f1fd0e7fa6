import {
  createRequestCatcher,
  createRetentionRules,
  createSeal,
  createWebhookMessageQueue,
  createWebhooks,
  createWebhookSubscriptions,
} from "@weft/collab";
import type { ActivityWriter, RequestCatcher, WebhookTransport, Webhooks, WebhookSubscriptions } from "@weft/collab";
import { openDemoEndpoint } from "../demo-receiver/demo-endpoint.ts";
import type { DemoEndpoint } from "../demo-receiver/demo-endpoint.ts";
import { createDemoReceiver } from "../demo-receiver/demo-receiver.ts";
import type { DemoReceiver } from "../demo-receiver/demo-receiver.ts";
import { withDemoReceiver } from "../demo-receiver/demo-receiver-transport.ts";
import { openBackgroundJob } from "../background-job.ts";
import { openOutboxLoop } from "../jobs/outbox-loop.ts";
import { openConnectionEventWriter } from "../webhooks/connection-event-writer.ts";
import type { ConnectionEventWriter } from "../webhooks/connection-event-writer.ts";
import { openWebhookDispatcher } from "../webhooks/dispatcher.ts";
import { withRequestCatcher } from "../webhooks/request-catcher-transport.ts";
import { createWebhookTransport } from "../webhooks/webhook-transport.ts";
import type { Base } from "./base.ts";
import type { Storage } from "./storage.ts";

/** From domain events to requests. */
export interface WebhookParts {
  readonly webhooks: Webhooks;
  readonly requestCatcher: RequestCatcher;
  readonly subscriptions: WebhookSubscriptions;
  readonly connectionEvents: ConnectionEventWriter;
  /** What an example shows of the demo project. */
  readonly demoReceiver: DemoReceiver;
  readonly demoEndpoint: DemoEndpoint;
  /** Deletes messages, and what request catchers received, that are no longer kept. */
  sweep(): Promise<void>;
}

/** Replacements of parts, for tests. */
export interface WebhookReplacements {
  readonly outbound?: WebhookTransport;
}

/** How long a process may take a subscription for right that another one has changed, in milliseconds. */
const subscriptionsFreshMs = 5_000;
const dayMs = 86_400_000;

export function openWebhookDelivery(
  { limits, outbound: guarded, clock, now, log, metrics, signals, parts }: Base,
  { store, masterKey, cursors }: Pick<Storage, "store" | "masterKey" | "cursors">,
  activityWriter: Pick<ActivityWriter, "webhookAttempted">,
  replacements: WebhookReplacements = {},
): WebhookParts {
  const { outbox, webhooks: records } = store;
  const seal = createSeal(masterKey);
  const retentionRules = createRetentionRules(limits);
  const demoReceiver = createDemoReceiver({ signals, now, limits });
  const requestCatcher = createRequestCatcher({
    records: store.caughtRequests,
    endpoints: records,
    seal,
    now,
    limits,
  });
  const transport = withRequestCatcher(replacements.outbound ?? createWebhookTransport(guarded), requestCatcher);
  const outbound = withDemoReceiver(transport, demoReceiver);
  const subscriptions = createWebhookSubscriptions(records);
  // Finds what other processes change, even where their signals were lost.
  const refreshing = parts.use(
    openBackgroundJob({
      clock,
      everyMs: Math.min(limits.jobPollMs, subscriptionsFreshMs),
      work: () => subscriptions.refresh(),
      failed: (err) => log.warn({ err }, "webhook endpoints could not be read; they are read later"),
    }),
  );
  signals.subscribe("webhookEndpointsChanged", (_, from) => from === "elsewhere" && refreshing.soon());
  const endpointsChanged = async () => {
    signals.publish({ type: "webhookEndpointsChanged" });
    await subscriptions.refresh();
  };
  const connectionEvents = parts.use(openConnectionEventWriter({ outbox, subscriptions, clock, limits, log }));
  const dispatcher = parts.use(
    openWebhookDispatcher({
      records,
      outbound,
      seal,
      disabled: () => void endpointsChanged().catch(() => {}),
      attempted({ message, next }) {
        metrics.webhookAttempted(next.kind === "delivered");
        activityWriter.webhookAttempted(message.project, next.kind);
      },
      clock,
      limits,
      log,
    }),
  );
  metrics.watchWebhooks(() => now() - (dispatcher.oldestDueAt ?? now()));
  const queue = createWebhookMessageQueue({ outbox, records, added: () => dispatcher.wake(), now });
  const loop = parts.use(
    openOutboxLoop({
      outbox,
      read: () => queue.read(),
      failed: (err) => log.warn({ err }, "webhook messages could not be queued; they are queued later"),
      clock,
      limits,
    }),
  );
  metrics.watchQueue("outbox webhooks", () => loop.waitingMs);
  const webhooks = createWebhooks({
    records,
    seal,
    outbound,
    sender: dispatcher,
    changed: endpointsChanged,
    cursors,
    now,
    limits,
  });
  const demoEndpoint = parts.use(
    openDemoEndpoint({ records, seal, signals, changed: endpointsChanged, clock, limits }),
  );
  return {
    webhooks,
    requestCatcher,
    subscriptions,
    connectionEvents,
    demoReceiver,
    demoEndpoint,
    async sweep() {
      if (await requestCatcher.sweep()) await endpointsChanged();
      await records.sweep({
        before: now() - limits.webhookMessagesKeptMs,
        async beforeOf(id) {
          const project = await store.projects.find(id);
          const team = project?.team === undefined ? undefined : await store.teams.team(project.team);
          return now() - retentionRules.of(team).webhookDeliveries * dayMs;
        },
        most: limits.webhookMessagesKept,
        now: now(),
      });
    },
  };
}
