/**
 * `npm run bench:clients`: what Weft's own client costs, next to the official one. Each measurement is a process of its own, by
 * turns; reported are medians. Sizes are of what a bundler makes of an application that uses these parts.
 *
 *   npm run bench:clients -- [--runs 3] [--only cursors,connect]
 *
 * `cursors` and `connect` need a Chromium (see `@weft/testkit/browser`).
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { bundle } from "@weft/testkit/bundle";
import { median } from "../measure.ts";
import { programs } from "./measurements.ts";
import type { Measurement } from "./measurements.ts";

const run = promisify(execFile);
const { values } = parseArgs({ options: { runs: { type: "string", default: "3" }, only: { type: "string" } } });
const runs = Number(values.runs);
const families = ["official", "weft"] as const;
type Family = (typeof families)[number];
const measurements = (Object.keys(programs) as Measurement[]).filter((what) =>
  (values.only ?? what).split(",").includes(what),
);

interface Figure {
  readonly of: Measurement;
  readonly label: string;
  readonly unit: string;
  readonly atMost: number;
}

/** Ratios of ours to the official client's. */
const figures: Readonly<Record<string, Figure>> = {
  snapshotMs: { of: "snapshot", label: "first snapshot of 100,000 nodes", unit: "ms of CPU", atMost: 0.6 },
  usableMs: { of: "snapshot", label: "the same, and all of it as JSON", unit: "ms of CPU", atMost: 0.6 },
  heap: { of: "snapshot", label: "heap after it", unit: "MiB", atMost: 0.7 },
  remoteMs: { of: "remote", label: "100,000 ops of others, 100 to a frame", unit: "ms of CPU", atMost: 0.6 },
  localMs: { of: "local", label: "100,000 own ops in 1,000 batches", unit: "ms of CPU", atMost: 0.6 },
  cursorsMs: {
    of: "cursors",
    label: "`useOthersMapped` with 100 cursors at 30 Hz for 5 s, all scripts of the page",
    unit: "ms of CPU",
    atMost: 0.7,
  },
  connectMs: {
    of: "connect",
    label: "from a page's code to a connected room with Storage, 150 ms round trip",
    unit: "ms",
    atMost: 0.8,
  },
};

async function sample(family: Family, what: Measurement): Promise<Record<string, number>> {
  const program = join(import.meta.dirname, programs[what]);
  const { stdout } = await run(process.execPath, ["--expose-gc", program, family, what], { timeout: 300_000 });
  return JSON.parse(stdout) as Record<string, number>;
}

const samples = new Map<string, number[]>();
for (let index = 0; index < runs; index++)
  for (const what of measurements)
    for (const family of families)
      for (const [key, value] of Object.entries(await sample(family, what)))
        samples.set(`${family} ${key}`, [...(samples.get(`${family} ${key}`) ?? []), value]);
const bothOf = (key: string) => families.map((family) => median(samples.get(`${family} ${key}`)!)) as [number, number];

console.log("| Measure | Official | Weft | Ratio | Asked | |");
console.log("|---|---|---|---|---|---|");
for (const [key, { of, label, unit, atMost }] of Object.entries(figures)) {
  if (!measurements.includes(of)) continue;
  const [official, weft] = bothOf(key);
  const ratio = weft / official;
  const cells = [`${label}, ${unit}`, official.toFixed(0), weft.toFixed(0), `${ratio.toFixed(2)} ×`, `≤ ${atMost} ×`];
  console.log(`| ${cells.join(" | ")} | ${ratio <= atMost ? "met" : "missed"} |`);
}

if (measurements.includes("cursors")) {
  const [official, weft] = bothOf("unchanged");
  const cells = ["commits of components whose data had not changed", official, weft, "", "0"];
  console.log(`| ${cells.join(" | ")} | ${weft === 0 ? "met" : "missed"} |`);
}

const KiB = 1_024;
const structures = "LiveObject, LiveList, LiveMap, LiveText, LiveFile";
interface Part {
  readonly label: string;
  readonly names: string;
  /** Files that are loaded when the part is used, with all that they import. */
  readonly later: readonly string[];
  readonly atMost: number;
}
const ofStorage = ["/storage/storage-sync.ts"];
const parts: readonly Part[] = [
  { label: "presence", names: "createClient", later: [], atMost: 12 },
  { label: "presence and Storage", names: `createClient, ${structures}`, later: ofStorage, atMost: 24 },
  {
    label: "presence, Storage, comments and inbox",
    names: `createClient, ${structures}`,
    later: [...ofStorage, "/comments/client-comments.ts"],
    atMost: 34,
  },
];
function reportSize(label: string, official: number, weft: number, atMost: number): void {
  const cells = [`${label}, KiB with gzip`, official.toFixed(1), weft.toFixed(1), `${(weft / official).toFixed(2)} ×`];
  console.log(`| ${cells.join(" | ")} | ≤ ${atMost} KiB | ${weft <= atMost ? "met" : "missed"} |`);
}
for (const { label, names, later, atMost } of parts) {
  const ours = await bundle(`export { ${names} } from "@weft/client";`);
  const theirs = await bundle(`export { ${names} } from "@liveblocks/client";`);
  const loaded = ours.laterParts.filter(({ files }) => files.some((file) => later.some((end) => file.endsWith(end))));
  const size = ours.gzip + loaded.reduce((sum, { gzip }) => sum + gzip, 0);
  reportSize(label, (theirs.gzip + theirs.later.gzip) / KiB, size / KiB, atMost);
}

/** What all hooks of an entry add to the client. */
async function sizeOfHooks(scope: string, entry: string): Promise<number> {
  const client = await bundle(`export { createClient, shallow, isNotificationChannelEnabled } from "${scope}/client";`);
  const all = await bundle(`export * from "${scope}/${entry}"; export { createClient } from "${scope}/client";`);
  return (all.gzip - client.gzip) / KiB;
}
for (const entry of ["react", "react/suspense"])
  reportSize(`what \`${entry}\` adds`, await sizeOfHooks("@liveblocks", entry), await sizeOfHooks("@weft", entry), 8);

if (measurements.includes("connect")) {
  const steps = { tokenMs: "the token", openMs: "the socket", firstFrameMs: "its first frame", storageMs: "Storage" };
  const said = Object.entries(steps).map(([key, part]) => {
    const [official, weft] = bothOf(key);
    return `${part} ${official.toFixed(0)} and ${weft.toFixed(0)} ms`;
  });
  console.log(`\nOf the way to a connected room (official and Weft): ${said.join(", ")}.`);
}
