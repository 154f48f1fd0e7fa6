/**
 * `JSON.parse` with pauses, for bodies of megabytes.
 *
 * ```
 *   bytes ─► scan: containers of more than `pieceBytes`, each cut at its own commas ─► parse piece by piece ─► value
 *
 *   { "a": 1, … , "b": [ …, …, … ], "c": 2 }          the members around "b", then "b":[], then its items, then "c"
 * ```
 *
 * Every byte is parsed by `JSON.parse` in exactly one piece, and a large container inside of another is parsed in place
 * as an empty one: so a text is refused here exactly when `JSON.parse` refuses it.
 */
import type { Stepwise } from "@weft/crdt";

/** Text up to this length, or text that cannot be cut (a string), is parsed in one step. */
const pieceBytes = 64 * 1_024;

/** @throws SyntaxError as `JSON.parse` would, with a message of its own. */
export function* parseInSteps(bytes: Buffer): Stepwise<unknown> {
  const root = yield* largeContainers(bytes);
  if (root === undefined) return JSON.parse(bytes.toString("utf8"));
  // Only whitespace may surround it.
  JSON.parse(hollowed(bytes, 0, bytes.length, root));
  return yield* parseContainer(bytes, root);
}

/** An object or array that is parsed in pieces. */
interface Container {
  /** Of its brackets. */
  readonly from: number;
  readonly to: number;
  readonly pieces: readonly Piece[];
}

/** Whole members or items, without the comma behind them; or a single one whose value is a container. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly within: Container | undefined;
}

/** A container whose end has not been reached. Most are small, so that one of these is used again for each at its depth. */
class Open {
  #at = 0;
  #pieces: Piece[] | undefined;
  /** Where the next piece begins, and within it the latest item. */
  #from = 0;
  #itemFrom = 0;
  #within: Container | undefined;

  begin(at: number): void {
    this.#at = at;
    this.#pieces = undefined;
    this.#from = this.#itemFrom = at + 1;
    this.#within = undefined;
  }

  comma(at: number): void {
    if (this.#within !== undefined || at - this.#from >= pieceBytes) this.#cut(at);
    this.#itemFrom = at + 1;
  }

  /** The current item has, or is, this container. */
  holds(within: Container): void {
    if (this.#within !== undefined) throw new SyntaxError("Two values stand side by side.");
    if (this.#from < this.#itemFrom) this.#cut(this.#itemFrom - 1);
    this.#within = within;
  }

  close(at: number): Container | undefined {
    if (at - this.#at < pieceBytes) return undefined;
    this.#cut(at);
    return { from: this.#at, to: at + 1, pieces: this.#pieces! };
  }

  #cut(at: number): void {
    (this.#pieces ??= []).push({ from: this.#from, to: at, within: this.#within });
    this.#within = undefined;
    this.#from = at + 1;
  }
}

/** The outermost container, if it is large. */
function* largeContainers(bytes: Buffer): Stepwise<Container | undefined> {
  const open: Open[] = [];
  let depth = 0;
  let root: Container | undefined;
  let pauseAt = pieceBytes;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at);
        break;
      case openBrace:
      case openBracket:
        (open[depth++] ??= new Open()).begin(at);
        break;
      case comma:
        if (depth > 0) open[depth - 1]!.comma(at);
        break;
      case closeBrace:
      case closeBracket: {
        if (depth === 0) throw new SyntaxError("A bracket closes nothing.");
        const large = open[--depth]!.close(at);
        if (large === undefined) break;
        if (depth > 0) open[depth - 1]!.holds(large);
        else if (root === undefined) root = large;
        else throw new SyntaxError("Two values stand side by side.");
      }
    }
    if (at < pauseAt) continue;
    pauseAt = at + pieceBytes;
    yield;
  }
  if (depth > 0) throw new SyntaxError("A bracket is not closed.");
  return root;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** A string that ends within so many bytes is found sooner by looking at them than by a call of the library. */
const shortString = 32;

/** The quote that ends the string which begins at `at`. */
function endOfString(bytes: Buffer, at: number): number {
  const near = Math.min(bytes.length, at + 1 + shortString);
  for (let end = at + 1; end < near; end++) {
    if (bytes[end] === quote) return end;
    if (bytes[end] === backslash) end++;
  }
  for (let end = bytes.indexOf(quote, at + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  throw new SyntaxError("A string is not closed.");
}

function* parseContainer(bytes: Buffer, container: Container): Stepwise<unknown> {
  return bytes[container.from] === openBracket
    ? yield* parseItems(bytes, container)
    : yield* parseMembers(bytes, container);
}

function* parseItems(bytes: Buffer, { pieces }: Container): Stepwise<unknown[]> {
  const items: unknown[] = [];
  for (const { from, to, within } of pieces) {
    yield;
    const text = within === undefined ? bytes.toString("utf8", from, to) : hollowed(bytes, from, to, within);
    const parsed = JSON.parse(`[${text}]`) as unknown[];
    if (parsed.length === 0 && pieces.length > 1) throw new SyntaxError("A value is missing.");
    if (within === undefined) for (const item of parsed) items.push(item);
    else items.push(yield* parseContainer(bytes, within));
  }
  return items;
}

function* parseMembers(bytes: Buffer, { pieces }: Container): Stepwise<Record<string, unknown>> {
  const members: Record<string, unknown> = {};
  for (const { from, to, within } of pieces) {
    yield;
    const text = within === undefined ? bytes.toString("utf8", from, to) : hollowed(bytes, from, to, within);
    const parsed = JSON.parse(`{${text}}`) as Record<string, unknown>;
    const keys = Object.keys(parsed);
    if (keys.length === 0 && pieces.length > 1) throw new SyntaxError("A member is missing.");
    for (const key of keys) {
      const value = within === undefined ? parsed[key] : yield* parseContainer(bytes, within);
      // Assigning this key would set the prototype.
      if (key === "__proto__")
        Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
      else members[key] = value;
    }
  }
  return members;
}

/** Text that contains a container left empty. */
function hollowed(bytes: Buffer, from: number, to: number, { from: open, to: end }: Container): string {
  return bytes.toString("utf8", from, open + 1) + bytes.toString("utf8", end - 1, to);
}
