import { beginSpan, createHistogram } from "../measure.ts";
import { eachOf, join, pause } from "./member.ts";

export interface JoinLoad {
  readonly pid: number;
  /** Addresses that are entered and left again, each once. */
  readonly urls: readonly string[];
  /** Addresses of those who are in the rooms meanwhile. */
  readonly holders: readonly string[];
  /** Joins at the beginning that warm the server up and are not counted. */
  readonly warmUp: number;
}

export interface JoinResult {
  readonly joins: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly p50: number;
  readonly p99: number;
}

const nothing = () => {};

export async function joinLoad(load: JoinLoad): Promise<JoinResult> {
  let failure: Error | undefined;
  const holders = await eachOf(load.holders, (url) => join(url, nothing, (cause) => (failure ??= cause)));
  const latencies = createHistogram();
  const visit = async (url: string) => {
    const { socket, joinedInMs } = await join(url, nothing, nothing);
    latencies.add(joinedInMs);
    socket.close();
  };
  await eachOf(load.urls.slice(0, load.warmUp), visit);
  await pause(200);
  const measured = load.urls.slice(load.warmUp);
  const end = beginSpan(load.pid);
  await eachOf(measured, visit);
  // The cost of leaving counts too.
  await pause(100);
  const span = end();
  for (const { socket } of holders) socket.close();
  if (failure !== undefined) throw failure;
  return {
    joins: measured.length,
    cpuMs: span.cpuMs,
    wallMs: span.wallMs,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
  };
}
