/**
 * Completes the last block of a text that is still being written, so that what is shown does not change its kind with the next
 * character: marks are closed, a link is its text until its address is there, and a table is one from its first row.
 */
import { markerLength } from "./blocks.ts";

/** The block as it will probably be. */
export function finishBlock(source: string): string {
  const lines = source.split("\n");
  const open = openFence(lines);
  if (open !== undefined) {
    const last = lines.at(-1)!.trim();
    // The end of the code, in part.
    if (lines.length > 1 && last !== "" && isRun(last, open)) lines.pop();
    return lines.join("\n");
  }
  if (isOnlyMarker(lines.at(-1)!)) lines.pop();
  if (lines.length === 0) return "";
  const table = finishTable(lines);
  if (table !== undefined) return table;
  const start = startOfText(lines);
  const before = lines.slice(0, start);
  return [...before, finishText(lines.slice(start).join("\n"))].join("\n");
}

function openFence(lines: readonly string[]): string | undefined {
  let open: string | undefined;
  for (const line of lines) {
    let text = line.trim();
    for (let length = markerLength(text); length > 0; length = markerLength(text))
      text = text.slice(length).trimStart();
    const mark = text.startsWith("```") ? "`" : text.startsWith("~~~") ? "~" : undefined;
    if (open === undefined) open = mark;
    else if (mark === open && isRun(text, open)) open = undefined;
  }
  return open;
}

const isRun = (text: string, character: string) => Array.from(text).every((each) => each === character);

const structural: ReadonlySet<string> = new Set("-=*_#>+~`");

/** A line of which it is not known yet whether it is a list, a heading, a rule or code. */
function isOnlyMarker(line: string): boolean {
  const text = line.trim();
  if (text === "") return false;
  if (text.length <= 4 && markerLength(text) === text.length) return true;
  if (text.length <= 2 && text >= "0" && text <= "99") return true;
  const item = markerLength(text);
  // A task, in part.
  if (item > 0 && ["[", "[ ", "[x", "[X", "[]", "[ ]", "[x]", "[X]"].includes(text.slice(item))) return true;
  return Array.from(text).every((character) => structural.has(character));
}

/** A row of headings is a table before the row below it is complete. */
function finishTable(lines: readonly string[]): string | undefined {
  let first = lines.length - 1;
  while (first >= 0 && lines[first]!.trimStart().startsWith("|")) first--;
  const rows = lines.slice(first + 1);
  if (rows.length === 0 || rows.length > 2) return undefined;
  const columns = columnsOf(rows[0]!);
  if (rows[1] !== undefined && !Array.from(rows[1]).every((character) => "|:- \t".includes(character)))
    return undefined;
  const headings = rows.length === 1 ? `${finishText(rows[0]!.trimEnd())} |` : rows[0]!;
  const isComplete = rows[1] !== undefined && rows[1].includes("-") && columnsOf(rows[1]) >= columns;
  const below = isComplete ? rows[1]! : `|${" --- |".repeat(Math.max(1, columnsOf(headings)))}`;
  return [...lines.slice(0, first + 1), ...(first >= 0 ? [""] : []), headings, below].join("\n");
}

function columnsOf(row: string): number {
  const text = row.trim();
  let columns = 0;
  for (let at = 1; at < text.length; at++)
    if (text[at] === "\\") at++;
    else if (text[at] === "|") columns++;
  return text.endsWith("|") ? columns : columns + 1;
}

/** Where the text begins that the last line belongs to. Marks do not reach over items, headings, quotes and rows. */
function startOfText(lines: readonly string[]): number {
  for (let at = lines.length - 1; at > 0; at--) {
    const text = lines[at]!.trimStart();
    if (text === "") return at + 1;
    if (markerLength(text) > 0 || text[0] === "#" || text[0] === ">" || text[0] === "|") return at;
  }
  return 0;
}

interface Mark {
  readonly character: string;
  length: number;
  readonly at: number;
}

interface Label {
  readonly at: number;
  readonly isImage: boolean;
}

/** What to leave out of the text, from one index to another. */
type Cut = readonly [from: number, to: number];

