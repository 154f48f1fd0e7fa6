/**
 * Positions order the items of a list without numbering them: a position is a fraction `0.d1d2d3…` in base 95, written
 * with the printable ASCII characters, so that there is always room between two of them and plain string comparison
 * sorts them. Clients predict positions with the same functions: every result here is part of
 * the wire protocol.
 */

/** Digit zero: the space. A position never ends with it, as a fraction has no trailing zeroes. */
const lowest = 32;
/** Digit ninety-four: the tilde. */
const highest = 126;
/** The first position of an empty list. */
const first = "!";

/** Whether `normalisePosition` would leave the text unchanged. */
export function isPosition(text: string): boolean {
  const end = text.length - 1;
  if (end < 0 || text.charCodeAt(end) === lowest) return false;
  for (let i = 0; i <= end; i++) {
    const code = text.charCodeAt(i);
    if (code < lowest || code > highest) return false;
  }
  return true;
}

/** The nearest valid position: digits clamped to the alphabet, trailing zeroes dropped, `!` when nothing is left. */
export function normalisePosition(text: string): string {
  if (isPosition(text)) return text;
  let digits = "";
  for (let i = 0; i < text.length; i++) {
    digits += String.fromCharCode(Math.min(highest, Math.max(lowest, text.charCodeAt(i))));
  }
  return trim(digits) || first;
}

/**
 * A position below `hi` and above `lo`, either of which may be left out.
 *
 * @example
 * makePosition(); // "!"
 * makePosition("!", "!!"); // "! O"
 */
export function makePosition(lo?: string, hi?: string): string {
  if (lo === undefined) return hi === undefined ? first : positionBefore(hi);
  return hi === undefined ? positionAfter(lo) : positionBetween(lo, hi);
}

/** A position below `position`, short enough that repeated use stays short. */
export function positionBefore(position: string): string {
  const digits = normalisePosition(position);
  let i = 0;
  while (digits.charCodeAt(i) === lowest) i++;
  if (i < digits.length - 1) return digits.slice(0, i + 1);
  const code = digits.charCodeAt(i);
  return digits.slice(0, i) + (code === lowest + 1 ? " ~" : String.fromCharCode(code - 1));
}

/**
 * A position above `position`: one more at the last place of a window that widens in steps (2, 5, 8, …), so that
 * thousands of pushes in a row need two characters each.
 */
export function positionAfter(position: string): string {
  let digits = position;
  for (let i = 0; i < position.length; i++) {
    const code = position.charCodeAt(i);
    if (code < lowest || code > highest) {
      // Not a position at all: it only has to sort after the text given.
      digits = normalisePosition(position + first);
      break;
    }
  }
  digits = trim(digits);
  if (digits === "") return first;
  const width = digits.length <= 2 ? 2 : 2 + 3 * Math.ceil((digits.length - 2) / 3);
  return increment(digits, width) ?? increment(digits, width + 3) ?? digits + first;
}

/** A position strictly between two different ones, in whatever order they are given. */
export function positionBetween(lo: string, hi: string): string {
  const a = normalisePosition(lo);
  const b = normalisePosition(hi);
  if (a === b) throw new RangeError(`There is no position between "${a}" and itself.`);
  return a < b ? middle(a, b) : middle(b, a);
}

/**
 * The position itself when it is free, else one between its occupant and the next item (wire specification, 7.5). `index`: of
 * the first item at the position or after it, among `items` in their order.
 */
export function vacantPosition(
  items: readonly { readonly key: string }[] | undefined,
  index: number,
  position: string,
): string {
  if (items?.[index]?.key !== position) return position;
  const next = items[index + 1];
  return next ? positionBetween(position, next.key) : positionAfter(position);
}

function middle(lo: string, hi: string): string {
  let prefix = "";
  let from = 0;
  let upper = hi;
  for (let i = 0; ; i++) {
    const at = i + from;
    const low = at < lo.length ? lo.charCodeAt(at) : lowest;
    const high = i < upper.length ? upper.charCodeAt(i) : highest;
    if (high - low > 1) return prefix + String.fromCharCode((low + high) >> 1);
    prefix += String.fromCharCode(low);
    if (high - low === 1) {
      // Adjacent digits: any continuation of `lo` stays below `hi`, so only `lo` bounds the rest.
      from = at + 1;
      upper = "";
      i = -1;
    }
  }
}

/** Adds one at the last place of a number padded to `width`, or answers undefined when the carry overflows. */
function increment(digits: string, width: number): string | undefined {
  const padded = digits.padEnd(width, " ");
  for (let i = width - 1; i >= 0; i--) {
    const code = padded.charCodeAt(i);
    // Digits after this one have wrapped to zero, and trailing zeroes are not written.
    if (code < highest) return padded.slice(0, i) + String.fromCharCode(code + 1);
  }
  return undefined;
}

function trim(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === lowest) end--;
  return digits.slice(0, end);
}
