/**
 * What the server counts. One method per business event, named for what happened; the names that a scrape shows are
 * documented in `docs/metrics.md`.
 *
 * The methods run for every message, so they add to plain numbers. `prom-client` reads them on a scrape.
 */
import type { CacheFigures } from "@weft/collab";
import type { DocumentCounters, RefusalCause } from "@weft/room";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Metric } from "prom-client";
import { createBusyShare } from "./busy-share.ts";

/** Why an op was refused. A closed set: a label must not grow with what callers send. */
const refusalCauses: readonly RefusalCause[] = ["permission", "limit", "invalid", "disk"];

export interface Metrics {
  connectionOpened(): void;
  connectionClosed(closeCode: number): void;
  roomLoaded(tookMs: number): void;
  roomDropped(): void;
  messagesReceived(count: number): void;
  messagesSent(count: number): void;
  opsCommitted(count: number): void;
  opsRefused(cause: RefusalCause, count: number): void;
  /** Ops that had been committed before and arrived again. */
  replaysAnswered(count: number): void;
  /** One flush of one room, from handing it to the store until it is on disk. */
  committed(tookMs: number): void;
  /** From a frame's arrival until its acks were handed to the socket. */
  acknowledged(tookMs: number): void;
  /** An update of a document was refused. */
  documentUpdateRefused(cause: string): void;
  /** A document, or some of its rows, cannot be read. */
  documentBroken(): void;
  /** The source of the totals of documents. */
  watchDocuments(counters: () => DocumentCounters): void;
  /** The source of the age of database copies. */
  watchBackups(backups: () => BackupFigures): void;
  /** Metrics that only some servers have: the others do not show them. */
  watch(metrics: readonly WatchedMetric[]): void;
  bufferRoseOverSoft(): void;
  bufferFellUnderSoft(): void;
  /** An unexpected error was contained: it ended only the connection, request or task that it occurred in. */
  errorContained(): void;
  /** A job was running when the server stopped, so often that it is not run again. */
  jobParked(kind: string): void;
  /** An attempt to deliver a webhook message ended. */
  webhookAttempted(succeeded: boolean): void;
  /** The source of the age of what waits in a queue. 0 or less if nothing is due. */
  watchQueue(queue: string, oldestAgeMs: () => number): void;
  /** The source of the figures of a cache. */
  watchCache(cache: string, figures: () => CacheFigures): void;
  /** The source of the age of webhook messages. 0 if no message is due. */
  watchWebhooks(oldestAgeMs: () => number): void;
  /** `route` is the template of the path, never the path. */
  requestAnswered(method: string, route: string, status: number, tookMs: number): void;

  /** `Content-Type` of `render`'s answer. */
  readonly contentType: string;
  /** The Prometheus text of everything counted so far. */
  render(): Promise<string>;
}

/** A metric that is read on a scrape. */
export interface WatchedMetric {
  readonly type: "gauge" | "counter";
  readonly name: string;
  readonly help: string;
  readonly read: () => Sample[];
}

export interface BackupFigures {
  /** Since the newest capture that is in the copies began; infinite before the first. */
  readonly ageMs: number;
  readonly bytes: number;
  readonly failures: number;
}

/** Counters that start at zero, and metrics of the process and its event loop. */
export function createMetrics(): Metrics {
  return new PrometheusMetrics();
}

const noDocuments: DocumentCounters = { open: 0, accepted: 0, refused: 0, asked: 0, quarantined: 0, workersLost: 0 };

/** Milliseconds between two samples of the loop's delay: the longest that a timer can be set to. */
const never = 2 ** 31 - 1;
/** Measured on a scrape, so it costs nothing otherwise. */
const lagAtScrape = "nodejs_eventloop_lag_seconds";

/** Upper bounds in milliseconds, for all latencies that users notice. */
const durations = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192];

