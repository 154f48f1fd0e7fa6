import { readFile } from "node:fs/promises";
import type { NodeFigures } from "@weft/cluster/node";
import { expect, test } from "vitest";
import { nodeMetrics } from "./cluster/node-metrics.ts";
import { createMetrics } from "./metrics.ts";
import type { Metrics } from "./metrics.ts";

/** Samples of the scrape by their whole name, labels included. */
async function scrape(metrics: Metrics) {
  const samples = new Map<string, number>();
  for (const line of (await metrics.render()).split("\n")) {
    const space = line.lastIndexOf(" ");
    if (line !== "" && !line.startsWith("#")) samples.set(line.slice(0, space), Number(line.slice(space + 1)));
  }
  return samples;
}

test("every event is counted under its name", async () => {
  const metrics = createMetrics();
  metrics.connectionOpened();
  metrics.connectionOpened();
  metrics.connectionClosed(1000);
  metrics.roomLoaded(3);
  metrics.roomLoaded(3);
  metrics.roomDropped();
  metrics.messagesReceived(2);
  metrics.messagesSent(5);
  metrics.opsCommitted(7);
  metrics.opsRefused("limit", 2);
  metrics.replaysAnswered(4);
  metrics.committed(5);
  metrics.acknowledged(9_000);
  metrics.documentUpdateRefused("malformed");
  metrics.documentUpdateRefused("malformed");
  metrics.documentBroken();
  metrics.watchDocuments(() => ({ open: 3, accepted: 8, refused: 2, asked: 6, quarantined: 0, workersLost: 1 }));
  metrics.bufferRoseOverSoft();
  metrics.bufferRoseOverSoft();
  metrics.bufferFellUnderSoft();
  metrics.errorContained();
  for (const succeeded of [true, true, false]) metrics.webhookAttempted(succeeded);
  metrics.watchWebhooks(() => 1_500);
  metrics.watchQueue("outbox webhooks", () => 250);
  metrics.watchCache("rooms", () => ({ hits: 5, misses: 2, size: 1 }));
  metrics.watchQueue("notificationEvents", () => -5);
  metrics.requestAnswered("GET", "/v2/rooms", 200, 1);
  const samples = await scrape(metrics);
  expect(
    Object.fromEntries(
      [...samples].filter(
        ([name]) => name.startsWith("weft_") && !name.includes("_bucket") && name !== "weft_event_loop_utilization",
      ),
    ),
  ).toEqual({
    weft_connections: 1,
    'weft_connections_closed_total{code="1000"}': 1,
    weft_rooms_in_memory: 1,
    weft_buffers_over_soft: 1,
    weft_errors_contained_total: 1,
    weft_messages_received_total: 2,
    weft_messages_sent_total: 5,
    weft_ops_committed_total: 7,
    weft_ops_replayed_total: 4,
    'weft_ops_refused_total{reason="permission"}': 0,
    'weft_ops_refused_total{reason="limit"}': 2,
    'weft_ops_refused_total{reason="disk"}': 0,
    'weft_ops_refused_total{reason="invalid"}': 0,
    weft_documents_open: 3,
    weft_document_updates_total: 8,
    'weft_document_updates_refused_total{cause="malformed"}': 2,
    weft_document_questions_total: 6,
    weft_documents_broken_total: 1,
    weft_document_workers_lost_total: 1,
    weft_webhook_deliveries_total: 2,
    weft_webhook_failures_total: 1,
    weft_webhook_oldest_waiting_seconds: 1.5,
    'weft_queue_oldest_waiting_seconds{queue="outbox webhooks"}': 0.25,
    'weft_queue_oldest_waiting_seconds{queue="notificationEvents"}': 0,
    'weft_cache_hits_total{cache="rooms"}': 5,
    'weft_cache_misses_total{cache="rooms"}': 2,
    'weft_cache_entries{cache="rooms"}': 1,
    weft_room_load_seconds_sum: 0.006,
    weft_room_load_seconds_count: 2,
    weft_commit_seconds_sum: 0.005,
    weft_commit_seconds_count: 1,
    weft_ack_seconds_sum: 9,
    weft_ack_seconds_count: 1,
    'weft_http_request_seconds_sum{method="GET",route="/v2/rooms",status="200"}': 0.001,
    'weft_http_request_seconds_count{method="GET",route="/v2/rooms",status="200"}': 1,
  });
});

