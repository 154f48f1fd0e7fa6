// Run as a thread of its own (see machine-speed.ts), in which nothing else happens. It posts the least time of the processor that
// a fixed piece of work took.
import { parentPort } from "node:worker_threads";

/** What servers do: texts that become values and back, objects with many keys, bytes that are copied. */
function referenceWork(): number {
  const rows = Array.from({ length: 4_000 }, (_, n) => ({ id: `row-${n}`, value: n * 1.5, tags: ["a", "b", `${n}`] }));
  let seen = 0;
  for (let round = 0; round < 2; round++) {
    const text = JSON.stringify(rows);
    const values = JSON.parse(text) as typeof rows;
    const byId = new Map(values.map((row) => [row.id, row]));
    seen += byId.size + Buffer.concat(Array.from({ length: 32 }, () => Buffer.from(text))).length;
  }
  return seen;
}

const runs = 30;
let leastMs = Infinity;
for (let run = 0; run < runs; run++) {
  const before = process.threadCpuUsage();
  referenceWork();
  const { user, system } = process.threadCpuUsage(before);
  leastMs = Math.min(leastMs, (user + system) / 1_000);
}
parentPort?.postMessage(leastMs);
