import { createHistogram } from "../measure.ts";
import type { Histogram } from "../measure.ts";
import { eachOf, join, pause } from "./member.ts";

export interface PauseLoad {
  /** The process that stands still. */
  readonly pid: number;
  /** Addresses in rooms that the process does not have, at other processes. */
  readonly measured: readonly string[];
  /** Addresses at other processes, in rooms that it has. Their connections may end. */
  readonly bystanders: readonly string[];
  readonly warmUpMs: number;
  /** How long clients are measured before it stands still, and how long it does. */
  readonly windowMs: number;
}

export interface PauseResult {
  /** From an op until its ack, for all ops that were sent within the window. */
  readonly before: { readonly p50: number; readonly p99: number };
  readonly during: { readonly p50: number; readonly p99: number };
}

/** Each client sends ops at its own beat, and does not wait for acks: what a pause delays is counted, however long. */
const everyMs = 100;
const settleMs = 10_000;
const nothing = () => {};

/** A node of a cluster stands still, and clients in rooms of the other nodes go on. */
export async function pauseLoad({ pid, measured, bystanders, warmUpMs, windowMs }: PauseLoad): Promise<PauseResult> {
  let latencies: Histogram | undefined;
  let pending = 0;
  let failure: Error | undefined;
  const failed = (cause: Error) => (failure ??= cause);
  const authors = await eachOf(measured, async (url, index) => {
    const sent = new Map<string, { readonly at: number; readonly latencies: Histogram | undefined }>();
    const heard = (bytes: Buffer, from: number, to: number) => {
      for (const [, opId] of bytes.toString("latin1", from, to).matchAll(/"opId":"([^"]+)"/gu)) {
        const op = sent.get(opId!);
        if (op === undefined || !sent.delete(opId!)) continue;
        pending--;
        op.latencies?.add(performance.now() - op.at);
      }
    };
    const { actor, socket } = await join(url, heard, failed);
    let clock = 0;
    return () => {
      const opId = `${actor}:${clock++}`;
      sent.set(opId, { at: performance.now(), latencies });
      pending++;
      socket.send(`[{"type":201,"ops":[{"type":3,"opId":"${opId}","id":"root","data":{"field${index}":${clock}}}]}]`);
    };
  });
  const others = await eachOf(bystanders, async (url) => {
    let isOpen = true;
    const { socket } = await join(url, nothing, () => (isOpen = false));
    return () => {
      if (isOpen) socket.send(`[{"type":100,"data":{"at":${Math.round(performance.now())}}}]`);
    };
  });
  const timers = [...authors, ...others].map((act, index, { length }) => {
    let timer: NodeJS.Timeout;
    // Beats are spread, so that clients do not act together.
    const first = setTimeout(() => (timer = setInterval(act, everyMs)), (everyMs * index) / length);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  });
  const measure = async () => {
    const own = (latencies = createHistogram());
    await pause(windowMs);
    latencies = undefined;
    return own;
  };
  await pause(warmUpMs);
  const before = await measure();
  process.kill(pid, "SIGSTOP");
  let during: Histogram;
  try {
    during = await measure();
  } finally {
    process.kill(pid, "SIGCONT");
  }
  for (const stop of timers) stop();
  const settledBy = performance.now() + settleMs;
  const isSettled = () => pending === 0 || failure !== undefined;
  while (!isSettled() && performance.now() < settledBy) await pause(20);
  if (failure !== undefined) throw failure;
  if (pending > 0) throw new Error(`${pending} ops were not acknowledged.`);
  const both = (each: Histogram) => ({ p50: each.quantile(0.5), p99: each.quantile(0.99) });
  return { before: both(before), during: both(during) };
}