test("a bucket counts everything up to its bound", async () => {
  const metrics = createMetrics();
  for (const ms of [0, 1, 1.01, 4, 8_192, 8_193]) metrics.committed(ms);
  const samples = await scrape(metrics);
  const bucket = (le: string) => samples.get(`weft_commit_seconds_bucket{le="${le}"}`);
  expect([bucket("0.001"), bucket("0.002"), bucket("0.004"), bucket("8.192"), bucket("+Inf")]).toEqual([2, 3, 4, 5, 6]);
});

test("the event loop is at most busy all the time, and no timer watches it", async () => {
  const samples = await scrape(createMetrics());
  expect(samples.get("weft_event_loop_utilization")).toBeGreaterThanOrEqual(0);
  expect(samples.get("weft_event_loop_utilization")).toBeLessThanOrEqual(1);
  const ofTheLoop = [...samples.keys()].filter((name) => name.startsWith("nodejs_eventloop_lag"));
  expect(ofTheLoop).toEqual(["nodejs_eventloop_lag_seconds"]);
});

test("close codes that a client makes up share one label", async () => {
  const metrics = createMetrics();
  for (let code = 3_000; code < 3_900; code++) metrics.connectionClosed(code);
  expect((await scrape(metrics)).get('weft_connections_closed_total{code="0"}')).toBe(900);
});

const figures: NodeFigures = {
  leaseLeftMs: 4_500,
  isHeld: true,
  isDraining: false,
  isConnected: false,
  nodes: 3,
  transport: {
    reachable: 2,
    framesSent: 10,
    framesReceived: 20,
    bytesSent: 1_000,
    bytesReceived: 2_000,
    lost: 4,
    pendingBytes: 500,
  },
  calls: 6,
  refused: { elsewhere: 1, draining: 2, lost: 3 },
  wants: 7,
  givenUp: { wanted: 8, lease: 9, balance: 10 },
};

test("a node of a cluster shows its lease, its links and its calls; other servers show none of them", async () => {
  const metrics = createMetrics();
  expect(await metrics.render()).not.toContain("weft_cluster");
  metrics.watch(nodeMetrics(() => figures));
  const samples = await scrape(metrics);
  expect(Object.fromEntries([...samples].filter(([name]) => name.startsWith("weft_cluster_")))).toEqual({
    weft_cluster_nodes: 3,
    weft_cluster_peers_connected: 2,
    weft_cluster_nats_connected: 0,
    weft_cluster_lease_held: 1,
    weft_cluster_lease_left_seconds: 4.5,
    weft_cluster_frames_sent_total: 10,
    weft_cluster_frames_received_total: 20,
    weft_cluster_bytes_sent_total: 1_000,
    weft_cluster_bytes_received_total: 2_000,
    weft_cluster_links_lost_total: 4,
    weft_cluster_pending_bytes: 500,
    weft_cluster_calls_forwarded_total: 6,
    'weft_cluster_calls_refused_total{reason="elsewhere"}': 1,
    'weft_cluster_calls_refused_total{reason="draining"}': 2,
    'weft_cluster_calls_refused_total{reason="lost"}': 3,
    weft_cluster_rooms_wanted_total: 7,
    'weft_cluster_rooms_given_up_total{reason="wanted"}': 8,
    'weft_cluster_rooms_given_up_total{reason="lease"}': 9,
    'weft_cluster_rooms_given_up_total{reason="balance"}': 10,
  });
});

test("every metric has its row in docs/metrics.md, and every row its metric", async () => {
  const metrics = createMetrics();
  metrics.watch(nodeMetrics(() => figures));
  const text = await metrics.render();
  const counted = [...text.matchAll(/^# TYPE (weft_\w+)/gm)].map(([, name]) => name);
  const page = await readFile(new URL("../../../docs/metrics.md", import.meta.url), "utf8");
  const documented = [...page.matchAll(/^\| `(weft_\w+)/gm)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(counted));
  expect(documented).toHaveLength(counted.length);
});
