import { randomBytes } from "node:crypto";
import { secretsOf, webhookDisabledJob } from "@weft/collab";
import type {
  WebhookTransport,
  Seal,
  WebhookEndpointName,
  WebhookEndpointRecord,
  WebhookMessageRecord,
  WebhookOutcome,
  WebhookRecords,
  WebhookSender,
} from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { Semaphore } from "@weft/room";
import type { Clock } from "@weft/room";
import type { Logger } from "pino";
import { openBackgroundJob } from "../background-job.ts";
import type { BackgroundJob } from "../background-job.ts";
import { createTokenBucket } from "../socket/token-bucket.ts";
import type { TokenBucket } from "../socket/token-bucket.ts";
import { attemptDelivery } from "./attempt.ts";
import { createOutcomeWriter } from "./outcome-writer.ts";
import type { OutcomeWriter } from "./outcome-writer.ts";

/**
 * Delivers webhook messages.
 *
 *     scan: endpoints with due messages ──► a lane each: claim many ──► slots, rate ──► attempt ──► outcomes, in groups
 *       ▲  at start, when messages are added, when the next one is due, every `jobPollMs`
 *
 * - No process leads. A message belongs to the process that claimed it until its lease ends; a process that dies leaves its
 *   messages to the next one.
 * - Each endpoint has a lane of its own, so that one that is slow or has a backlog delays no other.
 * - No attempt begins that may outlast its lease. Messages that were claimed and cannot begin in time are given back.
 */
export interface WebhookDispatcher extends WebhookSender, AsyncDisposable {
  /** The instant from which the oldest message that is due has been waiting, as of the last scan. */
  readonly oldestDueAt: number | undefined;
}

export interface WebhookDispatcherOptions {
  readonly records: Pick<
    WebhookRecords,
    "endpoint" | "waiting" | "claim" | "settle" | "release" | "disableFailing" | "dropWaiting"
  >;
  readonly outbound: Pick<WebhookTransport, "post">;
  readonly seal: Seal;
  /** An endpoint was disabled because it failed for too long. */
  readonly disabled: () => void;
  /** An attempt ended. */
  readonly attempted: (outcome: WebhookOutcome) => void;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
}

export function openWebhookDispatcher(options: WebhookDispatcherOptions): WebhookDispatcher {
  return new LaneDispatcher(options);
}

/** Messages that one claim takes. */
const claimedAtOnce = 100;

/** The deliveries to one endpoint. */
interface Lane {
  readonly name: WebhookEndpointName;
  readonly slots: Semaphore;
  rate: { readonly perSecond: number; readonly bucket: TokenBucket } | undefined;
  running: boolean;
  /** Messages became due while the lane was running. */
  again: boolean;
}

/** The delay before messages that another process holds in a transaction are claimed again, in milliseconds. */
const claimAgainMs = 100;

class LaneDispatcher implements WebhookDispatcher {
  readonly #options: WebhookDispatcherOptions;
  readonly #outcomes: OutcomeWriter;
  readonly #lanes = new Map<string, Lane>();
  readonly #slots: Semaphore;
  readonly #scans: BackgroundJob;
  readonly #stopping = new AbortController();
  readonly #attempts = new Set<Promise<unknown>>();
  oldestDueAt: number | undefined;

