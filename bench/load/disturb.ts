import { createHistogram } from "../measure.ts";
import { attacks } from "./attacks.ts";
import type { AttackKind, Disturbance, RestTarget } from "./attacks.ts";
import { eachOf, join, pause } from "./member.ts";
import type { Member } from "./member.ts";

export interface DisturbLoad {
  /** Pairs of addresses: the first sends, the second receives. */
  readonly pairs: readonly (readonly [speaker: string, hearer: string])[];
  /** The address of the disturbing client. */
  readonly url: string;
  /**
   * What that client does repeatedly: reconnects with thousands of edits in one frame, requests Storage and reads
   * nothing, or sends a frame of hundreds of thousands of messages.
   */
  readonly kind: "return" | "stall" | "bomb" | AttackKind;
  /** The address and the headers of attacks over REST. */
  readonly rest: RestTarget;
  readonly warmUpMs: number;
  readonly windowMs: number;
}

export interface DisturbResult {
  /** The latencies of events without the disturbance, and with it. */
  readonly quiet: { readonly p50: number; readonly p99: number };
  readonly disturbed: { readonly p50: number; readonly p99: number };
  /** The longest time that a client's ping waited for its answer during the disturbance. */
  readonly pingMax: number;
  /** The number of disturbances within the window. */
  readonly times: number;
}

/** Slow enough for a server's default rate of messages. */
const everyMs = 20;
const eventsPerPing = 5;
const editsAtOnce = 5_000;
const nothing = () => {};

export async function disturbLoad(load: DisturbLoad): Promise<DisturbResult> {
  const origin = performance.now();
  const quiet = createHistogram();
  const disturbed = createHistogram();
  let latencies: typeof quiet | undefined;
  let pingMax = 0;
  let failure: Error | undefined;
  const failed = (cause: Error) => (failure ??= cause);
  const heard = (bytes: Buffer, from: number, to: number) => {
    const now = performance.now() - origin;
    const frame = bytes.subarray(from, to);
    for (let at = frame.indexOf(eventMark); at >= 0; at = frame.indexOf(eventMark, at)) {
      at += eventMark.length;
      let value = 0;
      for (; frame[at]! >= digit0 && frame[at]! <= digit9; at++) value = value * 10 + frame[at]! - digit0;
      latencies?.add(now - value / 100);
    }
  };
  const speakers = await eachOf(load.pairs, async ([speaker, hearer]) => {
    await join(hearer, heard, failed);
    let askedAt: number | undefined;
    const member = await join(
      speaker,
      (bytes, from, to) => {
        if (askedAt === undefined || !bytes.subarray(from, to).equals(pong)) return;
        if (latencies === disturbed) pingMax = Math.max(pingMax, performance.now() - askedAt);
        askedAt = undefined;
      },
      failed,
    );
    return {
      ...member,
      ping: () => {
        if (askedAt !== undefined) return;
        askedAt = performance.now();
        member.socket.send("ping");
      },
    };
  });
  let ticks = 0;
  const timer = setInterval(() => {
    const pings = ticks++ % eventsPerPing === 0;
    const time = Math.round((performance.now() - origin) * 100);
    for (const { socket, ping } of speakers) {
      socket.send(`[{"type":103,"event":${time}}]`);
      if (pings) ping();
    }
  }, everyMs);
  await pause(load.warmUpMs);
  latencies = quiet;
  await pause(load.windowMs);

  let times = 0;
  const stopped = new AbortController();
  const disturbance =
    load.kind in attacks
      ? await attacks[load.kind as AttackKind](load.url, load.rest)
      : disturbances[load.kind as keyof typeof disturbances](load.url);
  const disturbing = (async () => {
    for (; !stopped.signal.aborted; times++) await disturbance.once();
  })().catch((cause: unknown) => failed(cause as Error));
  latencies = disturbed;
  await pause(load.windowMs);
  latencies = undefined;
  stopped.abort();
  await disturbing;
  disturbance.end();
  clearInterval(timer);
  if (failure !== undefined) throw failure;
  const both = (each: typeof quiet) => ({ p50: each.quantile(0.5), p99: each.quantile(0.99) });
  return { quiet: both(quiet), disturbed: both(disturbed), pingMax, times };
}

const disturbances = {
  return(url: string): Disturbance {
    let list: string | undefined;
    return {
      async once() {
        const acked = Promise.withResolvers<void>();
        const heardStorage = Promise.withResolvers<void>();
        let last: Buffer | undefined;
        const { actor, socket } = await join(
          url,
          (bytes, from, to) => {
            const frame = bytes.subarray(from, to);
            if (frame.includes(endOfStorage)) heardStorage.resolve();
            if (last !== undefined && frame.includes(last)) acked.resolve();
          },
          acked.reject,
        );
        const ops: string[] = [];
        if (list === undefined) {
          list = `${actor}:l`;
          ops.push(`{"type":2,"opId":"${actor}:0","id":"${list}","parentId":"root","parentKey":"list"}`);
        }
        for (let n = 1; n <= editsAtOnce; n++)
          ops.push(
            `{"type":8,"opId":"${actor}:${n}","id":"${actor}:${n}","parentId":"${list}","parentKey":"!","intent":"push","data":"edit ${n}"}`,
          );
        socket.send('[{"type":200}]');
        await Promise.race([heardStorage.promise, acked.promise]);
        last = Buffer.from(`"opId":"${actor}:${editsAtOnce}"`);
        socket.send(`[{"type":201,"ops":[${ops.join(",")}]}]`);
        await acked.promise;
        socket.close();
      },
      end: nothing,
    };
  },
  stall(url: string): Disturbance {
    let deaf: Member | undefined;
    return {
      async once() {
        if (deaf === undefined) {
          // It is closed in the end, as intended.
          deaf = await join(url, nothing, nothing);
          deaf.socket.pause();
        }
        deaf.socket.send(`[{"type":200}]`);
        await pause(100);
      },
      end: () => deaf?.socket.close(),
    };
  },
  bomb(url: string): Disturbance {
    const frame = `[${'{"type":9999},'.repeat(400_000)}{"type":200}]`;
    return {
      async once() {
        const answered = Promise.withResolvers<void>();
        const { socket } = await join(
          url,
          (bytes, from, to) => void (bytes.subarray(from, to).includes(endOfStorage) && answered.resolve()),
          // A server may also refuse such a frame.
          () => answered.resolve(),
        );
        socket.send(frame);
        await answered.promise;
        socket.close();
      },
      end: nothing,
    };
  },
};

const pong = Buffer.from("pong");
const endOfStorage = Buffer.from('{"type":211}');
const eventMark = Buffer.from('"event":');
const digit0 = 0x30;
const digit9 = 0x39;
