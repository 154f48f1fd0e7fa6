import type { Failure } from "./messages.ts";

/** What the files of a program are called where the browser tells of errors. */
export const address = "weft-tutorial/";
/** A function made of text begins on its third line. */
const linesBefore = 2;

/** A failure of which it is known where it is. */
export class ProgramFailure extends Error {
  override name = "ProgramFailure";
  readonly place: { readonly file?: string; readonly line?: number };

  constructor(message: string, place: { readonly file?: string; readonly line?: number } = {}) {
    super(message);
    this.place = place;
  }
}

/**
 * Any error as a sentence, with the file and the line of the program that it comes from. What a component of a package
 * throws comes from none; then `user` may tell the file of the component that used it.
 */
export function failureOf(error: unknown, user?: string): Failure {
  if (error instanceof ProgramFailure) return { message: error.message, ...error.place };
  if (!(error instanceof Error)) return { message: String(error) };
  const [, file, line] = /weft-tutorial\/([\w./-]+?):(\d+)/.exec(error.stack ?? "") ?? [];
  const message = error.name === "Error" ? error.message : `${error.name}: ${error.message}`;
  if (file !== undefined) return { message, file, line: Number(line) - linesBefore };
  return user === undefined ? { message } : { message, file: user };
}

/** Hears of errors that nobody caught: in what a program does later, and on its own. */
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
