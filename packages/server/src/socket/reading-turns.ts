/**
 * Bounds what sockets read of long frames in one turn of the event loop. One turn may otherwise read two megabytes of every
 * socket, and memory that is touched for the first time takes a millisecond for each.
 *
 *     read ─► within the bytes of this turn: goes on
 *          └► beyond: waits, in order ─► a few of those who wait go on in each turn
 */
export interface ReadingTurns {
  /** Counts bytes that were read. False if no more may be read in this turn. */
  take(bytes: number): boolean;
  /** Calls back in a later turn, when it is the caller's. */
  wait(goOn: () => void): void;
}

const bytesPerTurn = 4 * 1_024 * 1_024;
/** Each reads at least one piece of 64 KiB before it can wait again: together the bytes of a turn. */
const readersPerTurn = 64;

/** `defer`: calls back after all input that has arrived by now was handled. */
export function createReadingTurns(defer: (run: () => void) => void): ReadingTurns {
  let taken = 0;
  let turning = false;
  let waiting: (() => void)[] = [];

  function turn(): void {
    turning = false;
    taken = 0;
    const next = waiting.slice(0, readersPerTurn);
    waiting = waiting.slice(readersPerTurn);
    if (waiting.length > 0) begin();
    for (const goOn of next) goOn();
  }

  function begin(): void {
    if (turning) return;
    turning = true;
    defer(turn);
  }

  return {
    take(bytes) {
      begin();
      taken += bytes;
      return taken <= bytesPerTurn;
    },
    wait(goOn) {
      waiting.push(goOn);
      begin();
    },
  };
}
