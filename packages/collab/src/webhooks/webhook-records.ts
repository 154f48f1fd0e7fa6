import type { DomainEventType, ProjectId, WebhookHeaders, webhookMessageStates } from "@weft/protocol";
import type { Effects } from "../effects.ts";

/** Where a project's events are sent. Instants are milliseconds since the epoch. */
export interface WebhookEndpointRecord extends WebhookEndpointName {
  readonly url: string;
  readonly subscribedEvents: readonly DomainEventType[];
  readonly disabled: boolean;
  /** Deliveries per second. */
  readonly rateLimit?: number;
  readonly headers: WebhookHeaders;
  readonly storageThrottleSeconds: number;
  readonly documentThrottleSeconds: number;
  readonly sealedSecret: string;
  /** The secret before this one, which also signs until `previousSecretUntil`. */
  readonly sealedPreviousSecret?: string;
  readonly previousSecretUntil?: number;
  /** The first failed attempt since the last successful one. */
  readonly failingSince?: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface WebhookEndpointName {
  readonly project: ProjectId;
  readonly id: string;
}

/** Undefined members stay as they are. */
export type WebhookEndpointChange = Partial<
  Omit<WebhookEndpointRecord, "project" | "id" | "createdAt" | "failingSince" | "rateLimit">
> & {
  /** Null removes it. */
  readonly rateLimit?: number | null;
};

export type WebhookMessageState = (typeof webhookMessageStates)[number];

/** An event on its way to one endpoint. */
export interface WebhookMessageRecord extends NewWebhookMessage {
  /** Rises from message to message. */
  readonly seq: number;
  readonly state: WebhookMessageState;
  /** Failed attempts since the message was queued last. */
  readonly tries: number;
  /** All attempts. */
  readonly attempts: number;
  readonly settledAt?: number;
}

export interface NewWebhookMessage {
  readonly project: ProjectId;
  readonly endpoint: string;
  readonly id: string;
  readonly type: DomainEventType;
  /** The body of the request. */
  readonly body: string;
  /** The room that the event is about. */
  readonly room?: string;
  /** Names the throttle of which this is the newest message. */
  readonly throttle?: string;
  readonly createdAt: number;
  readonly dueAt: number;
}

/** The newest message under a throttle. */
export interface ThrottledMessage {
  readonly throttle: string;
  readonly id: string;
  /** When it was due first. */
  readonly scheduledAt: number;
  /** Whether no attempt has begun. */
  readonly isPending: boolean;
}

export interface WebhookAttemptRecord {
  readonly at: number;
  readonly durationMs: number;
  readonly status?: number;
  readonly failure?: string;
  readonly answer?: string;
}

/** The end of one attempt. */
export interface WebhookOutcome {
  readonly message: Pick<WebhookMessageRecord, "project" | "endpoint" | "id" | "attempts">;
  readonly claim: string;
  readonly attempt: WebhookAttemptRecord;
  readonly next:
    | { readonly kind: "delivered" }
    | { readonly kind: "failed" }
    /** A further attempt is due at `dueAt`. */
    | { readonly kind: "retry"; readonly dueAt: number };
}

export interface WebhookMessagePage {
  readonly limit: number;
  /** The `seq` of the last message of the page before. */
  readonly after?: number;
  readonly state?: WebhookMessageState;
  readonly type?: DomainEventType;
  readonly room?: string;
  /** Created at these instants or between them. */
  readonly from?: number;
  readonly to?: number;
}

/** How many messages are in a state. */
export interface WebhookMessageProgress {
  readonly state: WebhookMessageState;
  readonly isAttempted: boolean;
  readonly count: number;
}

/** Which messages of an endpoint are counted: of the newest `limit`, those of an instant or later. */
export interface CountedMessages {
  readonly since: number;
  readonly limit: number;
}

/**
 * Where webhook endpoints and the messages to them are stored.
 *
 *     outbox ──► message ──claim──► attempt ─┬─ delivered
 *                   ▲                        ├─ failed permanently
 *                   └──── retry, lease ends ─┘       an endpoint is disabled: its waiting messages are dropped
 *
 * A message belongs to the process that claims it until the lease ends, and then to the next one that claims it: every
 * message is attempted at least once. An outcome under a claim that has ended changes nothing.
 */
export interface WebhookRecords {
  /** Newest first. */
  endpoints(project: ProjectId): Promise<readonly WebhookEndpointRecord[]>;
  endpoint(name: WebhookEndpointName): Promise<WebhookEndpointRecord | undefined>;
  /** The endpoints of these projects, or of all, that are not disabled. */
  enabledEndpoints(projects?: readonly ProjectId[]): Promise<readonly WebhookEndpointRecord[]>;
  /** False when the project is gone or has `most` endpoints already: nothing is written then. */
  insertEndpoint(endpoint: WebhookEndpointRecord, most: number, effects?: Effects): Promise<boolean>;
  /**
   * False when the endpoint is gone, and when the change replaces headers or a secret that are not those of `before` any
   * more: nothing is written then. A change of `disabled` also clears `failingSince`. Waiting messages of an endpoint that
   * becomes disabled are not claimed any more; `dropWaiting` settles them.
   */
  updateEndpoint(
    name: WebhookEndpointName,
    change: WebhookEndpointChange,
    before: Pick<WebhookEndpointRecord, "headers" | "sealedSecret">,
    effects?: Effects,
  ): Promise<boolean>;
  /** False when the endpoint is gone. Its messages are deleted by the next sweep. */
  deleteEndpoint(name: WebhookEndpointName, effects?: Effects): Promise<boolean>;
  /**
   * Disables an endpoint that has been failing since `before` or longer; it keeps `failingSince`. False when it has not, or
   * is disabled already: nothing is written then.
   */
  disableFailing(name: WebhookEndpointName, before: number, now: number, effects?: Effects): Promise<boolean>;

