/** Runs single tests by their titles, repeatedly in one process of Vitest, over sources that change between runs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestCase, TestModule, Vitest } from "vitest/node";
import { createVitest } from "vitest/node";
import { runCommand } from "./run-command.ts";

export type SuiteName = "unit" | "conformance" | "e2e" | "faults";

export interface TestSuites extends AsyncDisposable {
  /** Reports that a source file has changed. */
  changed(file: string): void;
  /** Returns the faults of tests, by title, with unchanged sources. */
  faultsUnchanged(file: string, titles: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns what is wrong with a test that should now fail by an assertion, or for this reason. */
  faultUnlessRed(file: string, title: string, because?: RegExp): Promise<string | undefined>;
}

interface SuiteConfig {
  readonly config: string;
  /** How long the tests of a file may take. */
  readonly deadlineMs: number;
  /** Where the tests' patience with what hangs is declared: a test that is to fail need not wait so long. */
  readonly patience?: { readonly file: string; readonly ms: number };
  /** Steps of the build whose results tests look at. */
  readonly builds?: readonly string[];
  /** Errors that count as assertions. */
  readonly failsBy: readonly string[];
}

const assertions = ["AssertionError", "AsymmetricMatcher"];

const configs: Readonly<Record<SuiteName, SuiteConfig>> = {
  unit: { config: "vitest.config.ts", deadlineMs: 60_000, failsBy: assertions },
  conformance: {
    config: "conformance/vitest.config.ts",
    deadlineMs: 120_000,
    patience: { file: "conformance/support/waiting.ts", ms: 10_000 },
    // The SDK's error for an unexpected response.
    failsBy: [...assertions, "LiveblocksError"],
  },
  e2e: {
    config: "e2e/vitest.config.ts",
    deadlineMs: 600_000,
    patience: { file: "e2e/patience.ts", ms: 15_000 },
    builds: ["build-server.ts", "build-examples.ts", "build-site.ts"],
    // The browser's error for a wait that timed out.
    failsBy: [...assertions, "TimeoutError"],
  },
  faults: {
    config: "faults/vitest.config.ts",
    deadlineMs: 300_000,
    patience: { file: "faults/support/until.ts", ms: 15_000 },
    builds: ["build-server.ts"],
    failsBy: assertions,
  },
};

export async function openSuite(name: SuiteName, folder: string): Promise<TestSuites> {
  const { config, deadlineMs, patience, builds = [], failsBy } = configs[name];
  if (patience !== undefined) {
    const file = join(folder, patience.file);
    writeFileSync(file, readFileSync(file, "utf8").replace(/(?<=hungMs = )[\d_]+/, String(patience.ms)));
  }
  process.chdir(folder);
  const ended = new Map<string, TestModule>();
  const open = () =>
    createVitest({
      root: join(folder, config, ".."),
      config: join(folder, config),
      watch: false,
      reporters: [{ onTestModuleEnd: (module) => void ended.set(module.moduleId, module) }],
      silent: true,
    });
  let vitest: Vitest | undefined;
  /** Tests that pass only after those above them, by file. */
  const dependent = new Set<string>();
  let isBuilt = true;

  async function run(file: string, titles: readonly string[]): Promise<TestModule | string> {
    if (!isBuilt) {
      for (const build of builds) {
        const { code, output } = await runCommand(process.execPath, [join(folder, "scripts", build)], folder);
        if (code !== 0) return `${build} fails: ${lastLine(output)}`;
      }
      isBuilt = true;
    }
    vitest ??= await open();
    const moduleId = join(folder, file);
    const project = vitest.projects.find((one) => one.matchesTestGlob(moduleId)) ?? vitest.getRootProject();
    const specification = project.createSpecification(
      moduleId,
      dependent.has(file) ? undefined : { testNamePattern: patternOf(titles) },
    );
    ended.clear();
    const { unhandledErrors } = await withDeadline(vitest.runTestSpecifications([specification]), deadlineMs);
    const module = ended.get(moduleId);
    if (module === undefined) return `${file} did not run: ${messageOf(unhandledErrors[0])}`;
    const [error] = module.errors();
    return error === undefined ? module : `${file} cannot be loaded: ${messageOf(error)}`;
  }

  /** As above; what does not end in time is given up, with the process that it runs in. */
  async function runInTime(file: string, titles: readonly string[]): Promise<TestModule | string> {
    try {
      return await run(file, titles);
    } catch (cause) {
      await vitest?.close();
      vitest = undefined;
      return messageOf(cause);
    }
  }

  return {
    changed(file) {
      vitest?.invalidateFile(join(folder, file));
      isBuilt = builds.length === 0;
    },
    async faultsUnchanged(file, titles) {
      let result = await runInTime(file, titles);
      const faultOf = (title: string) => (typeof result === "string" ? result : faultUnlessGreen(result, title));
      if (titles.some((title) => faultOf(title) !== undefined) && !dependent.has(file)) {
        dependent.add(file);
        result = await runInTime(file, titles);
      }
      return new Map(titles.map((title) => [title, faultOf(title)]).filter((entry) => isFault(entry)));
    },
    async faultUnlessRed(file, title, because) {
      const result = await runInTime(file, [title]);
      if (typeof result === "string") return result;
      const counts = (error: Thrown) => because?.test(error.message) ?? failsBy.includes(error.name ?? "");
      return faultUnlessFails(result, title, counts);
    },
    [Symbol.asyncDispose]: async () => vitest?.close(),
  };
}

