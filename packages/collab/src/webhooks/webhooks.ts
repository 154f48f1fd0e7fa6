/**
 * Webhook endpoints of projects, and what was delivered to them.
 *
 *   create, update ─► endpoint ◄─ events ─► messages ─► dispatcher ─► attempts
 *                                              ▲
 *                         recover, replay, test┘
 *
 * - The signing secret is stored sealed under the master key. It is rolled without a gap: for a day, or as long as is chosen,
 *   the previous secret signs beside the new one.
 * - A disabled endpoint receives nothing, and its pending messages are dropped.
 * - Changes of different settings, or of different headers, that are made at the same time are all kept.
 */
import { randomBytes } from "node:crypto";
import { limits as platformLimits, sampleEventOf, WeftError } from "@weft/protocol";
import type {
  DomainEventType,
  Json,
  Limits,
  ProjectId,
  ProjectWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDraft,
  WebhookFigures,
  WebhookHeaders,
} from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { createdFrom, creationKey, keysetPage } from "../keyset-page.ts";
import type { EffectsOf } from "../effects.ts";
import { invalid } from "../invalid.ts";
import type { Seal } from "../seal.ts";
import { catcherUrlOf, isCatcherUrl } from "./catcher-url.ts";
import {
  describeDelivery,
  describeDeliveryDetails,
  describeProjectWebhook,
  describeWebhook,
  iso,
} from "./describe-webhook.ts";
import { currentSecretOf, sealWebhookSecret } from "./endpoint-secrets.ts";
import { figuresFrom, figuresOf } from "./webhook-figures.ts";
import type { FigureSpan } from "./webhook-figures.ts";
import { roomOfEvent } from "./room-of-event.ts";
import { checkWebhookHeaders, patchWebhookHeaders, withoutWebhookHeaders } from "./header-rules.ts";
import type { WebhookTransport } from "./webhook-transport.ts";
import { readTestEvent } from "./test-event.ts";
import { createWebhookSecret } from "./signature.ts";
import type {
  WebhookEndpointChange,
  WebhookEndpointName,
  WebhookEndpointRecord,
  WebhookMessageRecord,
  WebhookMessageState,
  WebhookOutcome,
  WebhookRecords,
} from "./webhook-records.ts";

/**
 * Every call that names an endpoint throws WEBHOOK_NOT_FOUND for one that the project does not have. The effects of a change
 * are those of its endpoint, whose name is its URL.
 */
export interface Webhooks {
  /** Newest first. UNPROCESSABLE_ENTITY for a cursor of anything else. */
  list(project: ProjectId, search: PageSearch): Promise<PageOf<Webhook>>;
  /** UNPROCESSABLE_ENTITY for a URL or headers that are not allowed; FORBIDDEN when the project has too many endpoints. */
  create(project: ProjectId, draft: WebhookDraft, effects?: EffectsOf): Promise<Webhook>;
  /** An endpoint that leads to the request catcher. FORBIDDEN when the project has too many endpoints. */
  createCatcher(
    project: ProjectId,
    subscribedEvents: readonly DomainEventType[],
    effects?: EffectsOf,
  ): Promise<WebhookEndpointName>;
  get(name: WebhookEndpointName): Promise<Webhook>;
  update(name: WebhookEndpointName, change: WebhookChange, effects?: EffectsOf): Promise<Webhook>;
  delete(name: WebhookEndpointName, effects?: EffectsOf): Promise<void>;

  /** All endpoints of a project as its members see them, newest first. */
  overview(project: ProjectId): Promise<readonly ProjectWebhook[]>;
  overviewOf(name: WebhookEndpointName): Promise<ProjectWebhook>;
  /** The attempts of an endpoint over time. */
  figures(name: WebhookEndpointName, span: FigureSpan): Promise<WebhookFigures>;

  /** `overlapMs`: how long the previous secret remains valid; the limit `webhookSecretOverlapMs` by default. */
  rollSecret(
    name: WebhookEndpointName,
    effects?: EffectsOf,
    overlapMs?: number,
  ): Promise<{ readonly secret: { readonly value: string }; readonly message: string }>;

