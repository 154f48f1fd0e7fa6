import { beginSpan, cpuMs as cpuOf } from "../measure.ts";
import { eachOf, join, pause } from "./member.ts";

export interface FetchLoad {
  readonly pid: number;
  /** One address per joining client; all request Storage at the same time. */
  readonly urls: readonly string[];
}

export interface FetchResult {
  /** From the first FETCH_STORAGE to the end of the last stream. */
  readonly wallMs: number;
  /** Until the server is idle: work after the last byte counts too. */
  readonly cpuMs: number;
  /** Nodes that each received; all the same, or the load fails. */
  readonly nodes: number;
  readonly bytes: number;
}

const streamEnd = '{"type":211}';

export async function fetchLoad(load: FetchLoad): Promise<FetchResult> {
  let failure: Error | undefined;
  let finished = 0;
  let finish!: () => void;
  const all = new Promise<void>((resolve) => (finish = resolve));
  const chunks: string[][] = load.urls.map(() => []);
  const members = await eachOf(load.urls, (url, index) =>
    join(
      url,
      (bytes, from, to) => {
        // The first client's chunks are kept and read afterwards; those of the others are only measured.
        const ended = bytes.toString("latin1", Math.max(from, to - 16), to).includes(streamEnd);
        if (index === 0) chunks[index]!.push(bytes.toString("utf8", from, to));
        else chunks[index]!.push("");
        if (ended && ++finished === load.urls.length) finish();
      },
      (cause) => {
        failure ??= cause;
        finish();
      },
    ),
  );
  // Joins have settled, so what follows is only the cost of loading and sending.
  await pause(300);
  const end = beginSpan(load.pid);
  for (const { socket } of members) socket.send('[{"type":200}]');
  await all;
  const { wallMs } = end();
  await atRest(load.pid);
  const { cpuMs } = end();
  for (const { socket } of members) socket.close();
  if (failure !== undefined) throw failure;
  let nodes = 0;
  for (const text of chunks[0]!) {
    const messages = [JSON.parse(text) as { type: number; nodes?: unknown[] } | { type: number; nodes?: unknown[] }[]];
    for (const message of messages.flat()) if (message.type === 210) nodes += message.nodes?.length ?? 0;
  }
  return {
    wallMs,
    cpuMs,
    nodes,
    bytes: chunks[0]!.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  };
}

const restMs = 100;
/** An idle server uses less than this share of a core. */
const restShare = 0.05;

/** Resolves when a server is idle. */
export async function atRest(pid: number): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += restMs) {
    const before = cpuOf(pid);
    await pause(restMs);
    if (cpuOf(pid) - before < restMs * restShare) return;
  }
}
