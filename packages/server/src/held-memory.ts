import type { Limits } from "@weft/protocol";

/**
 * Memory of the process that callers hold: answers that they do not read, bodies and frames that they do not finish.
 *
 * Each owner has a share. What would exceed it is refused, so that no owner holds what others need. When all owners
 * together reach the total, newcomers are not refused: the caller that holds most loses what has moved least recently.
 * What does not move at all is ended after `stalledMs`.
 *
 * The methods run for every call and every piece of a body, so they add to plain numbers.
 */
export interface HeldMemory extends Disposable {
  /** Bytes of all owners. */
  readonly total: number;
  readonly limits: HeldMemoryLimits;
  /** Bytes that an owner holds. */
  heldBy(owner: string): number;
  /** Begins to count something of a caller, and of the project that the caller belongs to, if there is one. */
  hold(owners: readonly [caller: Owner, project?: Owner], held: Held): Holding;
  /** Ends what has not moved for too long. Called by itself while anything is held. */
  sweep(): void;
}

/** The bytes that a caller or a project may hold. */
export interface Owner {
  readonly name: string;
  readonly share: number;
}

/** An answer, a body or a frame. */
export interface Held {
  /** How far it has come, in bytes: it moves when this grows. Undefined while it does not wait for its caller. */
  moved(): number | undefined;
  /** Frees its memory: it has stalled, or its caller holds most of a full total. */
  end(): void;
}

export interface Holding extends Disposable {
  /** Sets its bytes. False if an owner would then hold more than its share; nothing has changed then. */
  resize(bytes: number): boolean;
  /** Sets its bytes, whatever its owners hold. */
  force(bytes: number): void;
}

export interface HeldMemoryLimits {
  /** Bytes of all owners together. */
  readonly total: number;
  /** What moves by less than `strideBytes` within this time has stalled. */
  readonly stalledMs: number;
  readonly strideBytes: number;
}

/** `now`: monotonic milliseconds. */
export function createHeldMemory(limits: HeldMemoryLimits, now: () => number): HeldMemory {
  return new Memory(limits, now);
}

/** The memory of all bodies and frames of the process that have not been read to their end. */
export function openUnreadInput(
  limits: Pick<Limits, "unreadInput" | "unreadInputStalledMs" | "unreadInputStride">,
  now: () => number,
): HeldMemory {
  const { unreadInput: total, unreadInputStalledMs: stalledMs, unreadInputStride: strideBytes } = limits;
  return createHeldMemory({ total, stalledMs, strideBytes }, now);
}

const sweepMs = 1_000;

class Memory implements HeldMemory {
  readonly limits: HeldMemoryLimits;
  readonly #now: () => number;
  readonly #holdings = new Set<MemoryHolding>();
  readonly #byOwner = new Map<string, number>();
  #total = 0;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(limits: HeldMemoryLimits, now: () => number) {
    this.limits = limits;
    this.#now = now;
  }

  get total(): number {
    return this.#total;
  }

  heldBy(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  hold(owners: readonly [caller: Owner, project?: Owner], held: Held): Holding {
    const holding = new MemoryHolding(this, owners, held, this.#now());
    this.#holdings.add(holding);
    this.#sweeping ??= setInterval(() => this.sweep(), sweepMs).unref();
    return holding;
  }

  add(holding: MemoryHolding, bytes: number): void {
    this.#total += bytes;
    for (const owner of holding.owners) {
      if (owner === undefined) continue;
      const held = this.heldBy(owner.name) + bytes;
      if (held === 0) this.#byOwner.delete(owner.name);
      else this.#byOwner.set(owner.name, held);
    }
    while (this.#total > this.limits.total) this.#greediest().cut();
  }

  drop(holding: MemoryHolding): void {
    this.#holdings.delete(holding);
    if (this.#holdings.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  sweep(): void {
    const now = this.#now();
    for (const holding of this.#holdings) {
      const at = holding.held.moved();
      if (at === undefined || at - holding.movedTo >= this.limits.strideBytes) {
        holding.movedTo = at ?? holding.movedTo;
        holding.movedAt = now;
      } else if (now - holding.movedAt >= this.limits.stalledMs) holding.cut();
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweeping);
  }

  /** Of the caller who holds most, what has moved least recently. */
  #greediest(): MemoryHolding {
    const byCaller = new Map<string, number>();
    for (const { owners, bytes } of this.#holdings)
      byCaller.set(owners[0].name, (byCaller.get(owners[0].name) ?? 0) + bytes);
    const [caller] = [...byCaller].reduce((most, next) => (next[1] > most[1] ? next : most));
    const theirs = [...this.#holdings].filter(({ owners, bytes }) => owners[0].name === caller && bytes > 0);
    return theirs.reduce((stillest, next) => (next.movedAt < stillest.movedAt ? next : stillest));
  }
}

class MemoryHolding implements Holding {
  readonly #memory: Memory;
  readonly owners: readonly [caller: Owner, project?: Owner];
  readonly held: Held;
  bytes = 0;
  movedAt: number;
  movedTo: number;
  #over = false;

  constructor(memory: Memory, owners: readonly [caller: Owner, project?: Owner], held: Held, now: number) {
    this.#memory = memory;
    this.owners = owners;
    this.held = held;
    this.movedAt = now;
    this.movedTo = held.moved() ?? 0;
  }

  resize(bytes: number): boolean {
    const more = bytes - this.bytes;
    if (more > 0)
      for (const owner of this.owners)
        if (owner !== undefined && this.#memory.heldBy(owner.name) + more > owner.share) return false;
    this.force(bytes);
    return true;
  }

  force(bytes: number): void {
    if (this.#over) return;
    const more = bytes - this.bytes;
    this.bytes = bytes;
    this.#memory.add(this, more);
  }

  cut(): void {
    this[Symbol.dispose]();
    this.held.end();
  }

  [Symbol.dispose](): void {
    if (this.#over) return;
    this.force(0);
    this.#over = true;
    this.#memory.drop(this);
  }
}