  headers(name: WebhookEndpointName): Promise<{ readonly headers: WebhookHeaders }>;
  /** Replaces headers of the same names. Answers all headers. */
  addHeaders(
    name: WebhookEndpointName,
    headers: WebhookHeaders,
    effects?: EffectsOf,
  ): Promise<{ readonly headers: WebhookHeaders }>;
  deleteHeaders(
    name: WebhookEndpointName,
    names: readonly string[],
    effects?: EffectsOf,
  ): Promise<{ readonly headers: WebhookHeaders }>;

  /**
   * Sends an event with this data, or a sample, and waits for its first attempt; further attempts follow as for any message.
   * UNPROCESSABLE_ENTITY when the endpoint is disabled or not subscribed to the event, and for data that is not the event's.
   */
  test(
    name: WebhookEndpointName,
    event: DomainEventType,
    data?: Json,
  ): Promise<{ readonly message: { readonly id: string; readonly deliveredAt?: string } }>;
  /** Queues the failed messages that were created at an instant or later. UNPROCESSABLE_ENTITY for a disabled endpoint. */
  recoverFailed(name: WebhookEndpointName, since: number): Promise<{ readonly queued: number }>;

  /** Newest first. */
  deliveries(name: WebhookEndpointName, search: DeliverySearch): Promise<PageOf<WebhookDelivery>>;
  /** RESOURCE_NOT_FOUND. */
  delivery(name: WebhookEndpointName, id: string): Promise<WebhookDeliveryDetails>;
  /**
   * Sends a message again: one that is settled, or that waits for its next attempt. RESOURCE_NOT_FOUND; UNPROCESSABLE_ENTITY
   * for a disabled endpoint.
   */
  replay(name: WebhookEndpointName, id: string): Promise<void>;
}

interface PageSearch {
  readonly limit?: number;
  readonly cursor?: string;
}

interface DeliverySearch extends PageSearch {
  readonly state?: WebhookMessageState;
  readonly type?: DomainEventType;
  readonly roomId?: string;
  /** ISO 8601. */
  readonly from?: string;
  readonly to?: string;
}

interface PageOf<T> {
  readonly data: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Delivers messages. */
export interface WebhookSender {
  /** Messages were added or queued again. */
  wake(): void;
  /** Attempts a message that was added under this claim, at once. Resolves when the outcome is stored. */
  send(message: WebhookMessageRecord, claim: string): Promise<WebhookOutcome>;
}

export interface WebhooksOptions {
  readonly records: WebhookRecords;
  readonly seal: Seal;
  readonly outbound: Pick<WebhookTransport, "refusal">;
  readonly sender: WebhookSender;
  /** An endpoint was created, changed or deleted. The call answers afterwards. */
  readonly changed: () => Promise<void>;
  readonly cursors: Cursors;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits?: Limits;
}

export function createWebhooks(options: WebhooksOptions): Webhooks {
  return new StoredWebhooks(options);
}

/** Of which time members see how many messages were delivered. */
const dayMs = 86_400_000;

class StoredWebhooks implements Webhooks {
  readonly #options: WebhooksOptions;
  readonly #limits: Limits;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
  }

