import type { Clock, Timer } from "./ports.ts";

interface Turn {
  readonly number: number;
  readonly begin: (turn: number) => void;
  timer: Timer | undefined;
}

/**
 * What nodes do with a room one after another, though each does it by itself: the node that has the room gives out turns. Each
 * has a name. A turn that its holder does not end in time is over by itself.
 */
export class RoomTurns {
  readonly #clock: Pick<Clock, "setTimer">;
  readonly #mostMs: number;
  /** By name: the turn that goes on, and those that wait. */
  readonly #turns = new Map<string, Turn[]>();
  #last = 0;

  constructor(clock: Pick<Clock, "setTimer">, mostMs: number) {
    this.#clock = clock;
    this.#mostMs = mostMs;
  }

  /** Answers the number of the turn once it begins. */
  begin(name: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const turns = this.#turns.get(name) ?? [];
    this.#turns.set(name, turns);
    turns.push({ number: ++this.#last, begin: resolve, timer: undefined });
    if (turns.length === 1) this.#start(name, turns[0]!);
    return promise;
  }

  end(name: string, number: number): void {
    const turns = this.#turns.get(name);
    if (turns?.[0]?.number !== number) return;
    turns.shift()!.timer?.cancel();
    if (turns.length === 0) this.#turns.delete(name);
    else this.#start(name, turns[0]);
  }

  #start(name: string, turn: Turn): void {
    turn.timer = this.#clock.setTimer(this.#mostMs, () => this.end(name, turn.number));
    turn.begin(turn.number);
  }
}
