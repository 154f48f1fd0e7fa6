import type { Flush } from "../database/engine.ts";
import { StoreUnavailable } from "../database/errors.ts";
import type { UnitRunner } from "./unit-runner.ts";
import { nodesIn } from "../database/unit.ts";
import type { Answer, Unit } from "../database/unit.ts";
import type { FileWriter } from "./writer-thread.ts";

/**
 * The writer of a database in memory, which no other thread can see: the same runner, on the thread of who asks. What is
 * handed over in one turn of the loop is one group, as with the thread.
 */
export function createInlineWriter(runner: UnitRunner, onFlush: (flush: Flush) => void): FileWriter {
  return new InlineWriter(runner, onFlush);
}

class InlineWriter implements FileWriter {
  readonly #runner: UnitRunner;
  readonly #onFlush: (flush: Flush) => void;
  #pending: { readonly unit: Unit; readonly answer: (answer: Answer) => void }[] = [];
  #closed = false;

  constructor(runner: UnitRunner, onFlush: (flush: Flush) => void) {
    this.#runner = runner;
    this.#onFlush = onFlush;
  }

  get waiting(): number {
    return this.#pending.length;
  }

  get full(): boolean {
    return this.#runner.full;
  }

  run(unit: Unit): Promise<Answer> {
    if (this.#closed) return Promise.reject(new StoreUnavailable("The store is closed."));
    return new Promise((answer) => {
      // Values cross no thread here, so they are taken as they are now.
      if (this.#pending.push({ unit: structuredClone(unit), answer }) === 1) setImmediate(() => this.#flush());
    });
  }

  async truncateLog(): Promise<void> {
    if (this.#closed) throw new StoreUnavailable("The store is closed.");
  }

  async captureLog(): Promise<never> {
    throw new StoreUnavailable("A database in memory has no log.");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#flush();
    this.#runner.close();
  }

  #flush(): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    const units = pending.map(({ unit }) => unit);
    const begun = performance.now();
    const answers = this.#runner.run(units);
    const durationMs = performance.now() - begun;
    for (const [index, { answer }] of pending.entries()) answer(answers[index] as Answer);
    this.#onFlush({ units: units.length, nodes: nodesIn(units, answers), durationMs });
  }
}
