import { availableParallelism } from "node:os";

/**
 * How a server runs so that it takes little memory. V8 and the C library read both before any code of ours runs, so the
 * process is replaced by itself: it keeps its id, its files and its signals.
 *
 * An operator who sets MALLOC_ARENA_MAX has chosen, and the process stays as it was started.
 */

/** How many helper threads Node.js gives to V8 on any machine. */
const defaultHelpers = 4;

/**
 * V8 lets the space of new objects grow to three times 16 MB in each thread, and keeps it. What is made at a start, or for
 * many connections at once, would take all of that.
 *
 * Each collection of new objects wakes every helper of V8. Beyond the number of cores they only wait for each other.
 */
export const leanOptions: readonly string[] = [
  "--max-semi-space-size=4",
  `--v8-pool-size=${Math.min(defaultHelpers, availableParallelism())}`,
];

/** The C library keeps what threads have freed, for up to eight times as many of them apart as there are cores. */
export const leanEnvironment = { MALLOC_ARENA_MAX: "2" } as const;

interface Started extends Pick<NodeJS.Process, "platform" | "env" | "execPath"> {
  readonly execArgv: readonly string[];
  readonly argv: readonly string[];
  readonly execve?: NodeJS.Process["execve"] | undefined;
  readonly connected?: boolean;
}

/**
 * Replaces the process by one with these options. Returns where that is not possible or was done before.
 * `entry`: the file to run, in place of the one that runs.
 */
export function restartLean(started: Started, entry: string = started.argv[1]!): void {
  const { platform, env, execPath, execArgv, argv, connected = false } = started;
  // A parent that talks to this process would lose its channel.
  if (platform === "win32" || started.execve === undefined || connected) return;
  if (env["MALLOC_ARENA_MAX"] !== undefined) return;
  // The operator's own options come last, and win.
  const args = [execPath, ...leanOptions, ...execArgv, entry, ...argv.slice(2)];
  const defined = Object.entries(env).filter((variable): variable is [string, string] => variable[1] !== undefined);
  started.execve(execPath, args, { ...Object.fromEntries(defined), ...leanEnvironment });
}
