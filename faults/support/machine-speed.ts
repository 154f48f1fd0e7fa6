/**
 * The processor time of `referenceWork` on the machine for which bounds of time are stated, while it did nothing else: the
 * least of many runs. It is measured anew when the work changes.
 */
const referenceMs = 34;

/** What servers do: texts that become values and back, objects with many keys, bytes that are copied. */
function referenceWork(): number {
  const rows = Array.from({ length: 4_000 }, (_, n) => ({ id: `row-${n}`, value: n * 1.5, tags: ["a", "b", `${n}`] }));
  let seen = 0;
  for (let round = 0; round < 8; round++) {
    const text = JSON.stringify(rows);
    const values = JSON.parse(text) as typeof rows;
    const byId = new Map(values.map((row) => [row.id, row]));
    seen += byId.size + Buffer.concat(Array.from({ length: 32 }, () => Buffer.from(text))).length;
  }
  return seen;
}

const runs = 9;

/**
 * How many times longer the processor takes for the same work than on the machine for which bounds of time are stated: at
 * least 1. A bound of processor time times this holds on slower machines, and on those that others keep busy.
 */
export function slowness(): number {
  return Math.max(1, referenceCpuMs() / referenceMs);
}

export function referenceCpuMs(): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.threadCpuUsage();
    referenceWork();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