  constructor(options: WebhookDispatcherOptions) {
    const { records, clock, limits, log } = options;
    this.#options = options;
    this.#outcomes = createOutcomeWriter(records);
    this.#slots = new Semaphore(limits.webhooksAtOnceInAll);
    this.#scans = openBackgroundJob({
      clock,
      everyMs: limits.jobPollMs,
      work: () => this.#scan(),
      failed: (err) => log.warn({ err }, "webhook messages could not be read; they are read later"),
    });
  }

  wake(): void {
    this.#scans.soon();
  }

  async send(message: WebhookMessageRecord, claim: string): Promise<WebhookOutcome> {
    const endpoint = await this.#options.records.endpoint({ project: message.project, id: message.endpoint });
    if (endpoint === undefined) throw new WeftError("WEBHOOK_NOT_FOUND");
    return this.#attempt(message, claim, endpoint, this.#secretsOf(endpoint));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { clock, limits } = this.#options;
    this.#stopping.abort();
    await this.#scans[Symbol.asyncDispose]();
    // An attempt that goes on longer is repeated after its lease.
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const patience = clock.setTimer(limits.drainMs, resolve);
    await Promise.race([Promise.allSettled(this.#attempts), late]);
    patience.cancel();
  }

  /** Starts the lanes of endpoints with due messages. Returns the milliseconds until the next message is due. */
  async #scan(): Promise<number> {
    const { records, clock, limits } = this.#options;
    const waiting = await records.waiting();
    const now = clock.now();
    let nextDueAt = Infinity;
    let oldest = Infinity;
    for (const { project, id, dueAt } of waiting) {
      if (dueAt > now) nextDueAt = Math.min(nextDueAt, dueAt);
      else {
        oldest = Math.min(oldest, dueAt);
        this.#start({ project, id });
      }
    }
    this.oldestDueAt = oldest === Infinity ? undefined : oldest;
    return Math.min(nextDueAt - now, limits.jobPollMs);
  }

  #start(name: WebhookEndpointName): void {
    const { limits, log } = this.#options;
    const key = JSON.stringify([name.project, name.id]);
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = { name, slots: new Semaphore(limits.webhooksAtOnce), rate: undefined, running: false, again: false };
      this.#lanes.set(key, lane);
    }
    lane.again = true;
    if (lane.running) return;
    lane.running = true;
    const { slots } = lane;
    const run = this.#run(lane).then(
      // The next message of the endpoint may be due before the next poll.
      () => this.wake(),
      (err: unknown) => log.warn({ err, endpoint: name.id }, "webhook messages could not be claimed; they are later"),
    );
    this.#track(
      run.finally(() => {
        lane.running = false;
        if (slots.held === 0 && lane.rate === undefined) this.#lanes.delete(key);
      }),
    );
  }

  async #run(lane: Lane): Promise<void> {
    const { records, clock, limits } = this.#options;
    let isInVain = true;
    while (lane.again && !this.#isStopping) {
      lane.again = false;
      for (;;) {
        const endpoint = await records.endpoint(lane.name);
        if (endpoint === undefined || endpoint.disabled || this.#isStopping) return;
        const secrets = this.#secretsOf(endpoint);
        const now = clock.now();
        const lease = { claim: randomBytes(12).toString("base64url"), until: now + limits.webhookLeaseMs };
        const messages = await records.claim(lane.name, { ...lease, now, limit: claimLimitOf(endpoint, limits) });
        if (messages.length === 0) break;
        isInVain = false;
        await this.#sendAll(lane, messages, lease, endpoint, secrets);
      }
    }
    if (isInVain) await this.#pause(claimAgainMs);
  }

  /** Begins an attempt for each message, as slots and the rate allow. */
  async #sendAll(
    lane: Lane,
    messages: readonly WebhookMessageRecord[],
    { claim, until }: { readonly claim: string; readonly until: number },
    endpoint: WebhookEndpointRecord,
    secrets: readonly string[],
  ): Promise<void> {
    const { records, clock, limits, log } = this.#options;
    for (const [index, message] of messages.entries()) {
      const slots = await this.#acquireSlots(lane);
      if (slots !== undefined) await this.#pause(this.#rateWait(lane, endpoint));
      const now = clock.now();
      if (slots === undefined || this.#isStopping || now + limits.webhookTimeoutMs > until) {
        slots?.[Symbol.dispose]();
        const left = messages.slice(index).map(({ id }) => id);
        return records.release(lane.name, { claim, now }, left);
      }
      const sent = this.#attempt(message, claim, endpoint, secrets, slots);
      this.#track(
        sent.catch((err: unknown) =>
          log.warn({ err, message: message.id }, "the outcome of a delivery could not be stored; it is sent again"),
        ),
      );
    }
  }

  /** A slot of the endpoint and one of all endpoints. Undefined if the dispatcher is disposed of meanwhile. */
  async #acquireSlots(lane: Lane): Promise<Disposable | undefined> {
    const { signal } = this.#stopping;
    using slots = new DisposableStack();
    try {
      slots.use(await lane.slots.acquire(signal));
      slots.use(await this.#slots.acquire(signal));
      return slots.move();
    } catch {
      return undefined;
    }
  }

  /** `slots` are released before the outcome is stored. */
  async #attempt(
    message: WebhookMessageRecord,
    claim: string,
    endpoint: WebhookEndpointRecord,
    secrets: readonly string[],
    slots?: Disposable,
  ): Promise<WebhookOutcome> {
    let outcome: WebhookOutcome;
    try {
      outcome = await attemptDelivery(message, claim, { endpoint, secrets }, this.#options);
    } finally {
      slots?.[Symbol.dispose]();
    }
    const succeeded = outcome.next.kind === "delivered";
    this.#options.attempted(outcome);
    await this.#outcomes.write(outcome);
    if (!succeeded) await this.#disableIfFailing(endpoint);
    return outcome;
  }

  async #disableIfFailing(endpoint: WebhookEndpointRecord): Promise<void> {
    const { records, clock, limits, disabled, log } = this.#options;
    const { project, id, failingSince = Infinity } = endpoint;
    const now = clock.now();
    const before = now - limits.webhookFailingMs;
    if (failingSince > before) return;
    const effects = { jobs: [webhookDisabledJob(endpoint, now)] };
    // The record may be older than the last success, so the database decides.
    if (!(await records.disableFailing(endpoint, before, now, effects))) return;
    log.warn({ project, endpoint: id }, "a webhook endpoint was disabled: all deliveries failed for too long");
    disabled();
    await records.dropWaiting(endpoint, now);
  }

  #secretsOf(endpoint: WebhookEndpointRecord): readonly string[] {
    const { seal, clock } = this.#options;
    return secretsOf(seal, endpoint, clock.now());
  }

  /** Takes one delivery from the endpoint's rate, and answers the milliseconds until it may begin. */
  #rateWait(lane: Lane, { rateLimit }: WebhookEndpointRecord): number {
    if (rateLimit === undefined) {
      lane.rate = undefined;
      return 0;
    }
    const now = this.#options.clock.monotonic();
    // A tenth of a second's deliveries may begin at once: timers are no more precise than that.
    if (lane.rate?.perSecond !== rateLimit)
      lane.rate = { perSecond: rateLimit, bucket: createTokenBucket(rateLimit, Math.ceil(rateLimit / 10), now) };
    return lane.rate.bucket.take(1, now);
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Ends early when the dispatcher is disposed. */
  async #pause(ms: number): Promise<void> {
    if (ms <= 0 || this.#isStopping) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#options.clock.setTimer(ms, resolve);
    const { signal } = this.#stopping;
    const stop = () => resolve();
    signal.addEventListener("abort", stop);
    await promise;
    signal.removeEventListener("abort", stop);
    timer.cancel();
  }

  #track(work: Promise<unknown>): void {
    this.#attempts.add(work);
    void work.finally(() => this.#attempts.delete(work));
  }
}

/** No more than begin within a third of the lease. */
function claimLimitOf({ rateLimit = Infinity }: WebhookEndpointRecord, { webhookLeaseMs }: Limits): number {
  return Math.min(claimedAtOnce, Math.ceil((rateLimit * webhookLeaseMs) / 3_000));
}