  async list(project: ProjectId, { limit = this.#limits.pageSize, cursor }: PageSearch): Promise<PageOf<Webhook>> {
    const { records, cursors } = this.#options;
    const { items, nextCursor } = await keysetPage<WebhookEndpointRecord>({
      cursors,
      scope: { project, list: "webhooks" },
      limit,
      cursor,
      async read(most, key) {
        const last = createdFrom(key);
        const isAfter = ({ createdAt, id }: WebhookEndpointRecord) =>
          last === undefined || createdAt < last.createdAt || (createdAt === last.createdAt && id < last.id);
        // A project has few endpoints: `webhooksPerProject`.
        return (await records.endpoints(project)).filter(isAfter).slice(0, most);
      },
      keyOf: creationKey,
    });
    return { data: items.map((endpoint) => this.#describe(endpoint)), nextCursor };
  }

  async create(project: ProjectId, draft: WebhookDraft, effects?: EffectsOf): Promise<Webhook> {
    this.#checkUrl(draft.url);
    checkWebhookHeaders(draft.additionalHeaders ?? {}, ["additionalHeaders"]);
    return this.#describe(await this.#insert({ project, id: newEndpointId() }, draft, effects));
  }

  async createCatcher(project: ProjectId, subscribedEvents: readonly DomainEventType[], effects?: EffectsOf) {
    const name = { project, id: newEndpointId() };
    await this.#insert(name, { url: catcherUrlOf(name), subscribedEvents: [...subscribedEvents] }, effects);
    return name;
  }

  async #insert(
    name: WebhookEndpointName,
    draft: WebhookDraft,
    effects: EffectsOf | undefined,
  ): Promise<WebhookEndpointRecord> {
    const { records, seal, now, changed } = this.#options;
    const { webhookThrottleSecondsDefault, webhooksPerProject } = this.#limits;
    const createdAt = now();
    const endpoint: WebhookEndpointRecord = {
      ...name,
      url: draft.url,
      subscribedEvents: [...new Set(draft.subscribedEvents)],
      disabled: false,
      rateLimit: draft.rateLimit,
      headers: draft.additionalHeaders ?? {},
      storageThrottleSeconds: draft.storageUpdatedThrottleSeconds ?? webhookThrottleSecondsDefault,
      documentThrottleSeconds: draft.yDocUpdatedThrottleSeconds ?? webhookThrottleSecondsDefault,
      sealedSecret: sealWebhookSecret(seal, name, createWebhookSecret()),
      createdAt,
      updatedAt: createdAt,
    };
    const written = effects?.({ id: name.id, name: endpoint.url });
    if (!(await records.insertEndpoint(endpoint, webhooksPerProject, written)))
      throw new WeftError("FORBIDDEN", {
        message: `The project has reached its limit of ${webhooksPerProject} webhook endpoints, or was deleted.`,
      });
    await changed();
    return endpoint;
  }

  async get(name: WebhookEndpointName): Promise<Webhook> {
    return this.#describe(await this.#find(name));
  }

  async update(name: WebhookEndpointName, change: WebhookChange, effects?: EffectsOf): Promise<Webhook> {
    const { records, now } = this.#options;
    const { url, subscribedEvents, rateLimit, disabled, additionalHeaders } = change;
    await this.#change(
      name,
      (before) => {
        if (disabled === false && before.sealedSecret === "")
          throw new WeftError("UNPROCESSABLE_ENTITY", {
            message: "The webhook endpoint has no secret, because the server's master key was replaced.",
            suggestion: "Roll its secret first.",
          });
        if (url !== undefined && url !== before.url) this.#checkUrl(url);
        return {
          url,
          subscribedEvents: subscribedEvents && [...new Set(subscribedEvents)],
          rateLimit,
          headers: additionalHeaders && patchWebhookHeaders(before.headers, additionalHeaders, ["additionalHeaders"]),
          storageThrottleSeconds: change.storageUpdatedThrottleSeconds,
          documentThrottleSeconds: change.yDocUpdatedThrottleSeconds,
          disabled: disabled === before.disabled ? undefined : disabled,
        };
      },
      effects,
    );
    if (disabled === true) await records.dropWaiting(name, now());
    return this.get(name);
  }

  async delete(name: WebhookEndpointName, effects?: EffectsOf): Promise<void> {
    const { records, changed } = this.#options;
    const { id, url } = await this.#find(name);
    if (!(await records.deleteEndpoint(name, effects?.({ id, name: url })))) throw new WeftError("WEBHOOK_NOT_FOUND");
    await changed();
  }

  async overview(project: ProjectId): Promise<readonly ProjectWebhook[]> {
    const endpoints = await this.#options.records.endpoints(project);
    return Promise.all(endpoints.map((endpoint) => this.#describeForMembers(endpoint)));
  }

  async overviewOf(name: WebhookEndpointName): Promise<ProjectWebhook> {
    return this.#describeForMembers(await this.#find(name));
  }

  async figures(name: WebhookEndpointName, span: FigureSpan): Promise<WebhookFigures> {
    const { records, now } = this.#options;
    await this.#find(name);
    const at = now();
    const counted = { since: figuresFrom(span, at), limit: this.#limits.webhookMessagesCounted };
    const { attempts, leftOutAt = 0 } = await records.attemptsOfNewest(name, counted);
    return { ...figuresOf(span, attempts, at), countedSince: leftOutAt >= counted.since ? iso(leftOutAt) : null };
  }

  async rollSecret(
    name: WebhookEndpointName,
    effects?: EffectsOf,
    overlapMs: number = this.#limits.webhookSecretOverlapMs,
  ) {
    const { seal, now } = this.#options;
    const value = createWebhookSecret();
    const sealedSecret = sealWebhookSecret(seal, name, value);
    const previousSecretUntil = now() + overlapMs;
    await this.#change(
      name,
      (before) => ({
        sealedSecret,
        ...(before.sealedSecret === "" ? {} : { sealedPreviousSecret: before.sealedSecret, previousSecretUntil }),
      }),
      effects,
    );
    return {
      secret: { value },
      message: `The previous secret remains valid until ${iso(previousSecretUntil)}.`,
    };
  }

  async headers(name: WebhookEndpointName) {
    return { headers: (await this.#find(name)).headers };
  }

  async addHeaders(name: WebhookEndpointName, added: WebhookHeaders, effects?: EffectsOf) {
    checkWebhookHeaders(added, ["headers"]);
    return this.#changeHeaders(name, (before) => patchWebhookHeaders(before, added, ["headers"]), effects);
  }

  async deleteHeaders(name: WebhookEndpointName, names: readonly string[], effects?: EffectsOf) {
    return this.#changeHeaders(name, (before) => withoutWebhookHeaders(before, names), effects);
  }

  async test(name: WebhookEndpointName, type: DomainEventType, data?: Json) {
    const { records, sender, now } = this.#options;
    const endpoint = await this.#findEnabled(name);
    if (!endpoint.subscribedEvents.includes(type))
      throw invalid(["subscribedEvent"], "must be an event that the endpoint is subscribed to.");
    const createdAt = now();
    const claim = randomBytes(12).toString("base64url");
    const id = `msg_${randomBytes(20).toString("base64url")}`;
    const event = data === undefined ? sampleEventOf(type, name.project, createdAt) : readTestEvent(type, data);
    const body = JSON.stringify(event);
    const room = roomOfEvent(event);
    const message = await records.addClaimed(
      { project: name.project, endpoint: name.id, id, type, body, room, createdAt, dueAt: createdAt },
      claim,
      createdAt + this.#limits.webhookLeaseMs,
    );
    const { attempt, next } = await sender.send(message, claim);
    const deliveredAt = next.kind === "delivered" ? { deliveredAt: iso(attempt.at + attempt.durationMs) } : {};
    return { message: { id, ...deliveredAt } };
  }

  async recoverFailed(name: WebhookEndpointName, since: number) {
    const { records, sender, now } = this.#options;
    await this.#findEnabled(name);
    const queued = await records.requeueFailed(name, since, now());
    sender.wake();
    return { queued };
  }

  async deliveries(name: WebhookEndpointName, search: DeliverySearch): Promise<PageOf<WebhookDelivery>> {
    const { records, cursors } = this.#options;
    const { limit = this.#limits.pageSize, cursor, state, type, roomId: room } = search;
    const [from, to] = [search.from, search.to].map((instant) =>
      instant === undefined ? undefined : Date.parse(instant),
    );
    const filters = JSON.stringify([state, type, room, from, to]);
    const { project, id } = await this.#find(name);
    const { items, nextCursor } = await keysetPage({
      cursors,
      scope: { project, list: `webhook deliveries\n${id}\n${filters}` },
      limit,
      cursor,
      read: (most, key) =>
        records.messages(name, { limit: most, after: key && Number(key[0]), state, type, room, from, to }),
      keyOf: ({ seq }) => [seq],
    });
    return { data: items.map(describeDelivery), nextCursor };
  }

  async delivery(name: WebhookEndpointName, id: string): Promise<WebhookDeliveryDetails> {
    const { records } = this.#options;
    await this.#find(name);
    const message = await records.message(name, id);
    if (message === undefined) throw new WeftError("RESOURCE_NOT_FOUND");
    return describeDeliveryDetails(message, await records.attempts(name.project, id));
  }

  async replay(name: WebhookEndpointName, id: string): Promise<void> {
    const { records, sender, now } = this.#options;
    await this.#findEnabled(name);
    if ((await records.message(name, id)) === undefined) throw new WeftError("RESOURCE_NOT_FOUND");
    // A message that waits for its first attempt, or is being sent, is not queued a second time.
    await records.requeue(name, id, now());
    sender.wake();
  }

  async #find(name: WebhookEndpointName): Promise<WebhookEndpointRecord> {
    const endpoint = await this.#options.records.endpoint(name);
    if (endpoint === undefined) throw new WeftError("WEBHOOK_NOT_FOUND");
    return endpoint;
  }

  async #findEnabled(name: WebhookEndpointName): Promise<WebhookEndpointRecord> {
    const endpoint = await this.#find(name);
    if (endpoint.disabled)
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: "The webhook endpoint is disabled.",
        suggestion: "Enable it first.",
      });
    return endpoint;
  }

  /** Decides and writes a change, again whenever another one has replaced what it was decided on. */
  async #change(
    name: WebhookEndpointName,
    decide: (before: WebhookEndpointRecord) => WebhookEndpointChange,
    effects?: EffectsOf,
  ): Promise<void> {
    const { records, now, changed } = this.#options;
    for (;;) {
      const before = await this.#find(name);
      const change = { ...decide(before), updatedAt: now() };
      const written = effects?.({ id: name.id, name: change.url ?? before.url });
      if (await records.updateEndpoint(name, change, before, written)) return changed();
    }
  }

  async #changeHeaders(
    name: WebhookEndpointName,
    decide: (before: WebhookHeaders) => WebhookHeaders,
    effects?: EffectsOf,
  ): Promise<{ readonly headers: WebhookHeaders }> {
    let headers: WebhookHeaders = {};
    await this.#change(name, (before) => ({ headers: (headers = decide(before.headers)) }), effects);
    return { headers };
  }

