/**
 * `npm test` and its parts: runs suites one after another, all of them even if one fails, and ends with a summary line.
 *
 *   node scripts/test.ts unit conformance e2e
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

interface Suite {
  /** Its subject, as in its heading. */
  readonly asks: string;
  /** Where vitest finds it. */
  readonly config: string;
  /** Its only files; by default all that the config includes. */
  readonly files?: readonly string[];
  /** Files that it leaves out. */
  readonly except?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The journeys whose pages write most: sign-up and sign-in, teams, projects, keys, rooms, versions, exports, staff. CI runs
 * these on PostgreSQL too; all of them would take another quarter of an hour, mostly in the browser.
 */
const writingJourneys = [
  "dashboard-project",
  "dashboard-team",
  "mails",
  "project-settings",
  "room-inspector",
  "sign-in",
];

/**
 * They are about editors in a browser: what these store, such as documents, threads and notifications, other tests of
 * conformance store on PostgreSQL.
 */
const editors = ["editors/**", "node/lexical.test.ts", "node/prosemirror.test.ts"];

/** Servers that tests start use a database of their own on the server that WEFT_TEST_POSTGRES names. */
const onPostgres = { WEFT_TEST_DATABASE: "postgres" };

const suites: Readonly<Record<string, Suite>> = {
  unit: { asks: "does each module do what it says?", config: "vitest.config.ts" },
  conformance: { asks: "do the official SDKs live happily with us?", config: "conformance/vitest.config.ts" },
  e2e: { asks: "can a person do it?", config: "e2e/vitest.config.ts" },
  "postgres-conformance": {
    asks: "do the official SDKs live happily with us on PostgreSQL?",
    config: "conformance/vitest.config.ts",
    except: editors,
    env: onPostgres,
  },
  "postgres-e2e": { asks: "can a person do it on PostgreSQL?", config: "e2e/vitest.config.ts", env: onPostgres },
  "postgres-journeys-that-write": {
    asks: "can a person do what writes most on PostgreSQL?",
    config: "e2e/vitest.config.ts",
    files: writingJourneys.map((name) => `${name}.test.ts`),
    env: onPostgres,
  },
  faults: { asks: "does it keep its promises when things go wrong?", config: "faults/vitest.config.ts" },
  long: {
    asks: "does it keep its bounds when tests take their time?",
    config: "vitest.config.ts",
    files: ["linear-time.test.ts"],
    env: { WEFT_RUNS: process.env["WEFT_RUNS"] ?? "10" },
  },
  "long-writers": {
    asks: "do two writers keep what they promise, in whatever order they write?",
    config: "vitest.config.ts",
    files: ["two-writers.test.ts"],
    env: { WEFT_RUNS: process.env["WEFT_RUNS"] ?? "20" },
  },
  "long-faults": {
    asks: "does it share what it has, for as long as it takes?",
    config: "faults/vitest.config.ts",
    files: ["shares.test.ts", "loop-hold.test.ts"],
    env: { WEFT_RUNS: "10" },
  },
  bench: { asks: "does the bench still run?", config: "bench/vitest.config.ts" },
};

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
      /** Lines that a test prints when all have run. */
      readonly meta?: { readonly atEnd?: readonly string[] };
    }[];
  }[];
}

/** How many characters of a failure are repeated at the end. The full output is where it occurred. */
const tellChars = 1_500;
const failures: string[] = [];
const atEnd: string[] = [];
let passed = 0;
let failed = 0;
let skipped = 0;
const folder = mkdtempSync(join(tmpdir(), "weft-tests-"));
try {
  for (const name of process.argv.slice(2)) {
    const suite = suites[name];
    if (suite === undefined)
      throw new Error(`There is no suite "${name}"; there are ${Object.keys(suites).join(", ")}.`);
    console.log(`\n── ${name}: ${suite.asks}\n`);
    const file = join(folder, `${name}.json`);
    const vitest = join("node_modules", "vitest", "vitest.mjs");
    const args = [
      vitest,
      "run",
      "--config",
      suite.config,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...(suite.except ?? []).map((pattern) => `--exclude=${pattern}`),
      ...(suite.files ?? []),
    ];
    const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...suite.env } });
    const report = read(file);
    passed += report?.numPassedTests ?? 0;
    skipped += report?.numPendingTests ?? 0;
    // A suite that failed before or after its tests has failed too, even without a failed test.
    failed += report?.numFailedTests ?? 0;
    if (status !== 0 && (report?.numFailedTests ?? 0) === 0) {
      failed += 1;
      failures.push(`${name}: vitest ended with ${status} beside its tests; see its output above`);
    }
    if (report === undefined) continue;
    failures.push(...failuresOf(name, report));
    for (const { assertionResults } of report.testResults)
      atEnd.push(...assertionResults.flatMap(({ meta }) => meta?.atEnd ?? []));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (atEnd.length > 0) console.log(`\n${atEnd.join("\n")}`);
// Repeated here, in case the log is truncated.
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function failuresOf(suite: string, { testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = `${suite}: ${relative(process.cwd(), name)}`;
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0) return status === "failed" ? [`${file}\n${message.slice(0, tellChars)}`] : [];
    return tests.map((test) => `${file} > ${test.fullName}\n${test.failureMessages.join("\n").slice(0, tellChars)}`);
  });
}

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}
