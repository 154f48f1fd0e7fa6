/** One thing that was asked for. `rows.tsv` holds them, a line each. */
export interface AskedLine {
  /** The document, its section and line, and a letter where that line says several things: `api 7.2b`. */
  readonly number: string;
  readonly says: string;
  /** The test that fails when it is no longer so: its file, from the root of the repository, and its title. */
  readonly test: { readonly file: string; readonly title: string } | undefined;
  /** What has to be built first, where there is no test. */
  readonly waitsFor: string | undefined;
  /** Endpoints (`GET /v2/rooms`) and pages of the documentation (`/docs/concepts`) that the row is about. */
  readonly about: readonly string[];
}

/** Reads rows from text: a line of titles, then one line for each row, its members apart by tabs. */
export function readRows(text: string): AskedLine[] {
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => {
    const [number = "", says = "", file = "", title = "", waitsFor = "", about = "", ...more] = line.split("\t");
    if (number === "" || says === "" || more.length > 0) throw new Error(`This is no row: ${line}`);
    return {
      number,
      says,
      test: file === "" && title === "" ? undefined : { file, title },
      waitsFor: waitsFor === "" ? undefined : waitsFor,
      about: about === "" ? [] : about.split(", "),
    };
  });
}