  #checkUrl(text: string): void {
    const refuse = (rule: string) => invalid(["url"], rule);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
      throw refuse("must be an absolute URL that starts with https://.");
    if (url.username !== "" || url.password !== "") throw refuse("must not contain credentials.");
    const rule = this.#options.outbound.refusal(url);
    if (rule !== undefined) throw refuse(rule);
  }

  #describe(endpoint: WebhookEndpointRecord): Webhook {
    return describeWebhook(endpoint, currentSecretOf(this.#options.seal, endpoint));
  }

  async #describeForMembers(endpoint: WebhookEndpointRecord): Promise<ProjectWebhook> {
    const { records, now } = this.#options;
    const { webhookMessagesCounted: limit, webhookCatcherKeptMs } = this.#limits;
    const at = now();
    const [lastDay, lastEventAt] = await Promise.all([
      records.progress(endpoint, { since: at - dayMs, limit }),
      records.newest(endpoint),
    ]);
    const catchesUntil = isCatcherUrl(endpoint.url) ? endpoint.createdAt + webhookCatcherKeptMs : undefined;
    return describeProjectWebhook(endpoint, { lastDay, lastEventAt, catchesUntil }, at);
  }
}

function newEndpointId(): string {
  return `we_${randomBytes(15).toString("base64url")}`;
}
