/** A unified diff, as `git diff` writes it. */

/** A line of a diff. It has a number on each side that it is on. */
export interface DiffLine {
  readonly kind: "added" | "removed" | "unchanged";
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
}

/** Consecutive lines of a file. */
export interface Hunk {
  /** `@@ -1,4 +1,6 @@`, with the heading that follows it. */
  readonly header: string;
  readonly lines: readonly DiffLine[];
}

export interface FileChange {
  readonly path: string;
  readonly kind: "added" | "changed" | "deleted";
  readonly hunks: readonly Hunk[];
}

export function parsePatch(patch: string): readonly FileChange[] {
  return patch
    .split(/^diff --git .*\n/mu)
    .slice(1)
    .map(parseFile);
}

function parseFile(text: string): FileChange {
  const lines = text.replace(/\n$/u, "").split("\n");
  const before = nameAfter("--- ", lines);
  const after = nameAfter("+++ ", lines);
  const path = after ?? before;
  if (path === null) throw new Error("The patch has a file without a name.");
  return {
    path,
    kind: before === null ? "added" : after === null ? "deleted" : "changed",
    hunks: parseHunks(lines.slice(lines.findIndex(isHeader))),
  };
}

function parseHunks(lines: readonly string[]): readonly Hunk[] {
  const hunks: { header: string; lines: DiffLine[] }[] = [];
  let [old, next] = [0, 0];
  for (const line of lines) {
    const [, oldStart, newStart] = header.exec(line) ?? [];
    if (oldStart !== undefined && newStart !== undefined) {
      [old, next] = [Number(oldStart), Number(newStart)];
      hunks.push({ header: line, lines: [] });
      continue;
    }
    const text = line.slice(1);
    if (line.startsWith("+")) hunks.at(-1)?.lines.push({ kind: "added", old: null, new: next++, text });
    else if (line.startsWith("-")) hunks.at(-1)?.lines.push({ kind: "removed", old: old++, new: null, text });
    else if (line.startsWith(" ")) hunks.at(-1)?.lines.push({ kind: "unchanged", old: old++, new: next++, text });
  }
  return hunks;
}

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/u;

function isHeader(line: string): boolean {
  return header.test(line);
}

/** The path after `--- ` or `+++ `, without its `a/` or `b/`; null where the file does not exist on that side. */
function nameAfter(prefix: string, lines: readonly string[]): string | null {
  const name = lines.find((line) => line.startsWith(prefix))?.slice(prefix.length);
  return name === undefined || name === "/dev/null" ? null : name.slice(2);
}
