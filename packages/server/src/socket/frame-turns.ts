/** Handles one long frame per turn of the event loop, in order of arrival across all sockets. */
export interface FrameTurns {
  /** Calls back when it is the frame's turn. */
  wait(handle: () => void): void;
}

/** `defer`: calls back after all input that has arrived by now was handled. */
export function createFrameTurns(defer: (run: () => void) => void): FrameTurns {
  const waiting: (() => void)[] = [];

  function turn(): void {
    const handle = waiting.shift()!;
    if (waiting.length > 0) defer(turn);
    handle();
  }

  return {
    wait(handle) {
      if (waiting.push(handle) === 1) defer(turn);
    },
  };
}
