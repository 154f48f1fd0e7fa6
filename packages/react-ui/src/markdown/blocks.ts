/**
 * Divides Markdown into its outermost blocks, line by line and in one pass. A text that grows keeps all its blocks but the last, so that
 * those need not be read again.
 */

/** The blocks of a text, and the lines in it that define addresses of links. */
export interface Blocks {
  readonly blocks: readonly string[];
  /** Finished lines such as `[docs]: https://example.com`. */
  readonly definitions: string;
}

interface Fence {
  readonly character: string;
  readonly length: number;
  readonly indent: number;
}

interface Lines {
  readonly lines: string[];
  /** Lists go on after blank lines. */
  readonly isList: boolean;
  blanks: number;
}

const tabWidth = 4;

/** Where one block ends and the next begins, by the rules of CommonMark. HTML is text here, and no block of its own. */
export function splitBlocks(text: string): Blocks {
  const blocks: string[] = [];
  const definitions: string[] = [];
  let block: Lines | undefined;
  let fence: Fence | undefined;
  const end = () => {
    if (block !== undefined) blocks.push(block.lines.join("\n"));
    block = undefined;
  };
  const all = text.replaceAll("\r\n", "\n").split("\n");
  for (const [at, line] of all.entries()) {
    const indent = indentOf(line);
    const isBlank = line.trim() === "";
    if (fence !== undefined && block?.isList === true && !isBlank && indent < fence.indent) fence = undefined;
    if (fence !== undefined && block !== undefined) {
      block.lines.push(line);
      if (!isEndOf(fence, line)) continue;
      fence = undefined;
      if (!block.isList) end();
      continue;
    }
    if (isBlank) {
      if (block !== undefined) block.blanks++;
      continue;
    }
    if (block !== undefined && block.blanks > 0 && !goesOn(block, line, indent)) end();
    const opened = fenceOf(line, indent, block?.isList === true);
    if (opened !== undefined && indent < tabWidth && (block?.isList !== true || indent < 2)) end();
    block ??= { lines: [], isList: isListItem(line), blanks: 0 };
    for (; block.blanks > 0; block.blanks--) block.lines.push("");
    block.lines.push(line);
    fence = opened;
    if (opened === undefined && at < all.length - 1 && isDefinition(line)) definitions.push(line);
  }
  end();
  return { blocks, definitions: definitions.join("\n") };
}

function goesOn({ isList, lines }: Lines, line: string, indent: number): boolean {
  if (isList) return indent >= 2 || isListItem(line);
  return indent >= tabWidth && indentOf(lines[0] ?? "") >= tabWidth;
}

/** Columns of white space before the text. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const character of line)
    if (character === " ") columns++;
    else if (character === "\t") columns += tabWidth - (columns % tabWidth);
    else break;
  return columns;
}

/** Whether a line begins an item of a list: with `-`, `*`, `+`, or a number and `.` or `)`. */
export function isListItem(line: string): boolean {
  return markerLength(line.trimStart()) > 0;
}

/** The length of a list item's marker with the white space behind it, or 0. */
export function markerLength(text: string): number {
  let at = 0;
  if ("-*+".includes(text[0] ?? " ")) at = 1;
  else {
    while (at < 9 && isDigit(text[at])) at++;
    if (at === 0 || (text[at] !== "." && text[at] !== ")")) return 0;
    at++;
  }
  if (at === text.length) return at;
  return text[at] === " " || text[at] === "\t" ? at + 1 : 0;
}

const isDigit = (character: string | undefined) => character !== undefined && character >= "0" && character <= "9";

function fenceOf(line: string, indent: number, isInList: boolean): Fence | undefined {
  if (indent >= tabWidth && !isInList) return undefined;
  let text = line.trimStart();
  let column = indent;
  // The item of a list may begin with code.
  for (let length = markerLength(text); length > 0; length = markerLength(text)) {
    column += length;
    text = text.slice(length).trimStart();
  }
  const character = text[0];
  if (character !== "`" && character !== "~") return undefined;
  const length = runLength(text, character);
  if (length < 3 || (character === "`" && text.includes("`", length))) return undefined;
  return { character, length, indent: column };
}

function isEndOf({ character, length }: Fence, line: string): boolean {
  const text = line.trim();
  return text.length >= length && runLength(text, character) === text.length;
}

function runLength(text: string, character: string): number {
  let length = 0;
  while (text[length] === character) length++;
  return length;
}

function isDefinition(line: string): boolean {
  if (indentOf(line) >= tabWidth || line.trimStart()[0] !== "[") return false;
  return line.includes("]:");
}
