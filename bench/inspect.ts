import { WebSocket } from "ws";

/** The inspector of a running Node process, as far as the bench needs it. */
export interface Inspector {
  collectGarbage(): Promise<void>;
  /** Bytes of the V8 heap that are in use, and of array buffers outside it. */
  heapBytes(): Promise<number>;
  /** Starts to measure how late timers run. */
  watchLoop(): Promise<void>;
  /** Milliseconds that a share `q` of them was late by at most, since `watchLoop`. */
  loopDelay(q: number): Promise<number>;
  startProfile(): Promise<void>;
  /** The CPU profile since `startProfile`, in the format of `.cpuprofile` files. */
  stopProfile(): Promise<CpuProfile>;
  close(): void;
}

/** The interval between two samples of the loop. */
const loopTickMs = 5;

export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export async function inspectProcess(url: string): Promise<Inspector> {
  const socket = new WebSocket(url, { maxPayload: 512 * 1_024 * 1_024, perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(cause: Error): void }>();
  let calls = 0;
  socket.on("message", (data: Buffer) => {
    const { id, result, error } = JSON.parse(data.toString()) as {
      id?: number;
      result?: unknown;
      error?: { message: string };
    };
    if (id === undefined) return;
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error.message));
  });
  socket.on("close", () => {
    for (const call of waiting.values()) call.reject(new Error("the inspector is gone"));
  });
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++calls;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = (await call("Runtime.evaluate", { expression })) as {
      result: { value: number };
      exceptionDetails?: { text: string };
    };
    if (exceptionDetails !== undefined) throw new Error(`the inspector: ${exceptionDetails.text}`);
    return result.value;
  };
  return {
    async collectGarbage() {
      await call("HeapProfiler.collectGarbage");
    },
    async heapBytes() {
      const usage = (await call("Runtime.getHeapUsage")) as { usedSize: number; backingStorageSize?: number };
      return usage.usedSize + (usage.backingStorageSize ?? 0);
    },
    async watchLoop() {
      await evaluate(
        `globalThis.benchLoop ??= process.getBuiltinModule("node:perf_hooks").monitorEventLoopDelay({ resolution: ${loopTickMs} });
        benchLoop.reset(); benchLoop.enable()`,
      );
    },
    // Measures the time from one tick to the next.
    loopDelay: async (q) => Math.max(0, (await evaluate(`benchLoop.percentile(${q * 100})`)) / 1e6 - loopTickMs),
    async startProfile() {
      await call("Profiler.enable");
      await call("Profiler.setSamplingInterval", { interval: 500 });
      await call("Profiler.start");
    },
    async stopProfile() {
      return ((await call("Profiler.stop")) as { profile: CpuProfile }).profile;
    },
    close: () => socket.close(),
  };
}

/** Functions by the time spent in themselves, most first: share of all samples that were not idle. */
export function topCosts(profile: CpuProfile, count: number): readonly { place: string; share: number }[] {
  const places = new Map<number, string>();
  for (const { id, callFrame } of profile.nodes) {
    const file = callFrame.url.replace(/^.*\/(packages|bench|node_modules)\//, "$1/");
    places.set(
      id,
      `${callFrame.functionName || "(anonymous)"} ${file === "" ? "" : `${file}:${callFrame.lineNumber + 1}`}`.trim(),
    );
  }
  const spent = new Map<string, number>();
  let total = 0;
  profile.samples.forEach((id, index) => {
    const place = places.get(id)!;
    if (place === "(idle)" || place === "(root)") return;
    const time = profile.timeDeltas[index] ?? 0;
    spent.set(place, (spent.get(place) ?? 0) + time);
    total += time;
  });
  return [...spent]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([place, time]) => ({ place, share: time / total }));
}
