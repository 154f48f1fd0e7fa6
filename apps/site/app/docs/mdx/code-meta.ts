/** What follows the language of a code block: ```` ```tsx file="App.tsx" {3-5} continues ````. */
export interface CodeMeta {
  readonly file: string | undefined;
  /** Lines to highlight, from 1. */
  readonly lines: ReadonlySet<number>;
  /** It goes on where the block before it ended. */
  readonly continues: boolean;
  /** It cannot stand alone, and is not type-checked. */
  readonly fragment: boolean;
}

export function parseCodeMeta(meta: string): CodeMeta {
  const file = /(?:^|\s)file="([^"]*)"/.exec(meta)?.[1];
  const rest = meta.replace(/file="[^"]*"/, "");
  const ranges = /\{([\d\s,-]+)\}/.exec(rest)?.[1] ?? "";
  const words = rest.split(/\s+/);
  return {
    file,
    lines: new Set(ranges.split(",").flatMap(rangeOf)),
    continues: words.includes("continues"),
    fragment: words.includes("fragment"),
  };
}

function rangeOf(text: string): number[] {
  const [from, to] = text.trim().split("-").map(Number);
  if (from === undefined || Number.isNaN(from) || from === 0) return [];
  return Array.from({ length: Math.max(0, (to ?? from) - from) + 1 }, (_, index) => from + index);
}
