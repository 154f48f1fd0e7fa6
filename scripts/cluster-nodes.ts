/** Nodes of a cluster on this machine: processes that are started again when they die, and whether they take requests. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

export interface NodeToRun {
  readonly name: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface LocalNodesOptions {
  /** Program and arguments of a server. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly print: (text: string) => void;
}

export interface LocalNode {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

export interface LocalNodes {
  readonly all: readonly LocalNode[];
  /** The ports of those that take requests. */
  ready(): readonly number[];
  /** Starts the first one, which prepares the database, then the others. Rejects if one ends before it takes requests. */
  start(): Promise<void>;
  /** Stops them in order. Answers whether all of them have ended as they should. */
  stop(): Promise<boolean>;
  /** Ends them at once. */
  kill(): void;
}

/** How often each node is asked whether it takes requests, and how long it has to answer. */
const checkEveryMs = 500;
const answerMs = 2_000;
/** A node that died is started again after this time: it may die at once again. */
const restartMs = 1_000;
/** How a process ends that was asked to. */
const inOrder = "code 0";

export function createNodes(wanted: readonly NodeToRun[], options: LocalNodesOptions): LocalNodes {
  const all = wanted.map((node) => new RunningNode(node, options));
  return {
    all,
    ready: () => all.flatMap((node) => (node.isReady ? [node.port] : [])),
    async start() {
      const [first, ...others] = all;
      await first?.start();
      await Promise.all(others.map((node) => node.start()));
      for (const node of all) void node.supervise();
    },
    async stop() {
      const ends = await Promise.all(all.map((node) => node.stop()));
      return ends.every(Boolean);
    },
    kill() {
      for (const node of all) node.kill();
    },
  };
}

class RunningNode implements LocalNode {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  isReady = false;
  readonly #env: NodeToRun["env"];
  readonly #options: LocalNodesOptions;
  #child: ChildProcess | undefined;
  #ended: Promise<string> = Promise.resolve(inOrder);
  #isStopping = false;

  constructor({ name, port, env }: NodeToRun, options: LocalNodesOptions) {
    this.name = name;
    this.port = port;
    this.url = `http://localhost:${port}`;
    this.#env = env;
    this.#options = options;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts the process, and waits until it takes requests. */
  async start(): Promise<void> {
    if (this.#isStopping) return;
    this.#spawn();
    let end: string | undefined;
    void this.#ended.then((how) => (end = how));
    while (!(await this.#check())) {
      if (end !== undefined) throw new Error(`${this.name} ended (${end}) before it took requests.`);
      await pause(checkEveryMs / 5);
    }
  }

  /** Until it is stopped: asks whether it takes requests, and starts it again when it has died. */
  async supervise(): Promise<void> {
    const { print } = this.#options;
    void this.#restartWhenDead();
    while (!this.#isStopping) {
      const before = this.isReady;
      await this.#check();
      if (!this.#isStopping && before !== this.isReady)
        print(`${this.name} ${this.isReady ? "takes requests again" : "takes no requests"}`);
      await pause(checkEveryMs);
    }
  }

  async stop(): Promise<boolean> {
    this.#isStopping = true;
    this.#child?.kill("SIGTERM");
    return (await this.#ended) === inOrder;
  }

  kill(): void {
    this.#isStopping = true;
    this.#child?.kill("SIGKILL");
  }

  async #restartWhenDead(): Promise<void> {
    const { print } = this.#options;
    for (;;) {
      const how = await this.#ended;
      this.isReady = false;
      if (this.#isStopping) return;
      print(`${this.name} died (${how}); it is started again`);
      await pause(restartMs);
      if (this.#isStopping) return;
      this.#spawn();
    }
  }

  #spawn(): void {
    const [program, ...args] = this.#options.command;
    // The announcement of each node would repeat that of the cluster.
    const child = spawn(program, args, { env: this.#env, stdio: ["ignore", "ignore", "pipe"] });
    createInterface(child.stderr).on("line", (line) => this.#options.print(`${this.name} ${line}`));
    this.#child = child;
    this.#ended = once(child, "close").then(
      ([code, signal]) => (signal === null ? `code ${code as number}` : (signal as string)),
      (cause: unknown) => String(cause),
    );
  }

  async #check(): Promise<boolean> {
    const child = this.#child;
    const isReady = await fetch(`http://127.0.0.1:${this.port}/health/ready`, { signal: AbortSignal.timeout(answerMs) })
      .then(async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      })
      .catch(() => false);
    // Something else may have the port.
    return (this.isReady = isReady && child?.exitCode === null && child.signalCode === null);
  }
}
