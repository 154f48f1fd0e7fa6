/** A heading of Markdown, read in time that is linear in its length: pages and files choose what their lines hold. */
export interface Heading {
  readonly level: number;
  /** Without the marks of emphasis, code and links; cut. */
  readonly text: string;
  /** The place on the page that the extraction of HTML has marked, as in `## Limits {#limits}`. */
  readonly anchor?: string;
  /** Where the mark of the anchor, and the blanks before it, begin and end in the line. */
  readonly mark?: { readonly start: number; readonly end: number };
}

const longestHeading = 200;
/** Characters of a heading that its text is read from. */
const readHeading = 2_000;
const levels = 6;
const isBlank = (char: string | undefined) => char !== undefined && char.trim() === "";

/** Undefined if the line is no heading. */
export function headingOf(line: string): Heading | undefined {
  let level = 0;
  while (line[level] === "#" && level <= levels) level++;
  if (level === 0 || level > levels || !isBlank(line[level])) return undefined;
  let end = endOfText(line, line.length);
  // Marks that close a heading are behind a blank: C# is a name.
  let closing = end;
  while (line[closing - 1] === "#") closing--;
  if (closing < end && (isBlank(line[closing - 1]) || line[closing - 1] === "}")) end = endOfText(line, closing);
  const mark = anchorMark(line, end, level);
  const text = plain(line.slice(level, mark?.start ?? end));
  return mark === undefined ? { level, text } : { level, text, anchor: line.slice(mark.open + 2, mark.end - 1), mark };
}

function endOfText(line: string, end: number): number {
  return line.slice(0, end).trimEnd().length;
}

function anchorMark(line: string, end: number, after: number) {
  if (line[end - 1] !== "}") return undefined;
  const open = line.lastIndexOf("{#", end);
  if (open < after || !isBlank(line[open - 1]) || !/^[^\s{}]+$/.test(line.slice(open + 2, end - 1))) return undefined;
  return { open, start: Math.max(after, endOfText(line, open)), end };
}

/** No class below matches what begins the match, so none is tried again from the next character on. */
function plain(text: string): string {
  return text
    .trim()
    .slice(0, readHeading)
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/[*_`\\]/g, "")
    .trim()
    .slice(0, longestHeading)
    .toWellFormed();
}
