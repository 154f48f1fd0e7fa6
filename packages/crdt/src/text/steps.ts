/** Counts the work that one update asks for, so that no update can hold the loop: whoever counts stops when it is used up. */
export class Steps {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  get exhausted(): boolean {
    return this.#left < 0;
  }

  take(count: number): void {
    this.#left -= count;
  }
}
