import { residentBytes } from "../measure.ts";
import { inspectProcess } from "../inspect.ts";
import { eachOf, join, pause } from "./member.ts";

export interface HoldLoad {
  readonly pid: number;
  /** Where the server's inspector listens, to collect its garbage before its memory is read. */
  readonly inspector: string;
  readonly urls: readonly string[];
  /** How long the server has to free the memory of closed connections. */
  readonly releaseMs: number;
}

export interface HoldResult {
  readonly connections: number;
  /** Resident and heap bytes before anybody came, with everybody there, and after all have gone. */
  readonly before: Footprint;
  readonly held: Footprint;
  readonly after: Footprint;
}

export interface Footprint {
  readonly resident: number;
  readonly heap: number;
}

const nothing = () => {};

export async function holdLoad(load: HoldLoad): Promise<HoldResult> {
  let failure: Error | undefined;
  const inspector = await inspectProcess(load.inspector);
  const footprint = async (): Promise<Footprint> => {
    // A second collection frees what finalizers of the first let go.
    await inspector.collectGarbage();
    await pause(500);
    await inspector.collectGarbage();
    await pause(500);
    return { resident: residentBytes(load.pid), heap: await inspector.heapBytes() };
  };
  const before = await footprint();
  const members = await eachOf(load.urls, (url) => join(url, nothing, (cause) => (failure ??= cause)));
  for (const { socket } of members) socket.send('[{"type":100,"targetActor":-1,"data":{"cursor":null}}]');
  await pause(1_000);
  const held = await footprint();
  for (const { socket } of members) socket.close();
  await pause(load.releaseMs);
  const after = await footprint();
  inspector.close();
  if (failure !== undefined) throw failure;
  return { connections: members.length, before, held, after };
}
