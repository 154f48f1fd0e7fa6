import type { DomainEventType, ProjectId } from "@weft/protocol";
import type { WebhookEndpointRecord, WebhookRecords } from "./webhook-records.ts";

/**
 * Which events the enabled endpoints of projects are subscribed to, in memory: for decisions on hot paths. It is as old as
 * the last `refresh`, so it decides only whether and how often events are written, and never where they are sent.
 */
export interface WebhookSubscriptions {
  /** Reads the endpoints of all projects. */
  refresh(): Promise<void>;
  isSubscribed(project: ProjectId, type: DomainEventType): boolean;
  /** The shortest throttle of an endpoint of the project that is subscribed to the event; undefined if there is none. */
  throttleMs(project: ProjectId, type: "storageUpdated" | "ydocUpdated"): number | undefined;
}

export function createWebhookSubscriptions(records: Pick<WebhookRecords, "enabledEndpoints">): WebhookSubscriptions {
  let byProject = new Map<string, Subscribed>();
  let started = 0;
  let applied = 0;
  return {
    async refresh() {
      const turn = ++started;
      const found = new Map<string, Subscribed>();
      for (const endpoint of await records.enabledEndpoints()) {
        const subscribed = found.get(endpoint.project) ?? new Map<DomainEventType, number>();
        found.set(endpoint.project, subscribed);
        for (const type of endpoint.subscribedEvents)
          subscribed.set(type, Math.min(subscribed.get(type) ?? Infinity, throttleMsOf(endpoint, type)));
      }
      // A call that began later has read a newer state.
      if (turn < applied) return;
      applied = turn;
      byProject = found;
    },
    isSubscribed: (project, type) => byProject.get(project)?.has(type) ?? false,
    throttleMs: (project, type) => byProject.get(project)?.get(type),
  };
}

/** By event: the shortest throttle, in milliseconds. */
type Subscribed = Map<DomainEventType, number>;

/** The throttle of an event at an endpoint, per room: 0 for events that are not throttled. */
export function throttleMsOf(endpoint: WebhookEndpointRecord, type: DomainEventType): number {
  if (type === "storageUpdated") return endpoint.storageThrottleSeconds * 1_000;
  if (type === "ydocUpdated") return endpoint.documentThrottleSeconds * 1_000;
  return 0;
}
