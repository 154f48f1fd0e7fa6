/** What one check of `weft doctor` found. */
export interface Check {
  /** What was checked: `mail`. */
  readonly name: string;
  /** `warning`: the server works, but probably not as intended. `skipped`: nothing could be said. */
  readonly result: "ok" | "warning" | "wrong" | "skipped";
  /** What was found, in a sentence. */
  readonly says: string;
  /** What to do about it. It may have several lines. */
  readonly advice?: string;
}

/** A result as a person reads it. */
export function describeCheck({ name, result, says, advice }: Check): string {
  const line = `${result.padEnd(8)} ${name.padEnd(16)} ${says}`;
  const indented = (text: string) => `\n${" ".repeat(26)}${text}`;
  return advice === undefined ? line : line + advice.split("\n").map(indented).join("");
}