function isFault(entry: readonly (string | undefined)[]): entry is [string, string] {
  return entry[1] !== undefined;
}

function faultUnlessGreen(module: TestModule, title: string): string | undefined {
  const tests = testsOf(module, title);
  if (tests.length === 0) return "the test does not run, even if nothing is changed";
  const failed = tests.find((test) => test.result().state !== "passed");
  return failed && `the test fails, even if nothing is changed: ${messageOf(failed.result().errors?.[0])}`;
}

function faultUnlessFails(module: TestModule, title: string, counts: (thrown: Thrown) => boolean): string | undefined {
  const tests = testsOf(module, title);
  if (tests.length === 0) return "the test does not run";
  const errors = tests.flatMap((test) => test.result().errors ?? []);
  if (errors.length === 0) return "the test stays green";
  if (errors.some((error) => causesOf(error).some(counts))) return undefined;
  return `the test fails, and not for this reason: ${messageOf(causesOf(errors[0]!).at(-1))}`;
}

/** The tests of this title that ran. */
function testsOf(module: TestModule, title: string): TestCase[] {
  const pattern = new RegExp(`^${expressionOf(title)}$`, "s");
  return [...module.children.allTests()].filter(
    (test) => pattern.test(test.name) && ["passed", "failed"].includes(test.result().state),
  );
}

/** Matches titles behind those of their groups. */
function patternOf(titles: readonly string[]): RegExp {
  return new RegExp(`(?:^|\\s)(?:${titles.map((title) => expressionOf(title)).join("|")})$`, "s");
}

/** Values of a table, and expressions, may be anything. */
function expressionOf(title: string): string {
  return title
    .split(/%[sdifjoc#$]|\$\{…\}|\$\w+/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
    .join(".*");
}

interface Thrown {
  readonly name?: string | undefined;
  readonly message: string;
  readonly cause?: unknown;
}

/** An error and what caused it: a property that does not hold fails by the assertion in it. */
function causesOf(error: Thrown): Thrown[] {
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "name" in cause
    ? [error, ...causesOf(cause as Thrown)]
    : [error];
}

function messageOf(error: unknown): string {
  const { name, message } = (error ?? { name: "Error", message: "no reason is known" }) as Thrown;
  return `${name}: ${message}`.split("\n", 1)[0]!.slice(0, 200);
}

const lastLine = (text: string) => text.trimEnd().split("\n").at(-1)!;

async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done after ${ms / 1_000} s`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
