import { transform } from "sucrase";
import { boundLoops } from "./bound-loops.ts";
import { ProgramFailure } from "./failure.ts";

/** A file of a program as a script that calls `require`, on the lines on which it was written. */
export function compile(file: string, source: string): string {
  try {
    // The compiler takes nearly everything; what finds the loops is the one that says what cannot be read.
    return transform(boundLoops(file, source), {
      transforms: file.endsWith(".tsx") ? ["typescript", "jsx", "imports"] : ["typescript", "imports"],
      jsxRuntime: "automatic",
      production: true,
      filePath: file,
    }).code;
  } catch (error) {
    throw compileFailure(file, error);
  }
}

/** The parser says `Unexpected token (3:7)`, and for some mistakes which it was in a second line. */
function compileFailure(file: string, error: unknown): ProgramFailure {
  const text = error instanceof Error ? error.message : String(error);
  const line = /\((\d+):\d+\)/.exec(text)?.[1];
  const message = text.replace(/^Error transforming [^:]*: /, "").replace(/\s*\(\d+:\d+\)/g, "");
  return new ProgramFailure(message, { file, ...(line !== undefined && { line: Number(line) }) });
}
