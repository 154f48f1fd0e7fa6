/**
 * `npm test` and its parts: runs suites one after another, all of them even if one fails, and ends with a summary line.
 * Where tests of a suite drive real processes, databases and browsers, the files of its failed tests run a second time, alone:
 * a test that then passes is listed as unstable and does not fail the run (decision 48).
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
  /** Matches the titles of its only tests. */
  readonly tests?: string;
  /** Files that it leaves out. */
  readonly except?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether tests of it wait for other processes, so that chance decides who goes first. */
  readonly drivesProcesses?: true;
  /** Only files of this project of the config. */
  readonly project?: string;
  /** How many parts its files make, of which `WEFT_PART` chooses one. Without it, all run. */
  readonly parts?: number;
}

/**
 * The journeys whose pages write most: sign-up and sign-in, teams, projects, keys, rooms, versions, exports, staff. CI runs
 * these on PostgreSQL too, and conformance on three nodes; all of them would take another quarter of an hour, mostly in the browser.
 */
const writingJourneys = [
  "dashboard-project",
  "dashboard-team",
  "mails",
  "project-settings",
  "room-inspector",
  "sign-in",
];

/** Larger examples, whose journeys of two people take minutes. */
const largeExamples = ["team-examples.test.ts", "calendar-map-and-agents.test.ts", "review-examples.test.ts"];

/**
 * They are about editors in a browser: what these store, such as documents, threads and notifications, other tests of
 * conformance store on PostgreSQL.
 */
const editors = ["editors/**", "node/lexical.test.ts", "node/prosemirror.test.ts"];

/** Weft's own client packages, with servers and in browsers; their paths contain one of these. */
const ofOwnPackages = ["own-", "screens/", "devtools/"];

/** What components look like, and packages that read and write documents as the official ones do: nodes make no difference to them. */
const alikeOnNodes = ["screens/**", "devtools/**", "node/own-{lexical,prosemirror,emails}.test.ts"];

/** Servers that tests start use a database of their own on the server that WEFT_TEST_POSTGRES names. */
const onPostgres = { WEFT_TEST_DATABASE: "postgres" };
/** Servers that tests start are three processes or servers behind a balancer, on PostgreSQL and NATS. */
const onThreeNodes = { WEFT_TEST_NODES: "3" };

