import { cpuMs, residentBytes } from "../measure.ts";
import { eachOf, join, pause } from "./member.ts";

export interface CrowdLoad {
  readonly pid: number;
  readonly urls: readonly string[];
  /** How long each of them says something once, at its own instant. */
  readonly talkMs: number;
  /** How long the server has to free the memory of closed connections. */
  readonly releaseMs: number;
}

export interface CrowdResult {
  readonly connections: number;
  readonly joinMs: number;
  /** CPU while they talk. */
  readonly talkCpuMs: number;
  /** Resident bytes before anybody came, with everybody there, and after all have gone. No collection is forced. */
  readonly before: number;
  readonly held: number;
  readonly after: number;
}

const nothing = () => {};

export async function crowdLoad({ pid, urls, talkMs, releaseMs }: CrowdLoad): Promise<CrowdResult> {
  let failure: Error | undefined;
  const before = residentBytes(pid);
  const begunAt = performance.now();
  const members = await eachOf(urls, (url) => join(url, nothing, (cause) => (failure ??= cause)));
  const joinMs = performance.now() - begunAt;
  const cpuBefore = cpuMs(pid);
  const talkedFrom = performance.now();
  for (const [index, { socket }] of members.entries()) {
    const wait = talkedFrom + (index / members.length) * talkMs - performance.now();
    if (wait > 1) await pause(wait);
    socket.send(`[{"type":100,"targetActor":-1,"data":{"cursor":{"x":${index},"y":0}}}]`);
  }
  await pause(Math.max(0, talkedFrom + talkMs - performance.now()));
  const talkCpuMs = cpuMs(pid) - cpuBefore;
  const held = residentBytes(pid);
  for (const { socket } of members) socket.close();
  await pause(releaseMs);
  const after = residentBytes(pid);
  if (failure !== undefined) throw failure;
  return { connections: members.length, joinMs, talkCpuMs, before, held, after };
}
