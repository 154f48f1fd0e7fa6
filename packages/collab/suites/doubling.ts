/**
 * Finds functions whose time grows faster than their input: each receives texts that double in length, made of the patterns
 * that backtracking and repeated scans are slow on. Time is CPU time of this thread, the least of several runs.
 */
const openers = ["[", "(", "{", "<", "#", "*", "`", "!["];
const separators = [" ", "\t", "\n", "\r\n", "\u2028", "\u00a0", ",", ";", ":", "=", "-", ".", "/", "%", "&", "\\"];
const pairs = [
  "a ",
  "[a",
  "](",
  "{#",
  "<a",
  "</",
  "a=",
  "q;",
  "a,",
  '"a',
  "''",
  "a:",
  "*a",
  "&a",
  "|a",
  "\n ",
  "\n#",
  "\n|",
];
const tails = process.env["WEFT_RUNS"] === undefined ? ["x", "}"] : ["", "x", "]", ")", "}", ">", '"', "\n", "$"];

/** The texts of one length: `prefix`, one of the patterns again and again, and an end that does not match. */
export function* adversarialTexts(
  prefix = "",
): Generator<{ readonly name: string; readonly of: (length: number) => string }> {
  for (const unit of [...openers, ...separators, ...pairs, "a", "0", "é", "😀", "退", '"', "'"])
    for (const tail of tails)
      yield {
        name: JSON.stringify(`${prefix}${unit}…${tail}`),
        of: (length) => prefix + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + tail,
      };
}

/** A function that reads text from outside. */
export interface Reader {
  readonly run: (text: string) => unknown;
  /** Beginnings that lead into it. */
  readonly begin?: readonly string[];
  /** Only the length counts: it makes something of each character. */
  readonly ofLength?: boolean;
}

// Long: with longer texts.
const longestText = process.env["WEFT_RUNS"] === undefined ? 8_192 : 524_288;

/** Each text that takes more than twice as long when it is twice as long, and how its time grows. */
export function slowTexts({ run, begin = [""], ofLength = false }: Reader): readonly string[] {
  return begin.flatMap((prefix) =>
    [...adversarialTexts(prefix)].slice(0, ofLength ? 1 : undefined).flatMap(({ name, of }) => {
      const growth = growthBeyondLinear(run, of, { longest: longestText });
      return growth === undefined ? [] : [`${name}: ${growth}`];
    }),
  );
}

export interface DoublingOptions {
  /** Texts are not made longer: by default, 64 thousand characters. */
  readonly longest?: number;
  /** Less is not measurable. */
  readonly floorMs?: number;
  readonly mostGrowth?: number;
}

/**
 * Undefined if the time at most doubles with the input; else how it grows. The collector, the compiler and the cache of a busy
 * machine make single doublings look worse, so that two doublings in a row, in every attempt, count.
 */
export function growthBeyondLinear(
  run: (text: string) => unknown,
  of: (length: number) => string,
  { longest = 65_536, floorMs = 4, mostGrowth = 2.5 }: DoublingOptions = {},
): string | undefined {
  for (let length = 1_024; length <= longest; length *= 2) {
    if (cpuMs(run, of(length), 1) < floorMs) continue;
    const texts = [of(length), of(2 * length), of(4 * length)] as const;
    let least = Infinity;
    for (let attempt = 0; attempt < 5; attempt++) {
      const short = cpuMs(run, texts[0], 3);
      if (short < floorMs / 2) break;
      const long = cpuMs(run, texts[1], 3);
      least = Math.min(least, long / short);
      // The longest is what takes long: only if it decides.
      if (least > mostGrowth) least = Math.min(least, cpuMs(run, texts[2], 3) / long);
      if (least <= mostGrowth) break;
    }
    if (least !== Infinity && least > mostGrowth)
      return `${least.toFixed(1)} x time for each doubling from ${length} to ${4 * length} characters`;
  }
  return undefined;
}

/** Refusals are answers, too. */
function cpuMs(run: (text: string) => unknown, text: string, runs: number): number {
  let least = Infinity;
  for (let n = 0; n < runs; n++) {
    const before = process.threadCpuUsage();
    try {
      run(text);
    } catch (error) {
      // Mistakes of the test, such as a function that is not there, and stacks that overflow.
      if (error instanceof RangeError || error instanceof TypeError) throw error;
    }
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
