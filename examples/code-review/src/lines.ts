import type { FileChange, DiffLine } from "./parse-patch.ts";
import type { Lines, Side } from "./room-types.ts";

/** Lines of a file of the change. */
export type Place = Lines & { readonly file: string };

export function linesOf(file: FileChange): readonly DiffLine[] {
  return file.hunks.flatMap(({ lines }) => lines);
}

/** The side of a line on which a comment begins. */
export function sideOf(line: DiffLine): Side {
  return line.new === null ? "old" : "new";
}

/** The lines from one line of a file to another. The first one decides the side; the range ends at the last line on it. */
export function rangeBetween(lines: readonly DiffLine[], from: number, to: number): Lines {
  const side = sideOf(lines[from]!);
  const [first, last] = from < to ? [from, to] : [to, from];
  const numbers = lines.slice(first, last + 1).flatMap((line) => line[side] ?? []);
  return { side, line: Math.min(...numbers), endLine: Math.max(...numbers) };
}

export function contains({ side, line, endLine }: Lines, one: DiffLine): boolean {
  const number = one[side];
  return number !== null && number >= line && number <= endLine;
}

export function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.side === b.side && a.line === b.line && a.endLine === b.endLine;
}

export function nameOf({ side, line, endLine }: Lines): string {
  const numbers = line === endLine ? `Line ${line}` : `Lines ${line}–${endLine}`;
  return side === "old" ? `${numbers} before the change` : numbers;
}

/** The place of a thread, or what another user has selected. Any client in the room may have written anything: null if it is not in the change. */
export function readPlace(value: unknown, files: readonly FileChange[]): Place | null {
  if (typeof value !== "object" || value === null) return null;
  const { file: path, side, line, endLine } = value as Partial<Record<string, unknown>>;
  const file = files.find((one) => one.path === path);
  if (file === undefined || (side !== "old" && side !== "new")) return null;
  const numbers = linesOf(file).map((one) => one[side]);
  const [first, last] = [numbers.indexOf(line as number), numbers.indexOf(endLine as number)];
  if (typeof line !== "number" || typeof endLine !== "number" || first === -1 || last < first) return null;
  return { file: file.path, side, line, endLine };
}

/** Orders places as they are on the page. */
export function positionOf(place: Place, files: readonly FileChange[]): readonly [file: number, line: number] {
  const file = files.findIndex(({ path }) => path === place.file);
  return [file, linesOf(files[file]!).findIndex((line) => line[place.side] === place.endLine)];
}
