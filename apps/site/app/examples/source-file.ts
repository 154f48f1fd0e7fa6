/** A file of an example as its page shows it. */
export interface SourceFile {
  /** From the example's folder: `src/app.tsx`. */
  readonly name: string;
  readonly text: string;
  /** The same, coloured: our own build's output, never a visitor's text. */
  readonly html: string;
}
