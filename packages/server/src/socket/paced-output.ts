import type { Socket } from "node:net";

/**
 * Frames that a client asked for, on their way to its TCP connection. They are handed on as fast as the client reads, so
 * that a `pong` has no more in front of it than one frame and what the kernel holds.
 *
 *     snapshot ─► waiting ─┬─ (the wire takes no more) ─┐
 *     ops, acks ──────────►│   behind it, in order      ├─► wire
 *     pong ─────────────────────────────────────────────┘
 */
export interface PacedOutput {
  /** Bytes that wait here. */
  readonly bytes: number;
  /** Frames wait here, so that everything else has to wait behind them. */
  readonly waiting: boolean;
  add(frame: Buffer): void;
  /** Runs a step when everything that was added before is on the wire. The next frame follows it at once. */
  addStep(step: () => void): void;
  /** The wire has drained: hands it what it takes. */
  pass(): void;
  /** Hands the wire everything. */
  passAll(): void;
  drop(): void;
}

export function createPacedOutput(wire: Pick<Socket, "write" | "writableNeedDrain">): PacedOutput {
  let queue: (Buffer | (() => void))[] = [];
  let bytes = 0;

  const pass = (isFull: () => boolean) => {
    let followsStep = false;
    let count = 0;
    while (count < queue.length && (followsStep || !isFull())) {
      const next = queue[count++]!;
      followsStep = typeof next === "function";
      if (typeof next === "function") next();
      else {
        bytes -= next.length;
        wire.write(next);
      }
    }
    queue = queue.slice(count);
  };

  return {
    get bytes() {
      return bytes;
    },
    get waiting() {
      return queue.length > 0;
    },
    add(frame) {
      queue.push(frame);
      bytes += frame.length;
    },
    addStep: (step) => void queue.push(step),
    pass: () => pass(() => wire.writableNeedDrain),
    passAll: () => pass(() => false),
    drop() {
      queue = [];
      bytes = 0;
    },
  };
}
