import { beginSpan, createHistogram, createRandom } from "../measure.ts";
import { eachOf, join, pause } from "./member.ts";
import type { Member } from "./member.ts";

export interface PresenceLoad {
  /** The server whose CPU is read. */
  readonly pid: number;
  /** Rooms, each with the addresses of the connections that enter it. */
  readonly rooms: readonly (readonly string[])[];
  readonly hz: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
}

export interface PresenceResult {
  /** Updates whose state reached a receiver within the window, counted once for each receiver. */
  readonly carried: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of all updates, of the whole run, whose state or a newer one reached each receiver in the end. */
  readonly delivered: number;
  /** Share of the updates that the load meant to send within the window and did. */
  readonly offered: number;
}

/** How long receivers may still wait for the last state after the last update. */
const settleMs = 10_000;

/**
 * Every member moves a cursor. Each update carries a mark, `#member,seq,time;`, which survives every way of batching.
 * From a member's newest `seq`, a receiver derives how many updates it has received, whether each came in its own frame
 * or a newer one replaced several.
 */
export async function presenceLoad(load: PresenceLoad): Promise<PresenceResult> {
  const origin = performance.now();
  const latencies = createHistogram();
  let measuring = false;
  let carried = 0;
  let failure: Error | undefined;
  const failed = (cause: Error) => (failure ??= cause);

  interface Sender {
    readonly member: Member;
    readonly index: number;
    /** Newest seq seen of each member of the room. */
    readonly seen: Int32Array;
    seq: number;
  }
  const random = createRandom(1);
  const places = load.rooms.flatMap((urls) => urls.map((url, index) => ({ url, index, size: urls.length })));
  const senders: Sender[] = await eachOf(places, async ({ url, index, size }) => {
    const seen = new Int32Array(size);
    const heard = (bytes: Buffer, from: number, to: number) => {
      const now = performance.now() - origin;
      let at = from;
      for (;;) {
        at = bytes.indexOf(hash, at);
        if (at < 0 || at >= to) return;
        let value = 0;
        let member = -1;
        let seq = -1;
        for (at++; ; at++) {
          const byte = bytes[at]!;
          if (byte >= digit0 && byte <= digit0 + 9) value = value * 10 + byte - digit0;
          else {
            if (byte === comma) {
              if (member < 0) member = value;
              else seq = value;
            } else break;
            value = 0;
          }
        }
        const gain = seq - seen[member]!;
        if (gain <= 0) continue;
        seen[member] = seq;
        carried += gain;
        // The time is in hundredths of a millisecond.
        if (measuring) latencies.add(now - value / 100);
      }
    };
    return { member: await join(url, heard, failed), index, seen, seq: 0 };
  });

  const update = (sender: Sender, full: boolean) => {
    sender.seq++;
    const time = Math.round((performance.now() - origin) * 100);
    const x = Math.floor(random() * 1_920);
    const y = Math.floor(random() * 1_080);
    sender.member.socket.send(
      `[{"type":100,${full ? '"targetActor":-1,' : ""}"data":{"cursor":{"x":${x},"y":${y}},"mark":"#${sender.index},${sender.seq},${time};"}}]`,
    );
  };
  for (const sender of senders) update(sender, true);

  // Each member keeps its own beat; beats are spread over the period in a random order.
  const order = senders.map((sender) => ({ sender, phase: random() })).sort((a, b) => a.phase - b.phase);
  const gapMs = 1_000 / load.hz / order.length;
  const startedAt = performance.now();
  let due = 0;
  let stopped = false;
  const beat = () => {
    if (stopped) return;
    const passed = performance.now() - startedAt;
    while (due * gapMs <= passed) update(order[due++ % order.length]!.sender, false);
    setTimeout(beat, Math.max(0, due * gapMs - (performance.now() - startedAt)));
  };
  beat();

  await pause(load.warmUpMs);
  measuring = true;
  const carriedBefore = carried;
  const sentBefore = due;
  const end = beginSpan(load.pid);
  await pause(load.windowMs);
  const span = end();
  measuring = false;
  const carriedWithin = carried - carriedBefore;
  const sentWithin = due - sentBefore;
  stopped = true;

  const roomsOfSenders: Sender[][] = [];
  let cursor = 0;
  for (const urls of load.rooms) roomsOfSenders.push(senders.slice(cursor, (cursor += urls.length)));
  const share = () => {
    let sent = 0;
    let arrived = 0;
    for (const room of roomsOfSenders)
      for (const receiver of room)
        for (const { index, seq } of room) {
          if (index === receiver.index) continue;
          sent += seq;
          arrived += receiver.seen[index]!;
        }
    return sent === 0 ? 1 : arrived / sent;
  };
  const settledBy = performance.now() + settleMs;
  while (share() < 1 && performance.now() < settledBy) await pause(20);
  const delivered = share();
  for (const { member } of senders) member.socket.close();
  if (failure !== undefined) throw failure;
  return {
    carried: carriedWithin,
    cpuMs: span.cpuMs,
    wallMs: span.wallMs,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    delivered,
    offered: sentWithin / (span.wallMs / gapMs),
  };
}

const hash = 0x23;
const comma = 0x2c;
const digit0 = 0x30;
