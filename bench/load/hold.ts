import { inspectProcess } from "../inspect.ts";
import { cpuMs, residentBytes } from "../measure.ts";
import type { Authorization } from "./authorize.ts";
import { openAuthorizer, tokenPlace } from "./authorize.ts";
import { eachOf, join, pause } from "./member.ts";

export interface HoldLoad {
  readonly pid: number;
  readonly urls: readonly string[];
  /** Each client requests its token right before it connects; its address contains `tokenPlace` instead. */
  readonly authorize?: Authorization;
  /** The period in which each client sends one message, at its own time. */
  readonly talkMs: number;
  /** How long the server has to free the memory of closed connections. */
  readonly releaseMs: number;
  /**
   * The address of the server's inspector, to collect garbage before memory is read, and to read the heap. Without it,
   * memory is read as it is.
   */
  readonly inspector?: string;
}

export interface HoldResult {
  readonly connections: number;
  /** The time until all clients are in their rooms. */
  readonly joinMs: number;
  /** CPU while they talk. */
  readonly talkCpuMs: number;
  /** Before the first client joined, with all clients connected, and after all have left. */
  readonly before: Footprint;
  readonly held: Footprint;
  readonly after: Footprint;
}

export interface Footprint {
  readonly resident: number;
  /** Read through the inspector; 0 without one. */
  readonly heap: number;
}

const nothing = () => {};

/** Many connections enter, send little, and leave. */
export async function holdLoad(load: HoldLoad): Promise<HoldResult> {
  const { pid, urls, talkMs, releaseMs } = load;
  let failure: Error | undefined;
  const inspector = load.inspector === undefined ? undefined : await inspectProcess(load.inspector);
  const footprint = async (): Promise<Footprint> => {
    if (inspector === undefined) return { resident: residentBytes(pid), heap: 0 };
    // A second collection frees what finalizers of the first released.
    await inspector.collectGarbage();
    await pause(500);
    await inspector.collectGarbage();
    await pause(500);
    return { resident: residentBytes(pid), heap: await inspector.heapBytes() };
  };
  const before = await footprint();

  const authorizer = load.authorize === undefined ? undefined : await openAuthorizer(load.authorize);
  const begunAt = performance.now();
  const members = await eachOf(urls, async (url, index) => {
    const own = authorizer === undefined ? url : url.replace(tokenPlace, await authorizer.token(`holder-${index}`));
    return join(own, nothing, (cause) => (failure ??= cause));
  });
  const joinMs = performance.now() - begunAt;
  authorizer?.close();

  const cpuBefore = cpuMs(pid);
  const talkedFrom = performance.now();
  for (const [index, { socket }] of members.entries()) {
    const wait = talkedFrom + (index / members.length) * talkMs - performance.now();
    if (wait > 1) await pause(wait);
    socket.send(`[{"type":100,"targetActor":-1,"data":{"cursor":{"x":${index},"y":0}}}]`);
  }
  await pause(Math.max(0, talkedFrom + talkMs - performance.now()));
  const talkCpuMs = cpuMs(pid) - cpuBefore;
  const held = await footprint();
  for (const { socket } of members) socket.close();
  await pause(releaseMs);
  const after = await footprint();
  inspector?.close();
  if (failure !== undefined) throw failure;
  return { connections: members.length, joinMs, talkCpuMs, before, held, after };
}
