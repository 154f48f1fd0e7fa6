import type { Clock } from "@weft/room";

/**
 * Contains errors that escape from a handler.
 *
 * Node ends the process when a listener, a timer or an unawaited promise fails, and with it every room. A handler that
 * runs inside a boundary ends only what it served: the error is logged once, counted, and `end` closes that one socket
 * or request.
 */
export interface ErrorBoundary {
  /** Runs a handler, synchronous or not. `what` names it in the log; `end` ends what it served after a failure. */
  run(what: string, handler: () => unknown, end?: () => void): void;
  /** Logs and counts an error that was caught elsewhere. */
  report(what: string, error: unknown): void;
}

export interface ErrorBoundaryOptions {
  readonly log: { error(entry: object, message: string): void };
  /** Counts an error. */
  readonly contained: () => void;
}

export function createErrorBoundary({ log, contained }: ErrorBoundaryOptions): ErrorBoundary {
  const report = (what: string, err: unknown) => {
    contained();
    log.error({ err, handler: what }, "an unexpected error was contained");
  };
  const failed = (what: string, err: unknown, end: (() => void) | undefined) => {
    report(what, err);
    try {
      end?.();
    } catch (endError) {
      report(what, endError);
    }
  };
  return {
    report,
    run(what, handler, end) {
      try {
        const result = handler();
        if (result instanceof Promise) result.catch((err: unknown) => failed(what, err, end));
      } catch (err) {
        failed(what, err, end);
      }
    },
  };
}

/** The same clock, whose timers run inside a boundary. */
export function containTimers(clock: Clock, boundary: ErrorBoundary): Clock {
  return {
    monotonic: () => clock.monotonic(),
    now: () => clock.now(),
    yieldToEventLoop: () => clock.yieldToEventLoop(),
    setTimer: (afterMs, run) => clock.setTimer(afterMs, () => boundary.run("timer", run)),
    defer: (run) => clock.defer(() => boundary.run("deferred work", run)),
  };
}
