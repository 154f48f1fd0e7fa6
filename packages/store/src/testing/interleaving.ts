import type { SqlValue } from "../database/query.ts";
import type { SendQuery } from "../postgres/session.ts";

/** A statement that waits for its turn, on a line of statements that are run in order. */
interface Waiting {
  readonly release: () => void;
}

interface Line {
  readonly name: string;
  readonly waiting: Waiting[];
  /** The process of PostgreSQL behind it, once it is known. */
  pid: Promise<number> | undefined;
  /** A statement was sent and is not answered. */
  isBusy: boolean;
  /** The statement waits for a lock. */
  isBlocked: boolean;
}

export interface InterleavingOptions {
  /** A number from 0 to 1, the next of a sequence that the seed of the test decides. */
  readonly random: () => number;
  /** Whether a process of PostgreSQL waits for a lock. */
  readonly isBlocked: (pid: number) => Promise<boolean>;
  /** Changes statements before they are sent. */
  readonly rewrite?: (sql: string) => string;
}

/** How long a statement may take until PostgreSQL is asked whether it waits for a lock, in milliseconds. */
const askAfterMs = 4;

/**
 * Decides in which order several connections run their statements: one at a time, chosen at random among those that are
 * next on their connections. A statement that waits for a lock stays behind while others go on.
 */
export class Interleaving {
  readonly #options: InterleavingOptions;
  readonly #lines: Line[] = [];
  #running = false;
  #answered: () => void = () => {};

  constructor(options: InterleavingOptions) {
    this.#options = options;
  }

  /** Stands between an engine and a connection. */
  intercept(name: string): (query: SendQuery) => SendQuery {
    return (query) => {
      const line = this.#addLine(name);
      line.pid = query("select pg_backend_pid() as pid", []).then(({ rows }) => (rows as { pid: number }[])[0]!.pid);
      const { rewrite = (sql) => sql } = this.#options;
      return (sql: string, values?: readonly SqlValue[]) =>
        this.#take(line, () => query(values === undefined ? sql : rewrite(sql), values));
    };
  }

  /** Takes a turn of its own for something that is one statement, such as a read. */
  async read<T>(name: string, run: () => Promise<T>): Promise<T> {
    const line = this.#addLine(name);
    try {
      return await this.#take(line, run);
    } finally {
      this.#lines.splice(this.#lines.indexOf(line), 1);
    }
  }

  #addLine(name: string): Line {
    const line: Line = { name, waiting: [], pid: undefined, isBusy: false, isBlocked: false };
    this.#lines.push(line);
    return line;
  }

  #take<T>(line: Line, run: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      line.waiting.push({
        release: () => {
          line.isBusy = true;
          const end = () => {
            line.isBusy = false;
            line.isBlocked = false;
            this.#answered();
          };
          run().then(
            (value) => {
              resolve(value);
              end();
            },
            (error: unknown) => {
              reject(error);
              end();
            },
          );
        },
      });
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (;;) {
      await settled();
      const ready = this.#lines.filter(({ waiting, isBusy }) => waiting.length > 0 && !isBusy);
      const line = ready[Math.floor(this.#options.random() * ready.length)];
      if (line === undefined) {
        if (!this.#lines.some(({ isBusy }) => isBusy)) break;
        await this.#nextAnswer();
        continue;
      }
      line.waiting.shift()!.release();
      while (line.isBusy && !line.isBlocked) {
        await Promise.race([this.#nextAnswer(), new Promise((resolve) => setTimeout(resolve, askAfterMs))]);
        if (line.isBusy && line.pid !== undefined && (await this.#options.isBlocked(await line.pid)))
          line.isBlocked = line.isBusy;
      }
    }
    this.#running = false;
  }

  #nextAnswer(): Promise<void> {
    return new Promise((resolve) => (this.#answered = resolve));
  }
}

/** An engine that has an answer has sent its next statement by then: units are gathered for one turn of the loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
