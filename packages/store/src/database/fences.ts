/** A room as one owner has it: what is fenced, and everything older. */
export interface Claim {
  readonly key: number;
  readonly epoch: number;
}

/** How a commit is answered that comes behind one that was lost. */
export const fencedMessage = "An earlier commit of this room was lost: it must be opened again.";

/**
 * Rooms that lost a commit and were not claimed since. Commits of one owner build on each other, so the later ones of that
 * owner are refused.
 */
export class Fences {
  readonly #upTo: Map<number, number>;

  constructor(claims: Iterable<Claim> = []) {
    this.#upTo = new Map(Array.from(claims, ({ key, epoch }) => [key, epoch]));
  }

  /** Whether a commit of this claim is to be refused. A newer owner's ends the fence. */
  refuses({ key, epoch }: Claim): boolean {
    if (this.#upTo.size === 0) return false;
    const upTo = this.#upTo.get(key);
    if (upTo === undefined) return false;
    if (epoch <= upTo) return true;
    this.#upTo.delete(key);
    return false;
  }

  /** A commit of this claim was lost. */
  add({ key, epoch }: Claim): void {
    this.#upTo.set(key, Math.max(epoch, this.#upTo.get(key) ?? 0));
  }

  /** The room was claimed. */
  remove(key: number): void {
    this.#upTo.delete(key);
  }

  [Symbol.iterator](): Iterator<Claim> {
    return Iterator.from(this.#upTo).map(([key, epoch]) => ({ key, epoch }));
  }
}
