import { readdirSync, readFileSync } from "node:fs";

/**
 * Milliseconds of CPU, user and system, that a process and all its threads have used so far. Read from the scheduler's own count
 * (nanoseconds) where the kernel keeps it, else from the ticks of `/proc/<pid>/stat` (10 ms each).
 */
export function cpuMs(pid: number): number {
  let total = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      total += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ", 1)[0]) / 1e6;
    } catch (cause) {
      // The thread ended between the listing and the reading, or the kernel keeps no such count.
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT" && (cause as NodeJS.ErrnoException).code !== "ESRCH")
        throw cause;
    }
  }
  if (total > 0) return total;
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The second field is the command in parentheses and may hold anything: count from the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Bytes of memory that a process holds resident. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1_024;
}

/** The share of all cores that any process uses right now. Call it while the bench itself sleeps. */
export async function busyShare(): Promise<number> {
  const read = () => {
    const [user, nice, system, idle, waiting, irq, softirq, steal] = readFileSync("/proc/stat", "latin1")
      .split("\n", 1)[0]!
      .trim()
      .split(/\s+/)
      .slice(1)
      .map(Number);
    const busy = user! + nice! + system! + irq! + softirq! + steal!;
    return { busy, total: busy + idle! + waiting! };
  };
  const before = read();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = read();
  return (after.busy - before.busy) / Math.max(1, after.total - before.total);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Durations in buckets of 0.05 ms: adding one costs an increment, so that every one can be counted. */
export interface Histogram {
  add(ms: number): void;
  readonly count: number;
  /** The duration that a share `q` of all stays within; NaN when there is none. */
  quantile(q: number): number;
}

const bucketMs = 0.05;
const buckets = 200_000;

export function createHistogram(): Histogram {
  const counts = new Uint32Array(buckets);
  let count = 0;
  return {
    add(ms) {
      counts[Math.max(0, Math.min(buckets - 1, Math.floor(ms / bucketMs)))]!++;
      count++;
    },
    get count() {
      return count;
    },
    quantile(q) {
      let left = Math.ceil(count * q);
      if (count === 0) return Number.NaN;
      for (let bucket = 0; bucket < buckets; bucket++) {
        left -= counts[bucket]!;
        if (left <= 0) return (bucket + 1) * bucketMs;
      }
      return buckets * bucketMs;
    },
  };
}

/** A server's usage between two times: wall clock and its own CPU. */
export interface Span {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Starts a span of a process. Call the returned function to end it. */
export function beginSpan(pid: number): () => Span {
  const cpuAt = cpuMs(pid);
  const wallAt = performance.now();
  return () => ({ wallMs: performance.now() - wallAt, cpuMs: cpuMs(pid) - cpuAt });
}

/** The same numbers for the same seed: load that does not differ between runs. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
