/**
 * Whether the tests of what was asked for prove it. Each row of `packages/server/src/asked-for/rows.tsv` names a test, and
 * `mutations.tsv` beside it what would break that row. In a copy of the checkout, the change is made, the named test runs,
 * and it has to fail by one of its assertions. Without the change it has to pass.
 *
 *   node scripts/mutate-asked-for.ts                         a tenth of the rows that unit tests hold
 *   node scripts/mutate-asked-for.ts --all                   every row, with every change that is written for it
 *   node scripts/mutate-asked-for.ts --all --suites unit     every row that unit tests hold
 *   node scripts/mutate-asked-for.ts --only "api 7.3,site 2.4a"
 *
 * The seed of a sample is printed; `WEFT_SEED` chooses the same one again.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { readRows } from "@weft/server/asked-for";
import type { AskedLine } from "@weft/server/asked-for";
import { mutated, mutationsOf, readMutations } from "@weft/server/asked-for/mutation";
import type { Mutation, Sources } from "@weft/server/asked-for/mutation";
import { copyCheckout } from "./checkout-copy.ts";
import { openSuite } from "./named-tests.ts";
import type { SuiteName, TestSuites } from "./named-tests.ts";
import { root } from "./sources.ts";

type Held = AskedLine & { readonly test: NonNullable<AskedLine["test"]> };

const { values: options } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    only: { type: "string" },
    suites: { type: "string" },
  },
});

/** These tests are slow, since they make every call in every role. A sample skips them. */
const slow: ReadonlySet<string> = new Set(["packages/server/src/site/roles.test.ts"]);
const share = 10;

const folder = "packages/server/src/asked-for";
const texts = new Map<string, string | undefined>();
const read = (file: string) => {
  if (!texts.has(file))
    texts.set(file, existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined);
  return texts.get(file);
};
const sources: Sources = {
  read,
  declarations: globSync("packages/protocol/src/{rest,internal}/*.ts", { cwd: root }).toSorted(),
};
const rows = readRows(read(`${folder}/rows.tsv`)!).filter((row): row is Held => row.test !== undefined);
const written = readMutations(read(`${folder}/mutations.tsv`)!);

function suiteOf({ test }: Held): SuiteName {
  if (test.file.startsWith("conformance/")) return "conformance";
  return test.file.startsWith("e2e/") ? "e2e" : "unit";
}

/** What is tried: rows with the changes that are made, those of one test file together. */
function trials(): { readonly row: Held; readonly mutation: Mutation }[] {
  const inSuites = options.suites?.split(",");
  const wanted = rows.filter((row) => inSuites === undefined || inSuites.includes(suiteOf(row)));
  const every = (of: readonly Held[]) =>
    of.flatMap((row) => mutationsOf(row, written, sources).map((mutation) => ({ row, mutation })));
  const only = options.only?.split(",");
  if (only !== undefined) return every(wanted.filter(({ number }) => only.includes(number)));
  if (options.all) return every(wanted);
  const seed = Number(process.env["WEFT_SEED"] ?? Date.now() % 1_000_000);
  console.log(`WEFT_SEED=${seed}`);
  const quick = rows.filter((row) => suiteOf(row) === "unit" && !slow.has(row.test.file));
  return chosen(quick, Math.ceil(quick.length / share), seed).flatMap((row) => chosen(every([row]), 1, seed));
}

/** Some of the items, in their order. The same seed chooses the same ones. */
function chosen<T>(items: readonly T[], count: number, seed: number): T[] {
  const length = Math.min(count, items.length);
  return fc.sample(fc.subarray([...items], { minLength: length, maxLength: length }), { seed, numRuns: 1 })[0]!;
}

/** Makes the change in the copy until it is disposed. */
function applied(copy: string, { file, change }: Mutation): Disposable {
  const path = join(copy, file);
  const original = readFileSync(path, "utf8");
  if (change === undefined) rmSync(path);
  else writeFileSync(path, mutated(original, change));
  return { [Symbol.dispose]: () => writeFileSync(path, original) };
}

const suiteOrder: readonly SuiteName[] = ["unit", "conformance", "e2e"];
let passed = 0;
const failures: string[] = [];

function report(name: string, fault: string | undefined, seconds: number): void {
  console.log(`${fault === undefined ? "ok  " : "FAIL"} ${name} (${seconds.toFixed(1)} s)${fault ? `: ${fault}` : ""}`);
  if (fault === undefined) passed += 1;
  else failures.push(`${name}: ${fault}`);
}

function nameOf({ number, kind, file, change }: Mutation): string {
  const what =
    change === undefined ? "removed" : `${JSON.stringify(change.from)} replaced by ${JSON.stringify(change.to)}`;
  return `${number} (${kind}): ${file}, ${what}`;
}

async function tryOut(suite: TestSuites, copy: string, of: readonly { row: Held; mutation: Mutation }[]) {
  for (const [file, trialsOfFile] of Map.groupBy(of, ({ row }) => row.test.file)) {
    const titles = [...new Set(trialsOfFile.map(({ row }) => row.test.title))];
    const faults = await suite.faultsUnchanged(file, titles);
    for (const { row, mutation } of trialsOfFile) {
      const startedAt = performance.now();
      let fault = faults.get(row.test.title);
      if (fault === undefined) {
        using _change = applied(copy, mutation);
        suite.changed(mutation.file);
        fault = await suite.faultUnlessRed(file, row.test.title);
      }
      suite.changed(mutation.file);
      report(nameOf(mutation), fault, (performance.now() - startedAt) / 1_000);
    }
  }
}

const all = trials();
if (all.length === 0) throw new Error("No row was chosen.");
using copy = copyCheckout();
for (const name of suiteOrder) {
  const of = all.filter(({ row }) => suiteOf(row) === name);
  if (of.length === 0) continue;
  console.log(`\n── asked-for, ${name}: does the test of a line fail without what was asked for?\n`);
  await using suite = await openSuite(name, copy.folder);
  await tryOut(suite, copy.folder, of);
}
for (const failure of failures) console.log(`\nFAILED asked-for: ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
