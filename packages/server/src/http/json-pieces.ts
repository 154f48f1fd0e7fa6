/**
 * Answers that are written while they are read: lists without pages, and threads of any size.
 *
 *   store ─► pages of rows ─► JSON text ─► pieces of bytes ─► the caller's connection
 *                                           no piece is made before the caller has read those before it
 *
 * Neither the memory of an answer nor the time that the event loop is held grows with the answer. A short answer is one
 * piece, and is sent like any other.
 */
import { Encoded } from "./route.ts";

/** A list whose items are written as they are read: JSON text with its commas, without the brackets. */
export class JsonList {
  readonly texts: AsyncIterable<string>;
  constructor(texts: AsyncIterable<string>) {
    this.texts = texts;
  }
}

/** A value that is written as it is read: its JSON text. */
export class JsonText {
  readonly texts: AsyncIterable<string>;
  constructor(texts: AsyncIterable<string>) {
    this.texts = texts;
  }
}

/** A list of rows that are read in pages. */
export function listOf<T>(pages: AsyncIterable<readonly T[]>, describe: (item: T) => unknown): JsonList {
  return new JsonList(textsOf(pages, describe));
}

/** Items that are made into text at once. */
const itemsPerText = 200;

async function* textsOf<T>(pages: AsyncIterable<readonly T[]>, describe: (item: T) => unknown): AsyncGenerator<string> {
  let comma = "";
  for await (const page of pages)
    for (let at = 0; at < page.length; at += itemsPerText) {
      yield (
        comma +
          page
            .slice(at, at + itemsPerText)
            .map((item) => JSON.stringify(describe(item)))
            .join(",")
      );
      comma = ",";
    }
}

/**
 * A JSON object, member by member. A function is called when its member is written, after the lists before it were read.
 */
export async function* objectInPieces(members: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
  let before = "{";
  for (const [name, member] of Object.entries(members)) {
    if (member === undefined) continue;
    const key = `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (member instanceof JsonList) {
      yield `${key}[`;
      yield* member.texts;
      yield "]";
    } else if (member instanceof JsonText) {
      yield key;
      yield* member.texts;
    } else yield key + JSON.stringify(typeof member === "function" ? await member() : member);
  }
  yield before === "{" ? "{}" : "}";
}

/** Bytes of one piece, about. */
const pieceBytes = 64 * 1_024;

/** The answer of texts. The first piece is made at once, so that a failure to read it is still answered as one. */
export async function encodedInPieces(texts: AsyncIterable<string>): Promise<Encoded> {
  const pieces = piecesOf(texts);
  const first = await pieces.next();
  if (first.done === true) return new Encoded([]);
  const second = await pieces.next();
  if (second.done === true) return new Encoded([first.value]);
  return new Encoded(followedBy([first.value, second.value], pieces));
}

async function* piecesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < pieceBytes) continue;
    yield Buffer.from(waiting.join(""));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(waiting.join(""));
}

async function* followedBy(
  first: readonly Uint8Array[],
  others: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    yield* others;
  } finally {
    await others.return(undefined);
  }
}