const suites: Readonly<Record<string, Suite>> = {
  unit: { asks: "does each module do what it says?", config: "vitest.config.ts", drivesProcesses: true },
  conformance: {
    asks: "do the official SDKs live happily with us?",
    config: "conformance/vitest.config.ts",
    except: ofOwnPackages.map((part) => (part.endsWith("/") ? `${part}**` : `**/${part}*`)),
    drivesProcesses: true,
  },
  "own-conformance": {
    asks: "do Weft's own packages do with servers and in browsers what they say?",
    config: "conformance/vitest.config.ts",
    files: ofOwnPackages,
    drivesProcesses: true,
    parts: 2,
  },
  e2e: {
    asks: "can a person do it?",
    config: "e2e/vitest.config.ts",
    except: largeExamples,
    drivesProcesses: true,
    parts: 2,
  },
  "e2e-examples": {
    asks: "can two people use the larger examples?",
    config: "e2e/vitest.config.ts",
    files: largeExamples,
    drivesProcesses: true,
    parts: 3,
  },
  "postgres-conformance": {
    asks: "do the official SDKs live happily with us on PostgreSQL?",
    config: "conformance/vitest.config.ts",
    except: editors,
    env: onPostgres,
    drivesProcesses: true,
  },
  "postgres-e2e": {
    asks: "can a person do it on PostgreSQL?",
    config: "e2e/vitest.config.ts",
    env: onPostgres,
    drivesProcesses: true,
  },
  "postgres-journeys-that-write": {
    asks: "can a person do what writes most on PostgreSQL?",
    config: "e2e/vitest.config.ts",
    files: writingJourneys.map((name) => `${name}.test.ts`),
    env: onPostgres,
    drivesProcesses: true,
    parts: 3,
  },
  "aliased-conformance": {
    asks: "do tests of the official packages pass with Weft's own under their names?",
    config: "conformance/vitest.config.ts",
    files: ["documents", "official-redux", "official-zustand"].map((name) => `client/${name}.test.ts`),
    env: { WEFT_TEST_ALIASES: "1" },
    drivesProcesses: true,
  },
  "cluster-conformance": {
    asks: "do the official SDKs live happily with three nodes?",
    config: "conformance/vitest.config.ts",
    except: [...editors, ...alikeOnNodes],
    env: onThreeNodes,
    drivesProcesses: true,
    parts: 4,
  },
  "cluster-journeys-that-write": {
    asks: "can a person do what writes most on three nodes?",
    config: "e2e/vitest.config.ts",
    files: writingJourneys.map((name) => `${name}.test.ts`),
    env: onThreeNodes,
    drivesProcesses: true,
  },
  "cluster-isolation": {
    asks: "does every credential open what it should at a node that does not have the room?",
    config: "faults/vitest.config.ts",
    files: ["isolation.test.ts"],
    env: onThreeNodes,
    drivesProcesses: true,
  },
  faults: {
    asks: "does it keep what it promises to store and to answer when things go wrong?",
    config: "faults/vitest.config.ts",
    project: "untimed",
    drivesProcesses: true,
  },
  "timed-faults": {
    asks: "does it keep its promises of time and shares when things go wrong?",
    config: "faults/vitest.config.ts",
    project: "timed",
    drivesProcesses: true,
    parts: 3,
  },
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
  "long-pages": {
    asks: "is every page of the site as it should be, those of all errors included?",
    config: "e2e/vitest.config.ts",
    files: ["every-page.test.ts"],
    env: { WEFT_RUNS: "15" },
  },
  "long-kills": {
    asks: "does a cluster lose nothing when 50 of its nodes are killed?",
    config: "faults/vitest.config.ts",
    files: ["cluster.test.ts"],
    tests: String.raw`\[R3\]`,
    env: { WEFT_RUNS: "12.5" },
  },
  "long-clocks": {
    asks: "does a token end where clocks are wrong?",
    config: "faults/vitest.config.ts",
    files: ["cluster-clocks.test.ts"],
    env: { WEFT_RUNS: "2" },
  },
  "long-releases": {
    asks: "does a cluster of an earlier revision become one of this revision while it is used?",
    config: "faults/vitest.config.ts",
    files: ["cluster-releases.test.ts"],
    env: { WEFT_TEST_EARLIER: process.env["WEFT_TEST_EARLIER"] ?? "default" },
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

interface Failure {
  readonly file: string;
  /** Undefined where the file failed beside its tests. */
  readonly test: string | undefined;
  readonly message: string;
}

/** CI runs one part of its longest suites with a commit, and another with the next: each file within few commits. */
const part = process.env["WEFT_PART"] === undefined ? undefined : Number(process.env["WEFT_PART"]);
/** How many characters of a failure are repeated at the end. The full output is where it occurred. */
const tellChars = 1_500;
/** With more failures than this in a suite, something is broken, and a second run would only take time. */
const secondRunUpTo = 5;
const failures: string[] = [];
const unstable: string[] = [];
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
    const { status, report } = run(name, suite);
    passed += report?.numPassedTests ?? 0;
    skipped += report?.numPendingTests ?? 0;
    const found = report === undefined ? [] : failuresOf(report);
    const remaining = failuresAgain(name, suite, found);
    for (const { file, test, message } of found) {
      const told = `${name}: ${file}${test === undefined ? "" : ` > ${test}`}\n${message.slice(0, tellChars)}`;
      (remaining(file, test) ? failures : unstable).push(told);
    }
    const passedAgain = found.filter(({ file, test }) => !remaining(file, test));
    failed += found.length - passedAgain.length;
    passed += passedAgain.filter(({ test }) => test !== undefined).length;
    // A suite that failed before or after its tests has failed too, even without a failed test.
    if (status !== 0 && found.length === 0) {
      failed += 1;
      failures.push(`${name}: vitest ended with ${status} beside its tests; see its output above`);
    }
    for (const { assertionResults } of report?.testResults ?? [])
      atEnd.push(...assertionResults.flatMap(({ meta }) => meta?.atEnd ?? []));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (atEnd.length > 0) console.log(`\n${atEnd.join("\n")}`);
// Repeated here, in case the log is truncated.
for (const test of unstable) console.log(`\nUNSTABLE (failed, then passed alone) ${test}`);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
const notes = [
  ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ...(unstable.length === 0 ? [] : [`${unstable.length} unstable`]),
];
console.log(`\n${[`${passed} passed`, `${failed} failed`, ...notes].join(", ")}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function run(name: string, suite: Suite): { readonly status: number | null; readonly report: Report | undefined } {
  const file = join(folder, `${name}.json`);
  rmSync(file, { force: true });
  const args = [
    join("node_modules", "vitest", "vitest.mjs"),
    "run",
    "--config",
    suite.config,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...(suite.except ?? []).map((pattern) => `--exclude=${pattern}`),
    ...(suite.tests === undefined ? [] : [`--testNamePattern=${suite.tests}`]),
    ...(suite.project === undefined ? [] : [`--project=${suite.project}`]),
    ...shardOf(suite),
    ...(suite.files ?? []),
  ];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...suite.env } });
  return { status, report: read(file) };
}

function shardOf({ parts = 1 }: Suite): readonly string[] {
  if (parts === 1 || part === undefined) return [];
  if (!Number.isSafeInteger(part) || part < 0) throw new Error("WEFT_PART is a number from 0 on.");
  return [`--shard=${(part % parts) + 1}/${parts}`];
}

/** Runs the files of failures a second time, one after another, where that may help. Answers what has failed permanently. */
function failuresAgain(name: string, suite: Suite, found: readonly Failure[]) {
  const files = [...new Set(found.map(({ file }) => file))];
  if (suite.drivesProcesses !== true || found.length === 0 || found.length > secondRunUpTo) return () => true;
  const again = new Map<string, readonly Failure[] | undefined>();
  for (const file of files) {
    console.log(`\n── ${name}, a second time: ${file}\n`);
    const { status, report } = run(name, { ...suite, files: [file], except: [], parts: 1 });
    const failedAgain = report === undefined ? [] : failuresOf(report);
    // A run without a report, or that failed beside its tests, shows nothing.
    const shows = report !== undefined && (status === 0 || failedAgain.length > 0);
    again.set(file, shows ? failedAgain : undefined);
  }
  return (file: string, test: string | undefined) => {
    const failedAgain = again.get(file);
    if (failedAgain === undefined || test === undefined) return failedAgain === undefined || failedAgain.length > 0;
    return failedAgain.some((failure) => failure.test === test || failure.test === undefined);
  };
}

function failuresOf({ testResults }: Report): readonly Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }): readonly Failure[] => {
    const file = relative(process.cwd(), name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0) return status === "failed" ? [{ file, test: undefined, message }] : [];
    return tests.map(({ fullName, failureMessages }) => ({
      file,
      test: fullName,
      message: failureMessages.join("\n"),
    }));
  });
}

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}