const isSpace = (character: string | undefined) =>
  character === undefined || character === " " || character === "\n" || character === "\t";
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Closes what is open in a text. One pass. */
export function finishText(text: string): string {
  const marks: Mark[] = [];
  const labels: Label[] = [];
  const cuts: Cut[] = [];
  let code: Mark | undefined;
  let at = isMarkerOnlyAt(text);
  while (at < text.length) {
    const character = text[at]!;
    const end = "`*_~".includes(character) ? runEnd(text, at) : at + 1;
    if (character === "`") {
      const length = end - at;
      if (code === undefined) code = { character, length, at };
      else if (code.length === length) code = undefined;
      else if (end === text.length && length < code.length) cuts.push([at, end]);
      at = end;
    } else if (code !== undefined) at++;
    else if (character === "\\") {
      if (at + 1 === text.length) cuts.push([at, at + 1]);
      at += 2;
    } else if (character === "*" || character === "_" || (character === "~" && end - at <= 2)) {
      if (end === text.length) finishRun(text, at, end, marks, cuts);
      else takeRun(text, at, end, marks);
      at = end;
    } else if (character === "[") {
      const isImage = text[at - 1] === "!";
      labels.push({ at: isImage ? at - 1 : at, isImage });
      at++;
    } else if (character === "]" && labels.length > 0) {
      const label = labels.pop()!;
      const next = text[at + 1];
      if (next === "(") {
        const close = closingParenthesis(text, at + 1);
        if (close === text.length) {
          labels.push(label);
          cuts.push([at, text.length]);
          at = text.length;
        } else at = close === undefined ? at + 1 : close + 1;
      } else if (next === undefined) {
        labels.push(label);
        cuts.push([at, at + 1]);
        at++;
      } else at++;
    } else at++;
  }
  for (const { at: opened, isImage } of labels) {
    if (isImage) cuts.push([opened, text.length]);
    else cuts.push([opened, opened + 1]);
  }
  const end = cuts.reduce((first, [from, to]) => (to === text.length ? Math.min(first, from) : first), text.length);
  const kept = withCuts(text, cuts);
  const ends = closers(marks, code, end);
  return ends === "" ? kept : kept.trimEnd() + ends;
}

/** The marker of an item is no emphasis. */
function isMarkerOnlyAt(text: string): number {
  const indent = text.length - text.trimStart().length;
  return indent + markerLength(text.slice(indent));
}

function runEnd(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end;
}

function takeRun(text: string, at: number, end: number, marks: Mark[]): void {
  const character = text[at]!;
  const [before, after] = [text[at - 1], text[end]];
  if (character === "_" && isWord(before) && isWord(after)) return;
  let length = end - at;
  if (!isSpace(before))
    for (let top = marks.at(-1); top !== undefined && top.character === character && length > 0; top = marks.at(-1)) {
      const closed = Math.min(top.length, length);
      length -= closed;
      top.length -= closed;
      if (top.length > 0) return;
      marks.pop();
    }
  if (length > 0 && !isSpace(after)) marks.push({ character, length, at });
}

/** A run at the end closes a mark, perhaps in part, or would open one. */
function finishRun(text: string, at: number, end: number, marks: Mark[], cuts: Cut[]): void {
  const top = marks.at(-1);
  const length = end - at;
  const isWhole = top !== undefined && top.character === text[at] && top.length === length && !isSpace(text[at - 1]);
  if (isWhole) marks.pop();
  else cuts.push([at, end]);
}

const longestAddress = 2000;

/** Addresses have no line breaks, and parentheses in pairs. The end of the text, if the address is not finished there. */
function closingParenthesis(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++)
    if (text[at] === "\n" || at - open > longestAddress) return undefined;
    else if (text[at] === "\\") at++;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  return text.length;
}

function closers(marks: readonly Mark[], code: Mark | undefined, end: number): string {
  let ends = "";
  if (code !== undefined && code.at < end) ends += "`".repeat(code.length);
  for (const mark of marks.toReversed()) if (mark.at < end) ends += mark.character.repeat(mark.length);
  return ends;
}

function withCuts(text: string, cuts: readonly Cut[]): string {
  let result = "";
  let from = 0;
  for (const [start, end] of cuts.toSorted(([a], [b]) => a - b)) {
    if (start > from) result += text.slice(from, start);
    from = Math.max(from, end);
  }
  return result + text.slice(from);
}
