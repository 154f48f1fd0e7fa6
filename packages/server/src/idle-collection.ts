/**
 * V8 collects garbage when memory is asked for. What a crowd has left would stay until the next one comes: a server of 140 MB
 * kept 335 MB after 10,000 connections, of which one collection frees 180. It is collected when there is nothing to do.
 */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createBusyShare } from "./busy-share.ts";

export interface Heap {
  readonly usedBytes: () => number;
  /** The share of the time since the last call in which the event loop was busy. */
  readonly busyShare: () => number;
  /** Collects everything. The event loop waits. */
  readonly collect: () => void;
}

/** How often to look. */
export const idleCollectionMs = 5_000;
/** A server that is busier has callers who would wait. */
const calmShare = 0.05;
/** A collection takes time for what is in use, and is worth it for this much of what is not. */
const worthFactor = 1.5;
const worthBytes = 32 * 1_024 * 1_024;
/** Where more is in use, those few callers would wait for too long. */
const largestBytes = 512 * 1_024 * 1_024;

/** Answers what is called from time to time. */
export function createIdleCollection({ usedBytes, busyShare, collect }: Heap = heapOfThread()): () => void {
  /** The least that was in use. */
  let needed = Number.POSITIVE_INFINITY;
  return () => {
    const busy = busyShare();
    const used = usedBytes();
    needed = Math.min(needed, used);
    if (busy > calmShare || used < needed * worthFactor + worthBytes || used > largestBytes) return;
    collect();
    needed = usedBytes();
  };
}

function heapOfThread(): Heap {
  return {
    usedBytes: () => getHeapStatistics().used_heap_size,
    busyShare: createBusyShare(),
    collect: collectHeap,
  };
}

type Collector = (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void;

let collector: Collector | undefined;

/** Collects everything in the heap of this thread. */
export function collectHeap(): void {
  collector ??= exposedCollector();
  // In this flavor it also gives free pages back to the system.
  collector({ type: "major", flavor: "last-resort" });
}

function exposedCollector(): Collector {
  // V8 gives its collector to contexts that are made after this.
  setFlagsFromString("--expose-gc");
  const exposed = runInNewContext("gc") as Collector;
  setFlagsFromString("--no-expose-gc");
  return exposed;
}