class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();

  readonly #busySinceScrape = createBusyShare();
  #connections = 0;
  #rooms = 0;
  #messagesIn = 0;
  #messagesOut = 0;
  #opsCommitted = 0;
  #replays = 0;
  #buffersOverSoft = 0;
  #documentsBroken = 0;
  #errorsContained = 0;
  readonly #jobsParked = new Map<string, number>();
  #webhooksDelivered = 0;
  #webhooksFailed = 0;
  #oldestWebhookMs: () => number = () => 0;
  readonly #queues = new Map<string, () => number>();
  readonly #caches = new Map<string, () => CacheFigures>();
  #documents: () => DocumentCounters = () => noDocuments;
  #backups: (() => BackupFigures) | undefined;
  /** By cause; the causes are a closed set of the room engine's. */
  readonly #updatesRefused = new Map<string, number>();
  readonly #refused: Record<RefusalCause, number> = { permission: 0, limit: 0, invalid: 0, disk: 0 };
  readonly #closes = new Map<number, number>();
  readonly #roomLoads = new Durations();
  readonly #commits = new Durations();
  readonly #acks = new Durations();
  readonly #requests = new Map<string, Map<string, Map<number, Durations>>>();

  constructor() {
    // Sampling the loop's delay needs a timer, which would keep waking an idle process; utilization says as much.
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: never });
    for (const { name } of this.#registry.getMetricsAsArray())
      if (name.startsWith("nodejs_eventloop_lag_") && name !== lagAtScrape) this.#registry.removeSingleMetric(name);
    const gauge = (name: string, help: string, read: () => number) => this.#number("gauge", name, help, read);
    const counter = (name: string, help: string, read: () => number) => this.#number("counter", name, help, read);

    gauge("weft_event_loop_utilization", "Share of the time since the last scrape that the event loop was busy.", () =>
      this.#busySinceScrape(),
    );
    gauge("weft_connections", "WebSocket connections that are open.", () => this.#connections);
    gauge("weft_rooms_in_memory", "Rooms that are loaded on this node.", () => this.#rooms);
    gauge(
      "weft_buffers_over_soft",
      "Connections whose output buffer is over the soft limit.",
      () => this.#buffersOverSoft,
    );
    counter("weft_messages_received_total", "Messages received from connections.", () => this.#messagesIn);
    counter("weft_messages_sent_total", "Messages handed to connections.", () => this.#messagesOut);
    counter("weft_ops_committed_total", "Storage ops that are durable.", () => this.#opsCommitted);
    counter("weft_ops_replayed_total", "Storage ops that were sent again and only acknowledged.", () => this.#replays);
    this.#collect("counter", "weft_ops_refused_total", "Storage ops that were refused, by reason.", () =>
      refusalCauses.map((cause) => ({ labels: { reason: cause }, value: this.#refused[cause] })),
    );
    this.#collect("counter", "weft_connections_closed_total", "Connections that ended, by close code.", () =>
      [...this.#closes].map(([code, value]) => ({ labels: { code: String(code) }, value })),
    );
    gauge("weft_documents_open", "Yjs documents that are held open.", () => this.#documents().open);
    counter(
      "weft_document_updates_total",
      "Updates of documents that were accepted.",
      () => this.#documents().accepted,
    );
    this.#collect("counter", "weft_document_updates_refused_total", "Updates that were refused, by cause.", () =>
      [...this.#updatesRefused].map(([cause, value]) => ({ labels: { cause }, value })),
    );
    counter(
      "weft_document_questions_total",
      "Requests to the workers that hold documents.",
      () => this.#documents().asked,
    );
    counter(
      "weft_documents_broken_total",
      "Documents, or rows of them, that could not be read.",
      () => this.#documentsBroken,
    );
    counter(
      "weft_document_workers_lost_total",
      "Workers that overran their time or their memory, and were replaced.",
      () => this.#documents().workersLost,
    );
    counter(
      "weft_errors_contained_total",
      "Unexpected errors that ended one connection, request or task.",
      () => this.#errorsContained,
    );
    this.#collect(
      "counter",
      "weft_jobs_parked_total",
      "Jobs that are not run again, because they were running when the server stopped, by kind.",
      () => [...this.#jobsParked].map(([kind, value]) => ({ labels: { kind }, value })),
    );
    counter(
      "weft_webhook_deliveries_total",
      "Webhook messages that endpoints accepted.",
      () => this.#webhooksDelivered,
    );
    counter(
      "weft_webhook_failures_total",
      "Attempts to deliver a webhook message that failed.",
      () => this.#webhooksFailed,
    );
    this.#collectParts();
    this.#histogram("weft_room_load_seconds", "Time to load an idle room into memory.", this.#roomLoads);
    this.#histogram("weft_commit_seconds", "Time of one flush of one room, until it is on disk.", this.#commits);
    this.#histogram("weft_ack_seconds", "Time from a frame's arrival until its acks are handed out.", this.#acks);
    this.#collect("histogram", "weft_http_request_seconds", "REST requests by route template and status.", (name) => {
      const samples: Sample[] = [];
      for (const [method, routes] of this.#requests)
        for (const [route, statuses] of routes)
          for (const [status, took] of statuses)
            samples.push(...took.samples(name, { method, route, status: String(status) }));
      return samples;
    });
  }

  /** Figures of parts that are watched once they exist. */
  #collectParts(): void {
    this.#collect(
      "gauge",
      "weft_queue_oldest_waiting_seconds",
      "How long the oldest entry of a queue has been due.",
      () => [...this.#queues].map(([queue, ageMs]) => ({ labels: { queue }, value: Math.max(0, ageMs()) / 1_000 })),
    );
    this.#number(
      "gauge",
      "weft_webhook_oldest_waiting_seconds",
      "How long the oldest webhook message has been due.",
      () => this.#oldestWebhookMs() / 1_000,
    );
    const ofCaches = (read: (figures: CacheFigures) => number) => () =>
      Array.from(this.#caches, ([cache, figures]) => ({ labels: { cache }, value: read(figures()) }));
    this.#collect(
      "counter",
      "weft_cache_hits_total",
      "Reads that a cache answered from memory.",
      ofCaches(({ hits }) => hits),
    );
    this.#collect(
      "counter",
      "weft_cache_misses_total",
      "Reads that a cache did not answer from memory.",
      ofCaches(({ misses }) => misses),
    );
    this.#collect(
      "gauge",
      "weft_cache_entries",
      "Values that a cache holds.",
      ofCaches(({ size }) => size),
    );
    const ofBackups = (read: (backups: BackupFigures) => number) => () =>
      this.#backups === undefined ? [] : [{ labels: {}, value: read(this.#backups()) }];
    this.#collect(
      "gauge",
      "weft_backup_age_seconds",
      "Time since the newest state that is in the copies of the database.",
      ofBackups(({ ageMs }) => ageMs / 1_000),
    );
    this.#collect(
      "counter",
      "weft_backup_bytes_total",
      "Bytes copied to the second place.",
      ofBackups(({ bytes }) => bytes),
    );
    this.#collect(
      "counter",
      "weft_backup_failures_total",
      "Copies that failed.",
      ofBackups(({ failures }) => failures),
    );
  }

  connectionOpened() {
    this.#connections++;
  }
  connectionClosed(closeCode: number) {
    this.#connections--;
    // The server sends few codes, but a client may close with any: codes chosen by clients share one label.
    const code = closeCode < 1_016 || (closeCode >= 4_000 && closeCode < 4_300) ? closeCode : 0;
    this.#closes.set(code, (this.#closes.get(code) ?? 0) + 1);
  }
  roomLoaded(tookMs: number) {
    this.#rooms++;
    this.#roomLoads.observe(tookMs);
  }
  roomDropped() {
    this.#rooms--;
  }
  documentUpdateRefused(cause: string) {
    this.#updatesRefused.set(cause, (this.#updatesRefused.get(cause) ?? 0) + 1);
  }
  documentBroken() {
    this.#documentsBroken++;
  }
  watchBackups(backups: () => BackupFigures) {
    this.#backups = backups;
  }
  watch(metrics: readonly WatchedMetric[]) {
    for (const { type, name, help, read } of metrics) this.#collect(type, name, help, read);
  }
  watchDocuments(counters: () => DocumentCounters) {
    this.#documents = counters;
  }
  messagesReceived(count: number) {
    this.#messagesIn += count;
  }
  messagesSent(count: number) {
    this.#messagesOut += count;
  }
  opsCommitted(count: number) {
    this.#opsCommitted += count;
  }
  opsRefused(cause: RefusalCause, count: number) {
    this.#refused[cause] += count;
  }
  replaysAnswered(count: number) {
    this.#replays += count;
  }
  committed(tookMs: number) {
    this.#commits.observe(tookMs);
  }
  acknowledged(tookMs: number) {
    this.#acks.observe(tookMs);
  }
  errorContained() {
    this.#errorsContained++;
  }
  jobParked(kind: string) {
    this.#jobsParked.set(kind, (this.#jobsParked.get(kind) ?? 0) + 1);
  }
  webhookAttempted(succeeded: boolean) {
    if (succeeded) this.#webhooksDelivered++;
    else this.#webhooksFailed++;
  }
  watchQueue(queue: string, oldestAgeMs: () => number) {
    this.#queues.set(queue, oldestAgeMs);
  }
  watchCache(cache: string, figures: () => CacheFigures) {
    this.#caches.set(cache, figures);
  }
  watchWebhooks(oldestAgeMs: () => number) {
    this.#oldestWebhookMs = oldestAgeMs;
  }
  bufferRoseOverSoft() {
    this.#buffersOverSoft++;
  }
  bufferFellUnderSoft() {
    this.#buffersOverSoft--;
  }
  requestAnswered(method: string, route: string, status: number, tookMs: number) {
    let routes = this.#requests.get(method);
    if (routes === undefined) this.#requests.set(method, (routes = new Map()));
    let statuses = routes.get(route);
    if (statuses === undefined) routes.set(route, (statuses = new Map()));
    let took = statuses.get(status);
    if (took === undefined) statuses.set(status, (took = new Durations()));
    took.observe(tookMs);
  }

  get contentType() {
    return this.#registry.contentType;
  }
  render() {
    return this.#registry.metrics();
  }

  #number(type: "gauge" | "counter", name: string, help: string, read: () => number) {
    this.#collect(type, name, help, () => [{ labels: {}, value: read() }]);
  }
  #histogram(name: string, help: string, took: Durations) {
    this.#collect("histogram", name, help, () => took.samples(name, {}));
  }
  /** Registers a metric whose values live in this object. The registry uses only the metric's `name` and `get`. */
  #collect(type: "gauge" | "counter" | "histogram", name: string, help: string, read: (name: string) => Sample[]) {
    const metric = { name, get: async () => ({ name, help, type, aggregator: "sum", values: read(name) }) };
    this.#registry.registerMetric(metric as unknown as Metric);
  }
}

interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

/** A histogram of milliseconds: one increment and one addition per observation. */
class Durations {
  readonly #counts = new Float64Array(durations.length + 1);
  #sumMs = 0;

  observe(tookMs: number) {
    let bucket = 0;
    while (bucket < durations.length && tookMs > durations[bucket]!) bucket++;
    this.#counts[bucket]!++;
    this.#sumMs += tookMs;
  }

  samples(name: string, labels: Readonly<Record<string, string>>): Sample[] {
    const samples: Sample[] = [];
    let count = 0;
    for (const [bucket, bound] of durations.entries()) {
      count += this.#counts[bucket]!;
      samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: bound / 1_000 }, value: count });
    }
    count += this.#counts[durations.length]!;
    samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: "+Inf" }, value: count });
    samples.push({ metricName: `${name}_sum`, labels, value: this.#sumMs / 1_000 });
    samples.push({ metricName: `${name}_count`, labels, value: count });
    return samples;
  }
}
