import type { Failure } from "./messages.ts";

/** The prefix of a program's files in the browser's error messages. */
export const address = "weft-tutorial/";
/** The body of a function created from text starts on its third line. */
const linesBefore = 2;

/** A failure with a known place. */
export class ProgramFailure extends Error {
  override name = "ProgramFailure";
  readonly place: { readonly file?: string; readonly line?: number };

  constructor(message: string, place: { readonly file?: string; readonly line?: number } = {}) {
    super(message);
    this.place = place;
  }
}

/**
 * Any error as a sentence, with the file and the line of the program where it was thrown. An error thrown by a component
 * of a package has neither; then `user` is the file that used the component, if known.
 */
export function failureOf(error: unknown, user?: string): Failure {
  if (error instanceof ProgramFailure) return { message: error.message, ...error.place };
  if (!(error instanceof Error)) return { message: String(error) };
  const [, file, line] = /weft-tutorial\/([\w./-]+?):(\d+)/.exec(error.stack ?? "") ?? [];
  const message = error.name === "Error" ? error.message : `${error.name}: ${error.message}`;
  if (file !== undefined) return { message, file, line: Number(line) - linesBefore };
  return user === undefined ? { message } : { message, file: user };
}

/** Calls `listener` for uncaught errors: those that a program throws later, in timers, handlers and promises. */
export function onStrayFailure(listener: (failure: Failure) => void): void {
  addEventListener("error", (event: ErrorEvent) => {
    event.preventDefault();
    listener(failureOf(event.error ?? event.message));
  });
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    listener(failureOf(event.reason));
  });
}
