/** The time of day, and calls at a later time. */
export interface WallClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A promise that `run` returns is not awaited. */
  setTimer(afterMs: number, run: () => unknown): { cancel(): void };
}

/** Where a service reports what operators should know and no caller can be told. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
