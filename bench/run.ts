import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { busyShare } from "./measure.ts";
import { inspectProcess, topCosts } from "./inspect.ts";
import { publish } from "./published.ts";
import type { Outcome } from "./report.ts";
import { outcomeOf, tableOf } from "./report.ts";
import { checkOut } from "./revision.ts";
import type { Run, Sample, Scenario, Subject } from "./scenario.ts";
import { referenceSubject, weftSubject } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { canPin, openReference, openWeft, prepareWeft } from "./servers.ts";

const usage = `npm run bench -- [options]
  --only <name>[,<name>…]   only scenarios whose name begins with one of these
  --quick                   one short run of each, smaller crowds
  --runs <n>                runs of each server (default 3, with --quick 1)
  --compare <revision>      beside it, our server as it was at this revision
  --publish                 also write our figures to published.json, from which the site quotes
  --profile                 also write where our server spends its CPU: results/<scenario>.cpuprofile
  --list                    print the scenarios`;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    runs: { type: "string" },
    compare: { type: "string" },
    publish: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const root = join(import.meta.dirname, "..");
const results = join(import.meta.dirname, "results");
/** `statfs` of a file system in memory: a flush costs nothing there, so commits look faster than they are. */
const tmpfs = 0x01021994;
/** Share of all cores that other processes may use before the bench says so. */
const tolerableBusy = 0.1;

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  if (values.list) {
    for (const { name, title } of scenarios) console.log(`${name.padEnd(20)}${title}`);
    return;
  }
  const wanted = values.only?.split(",");
  const chosen = scenarios.filter(({ name }) => wanted?.some((prefix) => name.startsWith(prefix)) ?? true);
  if (chosen.length === 0) throw new Error(`No scenario is named so. ${usage}`);
  const runs = Number(values.runs ?? (values.quick ? 1 : 3));
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs takes a whole number. ${usage}`);
  prepareWeft(root);
  if (!canPin()) console.log("Without `taskset` servers and load share the cores: figures are coarser.");
  if (statfsSync(tmpdir()).type === tmpfs)
    console.log(`${tmpdir()} is in memory, where a flush costs nothing; set TMPDIR to a folder on a disk.`);
  mkdirSync(results, { recursive: true });

  using base = values.compare === undefined ? undefined : checkOut(root, values.compare);
  const outcomes: Outcome[] = [];
  for (const scenario of chosen) {
    try {
      const busy = await busyShare();
      if (busy > tolerableBusy)
        console.log(
          `Other processes keep the cores ${Math.round(busy * 100)} % busy: trust no latency and no rate of this one.`,
        );
      const outcome = await perform(scenario, runs, base?.root);
      outcomes.push(outcome);
      writeFileSync(join(results, `${scenario.name}.json`), `${JSON.stringify(outcome, undefined, 2)}\n`);
      if (values.publish) publish(outcome, { runs, pace: values.quick ? "quick" : "full" });
      console.log(tableOf(outcome));
    } catch (cause) {
      // A scenario that cannot be measured does not stop the others.
      process.exitCode = 1;
      console.log(`${scenario.name}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`);
    }
  }
  const judged = outcomes.flatMap(({ figures }) => figures.filter(({ met }) => met !== undefined));
  console.log(`${judged.filter(({ met }) => met).length} of ${judged.length} targets met.`);
}

async function perform(scenario: Scenario, runs: number, baseRoot: string | undefined): Promise<Outcome> {
  await using servers = new AsyncDisposableStack();
  const subjects: Subject[] = [];
  const { reference, beside = [] } = scenario;
  if (reference !== undefined)
    subjects.push(
      referenceSubject("reference", reference, servers.use(await openReference(reference, scenario.database))),
    );
  for (const file of beside)
    subjects.push(referenceSubject(file, file, servers.use(await openReference(file, scenario.database))));
  if (baseRoot !== undefined)
    subjects.push(weftSubject("base", servers.use(await openWeft(baseRoot, scenario.limits ?? {}, scenario.database))));
  const weft = weftSubject("weft", servers.use(await openWeft(root, scenario.limits ?? {}, scenario.database)));
  subjects.push(weft);

  const samples = new Map<string, Sample[]>();
  for (let index = 0; index < runs; index++)
    // Whichever is measured first may be slower or quicker for it, so they take turns.
    for (const subject of index % 2 === 0 ? subjects : subjects.toReversed()) {
      const run: Run = { index, pace: values.quick ? "quick" : "full", mark: `r${index}` };
      const sample =
        values.profile && subject === weft && index === runs - 1
          ? await profiled(scenario, subject, () => scenario.measure(subject, run))
          : await scenario.measure(subject, run);
      samples.set(subject.name, [...(samples.get(subject.name) ?? []), sample]);
    }
  return outcomeOf(scenario, samples);
}

async function profiled(scenario: Scenario, { server }: Subject, measure: () => Promise<Sample>): Promise<Sample> {
  const inspector = await inspectProcess(await server.inspector());
  await inspector.startProfile();
  const sample = await measure();
  const profile = await inspector.stopProfile();
  inspector.close();
  const file = join(results, `${scenario.name}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  console.log(`${scenario.name}: where our server spent its CPU (main thread; ${file})`);
  for (const { place, share } of topCosts(profile, 25))
    console.log(`  ${(share * 100).toFixed(1).padStart(5)} %  ${place}`);
  return sample;
}

await main();