  /** The newest message under each of these throttles of a project. */
  throttled(project: ProjectId, throttles: readonly string[]): Promise<readonly ThrottledMessage[]>;
  /**
   * Adds messages to endpoints that are there and not disabled, and replaces the bodies of pending ones. A message whose id
   * is known is not added again. False when a body could not be replaced because an attempt has begun, or when the effects
   * are refused: nothing is written then.
   */
  addMessages(
    messages: readonly NewWebhookMessage[],
    replacedBodies: readonly Pick<NewWebhookMessage, "project" | "id" | "body">[],
    effects?: Effects,
  ): Promise<boolean>;
  /** Adds a message that is claimed already. */
  addClaimed(message: NewWebhookMessage, claim: string, until: number): Promise<WebhookMessageRecord>;

  /** The enabled endpoints with waiting messages, and when the first of each is due, claimed ones included. */
  waiting(): Promise<readonly (WebhookEndpointName & { readonly dueAt: number })[]>;
  /** Claims the messages of an endpoint that have been due for longest; none if it is disabled. */
  claim(
    name: WebhookEndpointName,
    options: { readonly claim: string; readonly now: number; readonly until: number; readonly limit: number },
  ): Promise<readonly WebhookMessageRecord[]>;
  /** Writes outcomes, and whether their endpoints are failing. */
  settle(outcomes: readonly WebhookOutcome[]): Promise<void>;
  /** Gives messages back, by id, that were claimed and not attempted: they are due now. */
  release(
    name: WebhookEndpointName,
    options: { readonly claim: string; readonly now: number },
    messages: readonly string[],
  ): Promise<void>;
  /** Drops the waiting messages of an endpoint if it is disabled. */
  dropWaiting(name: WebhookEndpointName, now: number): Promise<void>;

  /** Queues the failed messages of an enabled endpoint that were created at `since` or later. Answers how many. */
  requeueFailed(name: WebhookEndpointName, since: number, now: number): Promise<number>;
  /**
   * Queues a settled message of an enabled endpoint again, or one that waits for its next attempt, which is due now then.
   * False when there is none.
   */
  requeue(name: WebhookEndpointName, message: string, now: number): Promise<boolean>;

  /** Newest first. */
  messages(name: WebhookEndpointName, page: WebhookMessagePage): Promise<readonly WebhookMessageRecord[]>;
  /** Those of these messages that there are, in any order. At most 1,000. */
  messagesById(project: ProjectId, ids: readonly string[]): Promise<readonly WebhookMessageRecord[]>;
  /** Messages of an event to any endpoint that were created at `from` or later, oldest first. */
  messagesOfType(
    project: ProjectId,
    type: DomainEventType,
    page: { readonly from: number; readonly limit: number },
  ): Promise<readonly WebhookMessageRecord[]>;
  /** When the newest message of an endpoint was created. */
  newest(name: WebhookEndpointName): Promise<number | undefined>;
  progress(name: WebhookEndpointName, counted: CountedMessages): Promise<readonly WebhookMessageProgress[]>;
  /**
   * The attempts of an instant or later, of an endpoint's newest `limit` messages. `leftOutAt`: when the newest of the others
   * was created, if there are any.
   */
  attemptsOfNewest(
    name: WebhookEndpointName,
    counted: CountedMessages,
  ): Promise<{
    readonly attempts: readonly Pick<WebhookAttemptRecord, "at" | "durationMs" | "status">[];
    readonly leftOutAt: number | undefined;
  }>;
  message(name: WebhookEndpointName, id: string): Promise<WebhookMessageRecord | undefined>;
  /** Oldest first. */
  attempts(project: ProjectId, message: string): Promise<readonly WebhookAttemptRecord[]>;

  /**
   * Deletes messages created before an instant, the oldest of an endpoint beyond `most`, and those of deleted endpoints; drops
   * those that wait at disabled endpoints.
   */
  sweep(options: {
    readonly before: number;
    /** Where a project keeps its messages for less time. */
    readonly beforeOf?: (project: ProjectId) => Promise<number>;
    readonly most: number;
    readonly now: number;
  }): Promise<void>;
}
