import { StoreUnavailable } from "../database/errors.ts";
import type { Answer, Unit } from "../database/unit.ts";

/** Beyond this many the database is not keeping up, and taking more would only hide it. */
const unitsWaiting = 100_000;

/** Units that wait, and are run in groups: the slower the database, the larger the groups. */
export interface Lane<U extends Unit> extends AsyncDisposable {
  run(unit: U): Promise<Answer>;
  readonly waiting: number;
}

export interface LaneOptions<U extends Unit> {
  /** Splits what waits into the next group, never empty, and what waits on, both in the order in which they came. */
  readonly take: (waiting: readonly U[]) => { readonly group: readonly U[]; readonly rest: readonly U[] };
  /** Runs a group; does not reject. */
  readonly flush: (group: readonly U[]) => Promise<readonly Answer[]>;
  readonly close: () => Promise<void>;
}

export function createLane<U extends Unit>(options: LaneOptions<U>): Lane<U> {
  return new GroupingLane(options);
}

class GroupingLane<U extends Unit> implements Lane<U> {
  readonly #options: LaneOptions<U>;
  readonly #answers = new Map<U, (answer: Answer) => void>();
  #waiting: readonly U[] = [];
  #arrived: U[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: LaneOptions<U>) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#answers.size;
  }

  run(unit: U): Promise<Answer> {
    if (this.#closed) return Promise.reject(new StoreUnavailable("The store is closed."));
    if (this.waiting >= unitsWaiting)
      return Promise.reject(new StoreUnavailable("The database does not keep up with the writes that wait for it."));
    return new Promise((resolve) => {
      this.#answers.set(unit, resolve);
      this.#arrived.push(unit);
      this.#running ??= this.#runAll();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#running;
    await this.#options.close();
  }

  async #runAll(): Promise<void> {
    // What is handed over in one turn of the loop, by however many rooms, is one group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#answers.size > 0) {
      const waiting = this.#waiting.length === 0 ? this.#arrived : [...this.#waiting, ...this.#arrived];
      this.#arrived = [];
      const { group, rest } = this.#options.take(waiting);
      this.#waiting = rest;
      const answers = await this.#options.flush(group);
      for (const [at, unit] of group.entries()) {
        this.#answers.get(unit)?.(answers[at] as Answer);
        this.#answers.delete(unit);
      }
    }
    this.#running = undefined;
  }
}
