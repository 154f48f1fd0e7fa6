import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { NodeId, Peers } from "@weft/cluster/nats";
import { openNatsPeers } from "@weft/cluster/nats";
import { createHistogram } from "../measure.ts";
import { pause } from "./member.ts";

export interface ForwardLoad {
  /** The URL of a NATS server. */
  readonly nats: string;
  /** Frames of these bytes, at this rate. Those that are due in one millisecond are sent in one turn of the event loop. */
  readonly frameBytes: number;
  readonly perSecond: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
}

export interface ForwardResult extends ReceivedFrames {
  readonly senderCpuMs: number;
}

export interface ReceivedFrames {
  readonly receiverCpuMs: number;
  readonly frames: number;
  /** From the sender's call to the receiver's listener. */
  readonly p50: number;
  readonly p99: number;
}

interface ForwardedFrame {
  readonly room: string;
  readonly sentAt: number;
  readonly frame: string | Buffer;
}

/** Two nodes in processes of their own: the sender in this one. */
export async function forwardLoad(load: ForwardLoad): Promise<ForwardResult> {
  const { nats, frameBytes, perSecond, warmUpMs, windowMs } = load;
  const cluster = randomUUID();
  const child = fork(import.meta.filename, [nats, cluster]);
  try {
    await answerOf(child);
    await using sender = await openNode("sender" as NodeId, nats, cluster);
    sender.listen(silent);
    const frame = frameBytes < 1_000 ? "x".repeat(frameBytes) : Buffer.alloc(frameBytes, 7);
    const startedAt = now();
    let sent = 0;
    const timer = setInterval(() => {
      for (const due = ((now() - startedAt) * perSecond) / 1_000; sent < due; sent++)
        sender.send(receiver, { room: "project/room", sentAt: now(), frame } satisfies ForwardedFrame);
    }, 1);
    try {
      await pause(warmUpMs);
      child.send("begin");
      const before = process.cpuUsage();
      await pause(windowMs);
      const senderCpuMs = cpuMsSince(before);
      child.send("end");
      return { senderCpuMs, ...((await answerOf(child)) as ReceivedFrames) };
    } finally {
      clearInterval(timer);
    }
  } finally {
    child.kill();
  }
}

const receiver = "receiver" as NodeId;
const silent = { received: () => {}, published: () => {}, lost: () => {}, missed: () => {} };

/** On the machine's own clock, which both processes read. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function openNode(self: NodeId, nats: string, cluster: string): Promise<Peers> {
  return openNatsPeers({
    self,
    cluster,
    servers: [nats],
    clock: {
      setTimer(afterMs, run) {
        const timer = setTimeout(run, afterMs);
        return { cancel: () => clearTimeout(timer) };
      },
      defer: (run) => void setImmediate(run),
    },
  });
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`The receiving node ended with ${code}.`)));
  });
}

/** The receiving node, as a child process of the load. */
async function receive(nats: string, cluster: string): Promise<void> {
  const peers = await openNode(receiver, nats, cluster);
  let latencies = createHistogram();
  let before = process.cpuUsage();
  peers.listen({
    ...silent,
    received: (_, message) => latencies.add(now() - (message as ForwardedFrame).sentAt),
  });
  process.on("message", (what) => {
    if (what === "begin") {
      latencies = createHistogram();
      before = process.cpuUsage();
    } else {
      const [p50, p99] = [latencies.quantile(0.5), latencies.quantile(0.99)];
      process.send!({ receiverCpuMs: cpuMsSince(before), frames: latencies.count, p50, p99 } satisfies ReceivedFrames);
    }
  });
  process.send!("ready");
}

if (import.meta.main) await receive(process.argv[2]!, process.argv[3]!);
