/**
 * Texts that others have written, in the encoding that they are written in. In this order:
 *
 *   byte order mark ─► escapes of ISO-2022-JP ─► declared: header, then tags ─► UTF-8 ─► UTF-16 and UTF-32 by their zero bytes ─► detected
 *
 * - An encoding counts only if all of the bytes are valid in it, but for a character here and there of a long text.
 * - What is left is not guessed: a text of question marks is worse than none.
 * - The work is proportional to the number of bytes.
 */
import chardet from "chardet";

export interface TextHints {
  /** The header or type that came with the bytes. */
  readonly contentType?: string | undefined;
  /** Whether the text may name its encoding in its first tags: HTML and XML. */
  readonly isMarkup?: boolean;
}

/** Bytes in which markup names its encoding, if it does. */
const prescanned = 4_096;
/** Bytes from which an encoding is detected. */
const sampled = 64 * 1_024;
/** How sure the detection has to be, of 100: bytes of one-byte encodings are valid in many of them. */
const sureOfPairs = 50;
const sureOfBytes = 30;
/** Characters outside of ASCII for each one that may be broken. */
const goodPerBroken = 10;

const byteOrderMarks = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-32le", [0xff, 0xfe, 0, 0]],
  ["utf-32be", [0, 0, 0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;
const ofPairs = /^(gb|big5|euc|shift|iso-2022)/i;
/** Characters that no text has: a text with one of them was read in the wrong encoding. */
// oxlint-disable-next-line no-control-regex -- it looks for control characters
const implausible = /[\p{Cn}\p{Co}\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]/u;

/** The text; undefined if its encoding is neither declared nor known for sure. */
export function decodeText(bytes: Uint8Array, { contentType, isMarkup = false }: TextHints = {}): string | undefined {
  const marked = markOf(bytes);
  if (marked !== undefined) return strictly(marked, bytes) ?? almost(marked, bytes);
  const declared = [labelOf(contentType), ...(isMarkup ? [labelInMarkup(bytes)] : [])].filter(
    (label) => label !== undefined,
  );
  const escaped = hasEscapes(bytes) ? strictly("iso-2022-jp", bytes) : undefined;
  if (escaped !== undefined) return escaped;
  for (const label of declared) {
    const text = strictly(label, bytes);
    if (text?.includes("\0") === false) return text;
  }
  const utf8 = bytes.includes(0) ? undefined : strictly("utf-8", bytes);
  if (utf8 !== undefined) return utf8;
  const wide = wideEncodingOf(bytes);
  if (wide !== undefined) return strictly(wide, bytes);
  for (const label of [...declared, "utf-8"]) {
    const text = almost(label, bytes);
    if (text !== undefined) return text;
  }
  return detected(bytes);
}

/** The encoding with units of two or four bytes that a text without a mark seems to have: one of its bytes is often zero. */
export function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, sampled - (sampled % 4));
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < start.length; at++) if (start[at] === 0) zeros[at % 4]!++;
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros;
  const units = Math.floor(start.length / 4);
  if (units > 0 && start.length % 4 === 0 && fourth === units && first < units) return plausible("utf-32le", start);
  if (units > 0 && start.length % 4 === 0 && first === units && fourth < units) return plausible("utf-32be", start);
  if (bytes.length % 2 !== 0) return undefined;
  // Letters of ASCII have a zero in their first byte; of others, a few have one in their second.
  const [even, odd] = [first + third, second + fourth];
  if (odd > 2 * even) return plausible("utf-16le", start);
  return even > 2 * odd ? plausible("utf-16be", start) : undefined;
}

/** The encoding that the bytes are marked with. */
export function markOf(bytes: Uint8Array): string | undefined {
  return byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
}

/** Whether the bytes are a text in an encoding that is declared. */
export function isTextIn(label: string, bytes: Uint8Array): boolean {
  return strictly(label, bytes)?.includes("\0") === false;
}

/** The encoding, if the bytes look like a text in it, and not like chance. */
function plausible(label: string, bytes: Uint8Array): string | undefined {
  const text = strictly(label, bytes);
  return text === undefined || implausible.test(text) ? undefined : label;
}

/** The label of the parameter `charset`. */
export function labelOf(contentType = ""): string | undefined {
  const at = contentType.search(/charset\s{0,9}=/i);
  return at === -1 ? undefined : labelAfter(contentType.slice(at, at + 100));
}

function labelAfter(text: string): string | undefined {
  const label = /=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/.exec(text)?.[1];
  return label !== undefined && isKnown(label) ? label : undefined;
}

function labelInMarkup(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanned)).toString("latin1");
  const label = labelInDeclaration(start) ?? labelInTags(start);
  // Tags that can be read as bytes are not in UTF-16, whatever they say.
  return label !== undefined && /^utf-?(16|32)/i.test(label) ? "utf-8" : label;
}

function labelInDeclaration(start: string): string | undefined {
  if (!/^\s{0,99}<\?xml\s/i.test(start)) return undefined;
  const declaration = start.slice(0, Math.max(0, start.indexOf("?>")));
  const at = declaration.indexOf("encoding");
  return at === -1 ? undefined : labelAfter(declaration.slice(at));
}

function labelInTags(start: string): string | undefined {
  for (const [tag] of start.matchAll(/<meta[\s/][^<>]*/gi)) {
    const label = labelOf(tag);
    if (label !== undefined) return label;
  }
  return undefined;
}

function isKnown(label: string): boolean {
  if (/^utf-?32(le|be)?$/i.test(label)) return true;
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}

/** The text if all of the bytes are valid, except for a character that is cut at the end. */
function strictly(label: string, bytes: Uint8Array): string | undefined {
  if (/^utf-?32/i.test(label)) return utf32(bytes, /be$/i.test(label));
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** The text without its broken characters, if they are few. */
function almost(label: string, bytes: Uint8Array): string | undefined {
  if (/^utf-?32/i.test(label)) return undefined;
  const text = new TextDecoder(label).decode(bytes);
  let [good, broken] = [0, 0];
  for (let at = 0; at < text.length; at++)
    if (text[at] === "\ufffd") broken++;
    else if (text.charCodeAt(at) > 0x7f) good++;
  return good >= broken * goodPerBroken ? text.replaceAll("\ufffd", "") : undefined;
}

function utf32(bytes: Uint8Array, isBigEndian: boolean): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length - (bytes.length % 4));
  const pieces: string[] = [];
  let piece: number[] = [];
  for (let at = 0; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, !isBigEndian);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    if (at > 0 || code !== 0xfeff) piece.push(code);
    if (piece.length < 4_096) continue;
    pieces.push(String.fromCodePoint(...piece));
    piece = [];
  }
  return pieces.join("") + String.fromCodePoint(...piece);
}

/** Whether a text of seven bits changes to Japanese characters by an escape sequence. */
function hasEscapes(bytes: Uint8Array): boolean {
  if (!bytes.includes(0x1b) || bytes.some((byte) => byte > 0x7f)) return false;
  for (let at = bytes.indexOf(0x1b); at !== -1; at = bytes.indexOf(0x1b, at + 1))
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return true;
  return false;
}

function detected(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const found = chardet.analyse(bytes.subarray(0, sampled));
  for (const { name, confidence } of found) {
    if (confidence < (ofPairs.test(name) ? sureOfPairs : sureOfBytes)) break;
    if (/^utf/i.test(name) || !isKnown(name)) continue;
    const text = strictly(name, bytes);
    if (text !== undefined && !implausible.test(text)) return text;
  }
  return undefined;
}
