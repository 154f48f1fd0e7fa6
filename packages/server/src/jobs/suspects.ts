import type { JobRecord } from "@weft/collab";

/**
 * Jobs that a process was running when it died. They run one at a time in a process, so that a job which ends it again is the
 * only one that is blamed.
 */
export class Suspects {
  #running = false;
  readonly #waiting = new Set<() => void>();
  /** When abandoned jobs of each kind were looked for last. */
  readonly #lookedAt = new Map<string, number>();

  get running(): boolean {
    return this.#running;
  }

  /** Whether abandoned jobs of the kind are to be looked for before others, so that a queue of these does not delay them. */
  isTimeToLook(kind: string, now: number, everyMs: number): boolean {
    return !this.#running && now - (this.#lookedAt.get(kind) ?? -Infinity) >= everyMs;
  }

  /**
   * Takes the turn and claims an abandoned job with it; `end` gives the turn back. Undefined if there is no such job, or another
   * one has the turn: `freed` is called once that has ended.
   */
  async claim(
    kind: string,
    now: number,
    freed: () => void,
    claimOne: () => Promise<readonly JobRecord[]>,
  ): Promise<JobRecord | undefined> {
    if (this.#running) {
      this.#waiting.add(freed);
      return undefined;
    }
    this.#lookedAt.set(kind, now);
    this.#running = true;
    let suspect: JobRecord | undefined;
    try {
      [suspect] = await claimOne();
      return suspect;
    } finally {
      if (suspect === undefined) this.end();
    }
  }

  end(): void {
    this.#running = false;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const freed of waiting) freed();
  }
}
