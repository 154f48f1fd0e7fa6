/** Budget of work on texts, so that no update can block the event loop: work stops when it is used up. */
export class Steps {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  get exhausted(): boolean {
    return this.#left < 0;
  }

  /** Runs optional work with at most half of the remaining steps. Returns undefined if that was not enough. */
  attempt<T>(work: (steps: Steps) => T): T | undefined {
    const most = Math.floor(this.#left / 2);
    const steps = new Steps(most);
    const result = work(steps);
    this.#left -= most - Math.max(0, steps.#left);
    return steps.exhausted ? undefined : result;
  }

  get left(): number {
    return Math.max(0, this.#left);
  }

  take(count: number): void {
    this.#left -= count;
  }
}
