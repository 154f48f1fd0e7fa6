/**
 * One measurement of one client, in a process of its own:
 *
 *     node --expose-gc bench/clients/subject.ts <official|weft> <measurement>
 *
 * It prints its sample as JSON.
 */
import { setImmediate as turn } from "node:timers/promises";
import { positionAfter } from "@weft/crdt/shared";
import { NodeType, OpType, ServerMessageType } from "@weft/protocol/codes";
import type { Measurement } from "./measurements.ts";
import { serveSocket } from "./served-socket.ts";

/** What is used of both families, which have the same shapes. */
interface Family {
  createClient(options: object): { enterRoom(id: string, options: object): { readonly room: Room } };
}
interface Room {
  batch(run: () => void): void;
  getStorage(): Promise<{ readonly root: LiveObject }>;
  getStorageStatus(): string;
}
interface LiveObject {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  toJSON(): Record<string, unknown>;
}
interface LiveList {
  readonly length: number;
  push(value: unknown): void;
}

const nodeCount = 100_000;
const opCount = 100_000;
const opsOfFrame = 100;
const nodesOfChunk = 5_000;

type Node = readonly unknown[];

/** A board: a list of objects with some fields each, and a map of counters. */
function board(): Node[] {
  const nodes: Node[] = [
    ["root", {}],
    ["0:1", NodeType.list, "root", "items"],
    ["0:2", NodeType.map, "root", "counts"],
  ];
  let position = "";
  for (let n = 3; nodes.length < nodeCount; n++) {
    if (n % 4 === 0) nodes.push([`0:${n}`, NodeType.register, "0:2", `k${n}`, n]);
    else {
      position = positionAfter(position);
      nodes.push([`0:${n}`, NodeType.object, "0:1", position, { x: n, y: n, title: `Item ${n}` }]);
    }
  }
  return nodes;
}

function chunked(nodes: readonly Node[]): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < nodes.length; at += nodesOfChunk)
    chunks.push(JSON.stringify([{ type: ServerMessageType.storageChunk, nodes: nodes.slice(at, at + nodesOfChunk) }]));
  return chunks;
}

/** Ops of someone else: mostly fields, some new items, moves and deletions. */
function* remoteOps(nodes: readonly Node[]): Generator<object> {
  const objects = nodes.filter(([, type]) => type === NodeType.object);
  const last = objects.at(-1)![3] as string;
  let position = last;
  for (let n = 0; n < opCount; n++) {
    const id = objects[(n * 7_919) % objects.length]![0];
    if (n % 10 === 8) {
      position = positionAfter(position);
      const data = { x: n, title: "New" };
      yield { type: OpType.createObject, id: `7:${n}`, parentId: "0:1", parentKey: position, data };
    } else if (n % 10 === 9) yield { type: OpType.deleteNode, id: `7:${n - 1}` };
    else yield { type: OpType.updateObject, id, data: { x: n } };
  }
}

async function open(name: string, nodes: readonly Node[]) {
  const family = (name === "weft"
    ? await import("@weft/client")
    : await import("@liveblocks/client")) as unknown as Family;
  const { Socket, deliver } = serveSocket({ chunks: chunked(nodes) });
  const client = family.createClient({
    baseUrl: "http://bench.test",
    publicApiKey: "pk_bench",
    throttle: 16,
    polyfills: { WebSocket: Socket },
  });
  const { room } = client.enterRoom("r", { initialPresence: {} });
  return { room, deliver };
}

/** CPU of this process, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function heapMiB(): number {
  globalThis.gc!();
  globalThis.gc!();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function measure(family: string, what: Measurement): Promise<Record<string, number>> {
  const nodes = board();
  const { room, deliver } = await open(family, nodes);
  // The first turn of the event loop, with the connection, is not part of it.
  const heapBefore = heapMiB();
  const start = cpuMs();
  const { root } = await room.getStorage();
  const items = root.get("items") as LiveList;
  const { length } = items;
  const snapshotMs = cpuMs() - start;
  if (what === "snapshot") {
    root.toJSON();
    const usableMs = cpuMs() - start;
    return { snapshotMs, usableMs, heap: heapMiB() - heapBefore };
  }
  if (what === "remote") {
    const frames: string[] = [];
    let ops: object[] = [];
    for (const op of remoteOps(nodes)) {
      ops.push(op);
      if (ops.length === opsOfFrame) {
        frames.push(JSON.stringify([{ type: ServerMessageType.storageUpdated, ops }]));
        ops = [];
      }
    }
    const before = cpuMs();
    for (const frame of frames) deliver(frame);
    const remoteMs = cpuMs() - before;
    if (items.length !== length) throw new Error(`The list has ${items.length} items, and should have ${length}.`);
    return { remoteMs };
  }
  const before = cpuMs();
  for (let batch = 0; batch < opCount / opsOfFrame; batch++) {
    room.batch(() => {
      for (let n = 0; n < opsOfFrame; n++) {
        if (n % 10 === 9) items.push(`item ${batch} ${n}`);
        else root.set(`k${n}`, batch);
      }
    });
    if (batch % 10 === 9) while (room.getStorageStatus() !== "synchronized") await turn();
  }
  while (room.getStorageStatus() !== "synchronized") await turn();
  const localMs = cpuMs() - before;
  if (items.length !== length + opCount / 10) throw new Error(`The list has ${items.length} items.`);
  return { localMs };
}

const [family, what] = process.argv.slice(2) as [string, Measurement];
console.log(JSON.stringify(await measure(family, what)));
process.exit(0);
