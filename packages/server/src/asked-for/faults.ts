import type { AskedLine } from "./row.ts";

/** The facts that rows are checked against. */
export interface Repository {
  /** The titles of the tests in a file, or undefined where there is no such file. */
  testsOf(file: string): ReadonlySet<string> | undefined;
  /** Whether an endpoint is declared, or a page written. */
  has(about: string): boolean;
}

/** How many lines each section of the documents has, in order from section 0: each has at least one row. */
export type Sections = Readonly<Record<string, readonly number[]>>;

/** Returns one sentence for each fault in the rows. */
export function faultsOf(rows: readonly AskedLine[], sections: Sections, repository: Repository): string[] {
  return [...numberingFaults(rows, sections), ...rows.flatMap((row) => faultsOfRow(row, repository))];
}

function faultsOfRow({ number, says, test, waitsFor, about }: AskedLine, repository: Repository): string[] {
  const row = `${number} (${says})`;
  if (test === undefined && waitsFor === undefined)
    return [`${row} names no test, and does not say what it waits for.`];
  const faults: string[] = [];
  if (test !== undefined && waitsFor !== undefined)
    faults.push(`${row} is held by a test and waits for ${waitsFor}: it can be only one of both.`);
  if (test !== undefined) {
    const titles = repository.testsOf(test.file);
    if (titles === undefined)
      faults.push(`${row} names a test in ${test.file}, which is not there. Name the test that holds it now.`);
    else if (!titles.has(test.title))
      faults.push(
        `${row} names the test “${test.title}”, which ${test.file} does not have. Name the one that holds it now.`,
      );
  }
  for (const thing of about) {
    const isThere = repository.has(thing);
    if (isThere && waitsFor !== undefined)
      faults.push(`${row} waits for ${waitsFor}, but ${thing} is there. Name the test that holds it.`);
    if (!isThere && test !== undefined) faults.push(`${row} is about ${thing}, which is not there.`);
  }
  return faults;
}

/** Rows are in order, each line of the documents has one, and those of one line are lettered from `a`. */
function numberingFaults(rows: readonly AskedLine[], sections: Sections): string[] {
  const expected = Object.entries(sections).flatMap(([document, lengths]) =>
    lengths.flatMap((length, section) => Array.from({ length }, (_, line) => `${document} ${section}.${line + 1}`)),
  );
  const numbers = rows.map(({ number }) => number);
  const lines = [...Map.groupBy(numbers, (number) => number.replace(/[a-z]$/, ""))];
  const faults: string[] = [];
  const known = new Set(lines.map(([line]) => line));
  for (const line of expected) if (!known.has(line)) faults.push(`${line} has no row.`);
  for (const [line, of] of lines) {
    const letters = of.map((number) => number.slice(line.length)).join("");
    if (!expected.includes(line)) faults.push(`${line} is no line of a document.`);
    else if (of.length === 1 ? letters !== "" : letters !== "abcdefghijklmnopqrstuvwxyz".slice(0, of.length))
      faults.push(`The rows of ${line} are numbered ${of.join(", ")}.`);
  }
  return faults;
}
