/** Protections without which tests of faults have to fail: the table `faults/controls.tsv`. */
export interface FaultControl {
  /** The number of the test, and what is not protected. */
  readonly name: string;
  readonly test: { readonly file: string; readonly title: string };
  /** What the test says when it fails. */
  readonly failsBy: RegExp;
  readonly changes: readonly SourceChange[];
}

/** Of a source: one text, which is there once, is replaced by another. */
export interface SourceChange {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Reads the table: a line of titles, then one for each change, its members apart by tabs. `\\n` is a line's end. */
export function readControls(text: string): FaultControl[] {
  const [, ...lines] = text.trimEnd().split("\n");
  const rows = lines.map((line) => {
    const [name = "", test = "", title = "", failsBy = "", file = "", from = "", to = "", ...more] = line.split("\t");
    if (from === "" || more.length > 0) throw new Error(`This is no control: ${line}`);
    return { name, test: { file: test, title }, failsBy, change: { file, from: unfolded(from), to: unfolded(to) } };
  });
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, of]) => {
    const [{ test, failsBy }] = of as [(typeof rows)[number]];
    return { name, test, failsBy: new RegExp(failsBy, "u"), changes: of.map(({ change }) => change) };
  });
}

const unfolded = (text: string) => text.replaceAll(String.raw`\n`, "\n");
