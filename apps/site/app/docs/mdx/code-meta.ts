/** What follows the language of a code block: ```` ```tsx file="App.tsx" {3-5} /baseUrl/ numbers continues ````. */
export interface CodeMeta {
  readonly file: string | undefined;
  /** Lines to highlight, from 1. */
  readonly lines: ReadonlySet<number>;
  /** Words to highlight, wherever they occur. */
  readonly words: readonly string[];
  /** Its lines are numbered at once; elsewhere a reader asks for that. */
  readonly numbers: boolean;
  /** It goes on where the block before it ended. */
  readonly continues: boolean;
  /** It is incomplete on its own, and not type-checked. */
  readonly fragment: boolean;
  /** It uses what only Weft's own packages have, on a page whose samples are for the official ones too. */
  readonly own: boolean;
  /** It is the same for both families of packages, though their names are in it. */
  readonly fixed: boolean;
}

export function parseCodeMeta(meta: string): CodeMeta {
  const file = /(?:^|\s)file="([^"]*)"/.exec(meta)?.[1];
  const rest = meta.replace(/file="[^"]*"/, "");
  const ranges = /\{([\d\s,-]+)\}/.exec(rest)?.[1] ?? "";
  const words = [...rest.matchAll(/(?<=^|\s)\/([^/]+)\/(?=\s|$)/g)].map(([, word]) => word!);
  const flags = rest.replaceAll(/\/[^/]+\//g, "").split(/\s+/);
  return {
    file,
    lines: new Set(ranges.split(",").flatMap(rangeOf)),
    words,
    numbers: flags.includes("numbers"),
    continues: flags.includes("continues"),
    fragment: flags.includes("fragment"),
    own: flags.includes("own"),
    fixed: flags.includes("fixed"),
  };
}

function rangeOf(text: string): number[] {
  const [from, to] = text.trim().split("-").map(Number);
  if (from === undefined || Number.isNaN(from) || from === 0) return [];
  return Array.from({ length: Math.max(0, (to ?? from) - from) + 1 }, (_, index) => from + index);
}
