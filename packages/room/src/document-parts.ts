import type { UpdatePiece, UpdatePieces } from "./document-ports.ts";

/**
 * The parts in which the first state of a large document is sent: each is an update of its own, and the last one lets the
 * client apply them all (`UpdatePieces`). Parts are made one at a time, so that their size can follow the speed of the
 * network: a client that receives nothing for 2 s after its ping reconnects, and would do so forever.
 */
export interface DocumentParts {
  /** The next part of about this many bytes, at least one piece; undefined when only the last part is left. */
  next(bytes: number): Buffer | undefined;
  last(): Buffer;
}

export function createDocumentParts(update: Uint8Array, { body, head, deletesAt }: UpdatePieces): DocumentParts {
  let at = 0;
  return {
    next(bytes) {
      if (at === body.length) return undefined;
      const from = at;
      let size = 0;
      do size += lengthOf(body[at++]!);
      while (at < body.length && size + lengthOf(body[at]!) <= bytes);
      return encodePart(update, body.slice(from, at), noDeletes);
    },
    last: () => encodePart(update, head, update.subarray(deletesAt)),
  };
}

/** Text in base64 is a third longer. At 40 kB/s, the first part takes about a second. */
const firstPartBytes = 32 * 1_024;
/** How long a part should take: less than half of the time for which a client waits. */
const partMs = 700;
/** A network that lets the first bytes pass quickly may be slow behind them. */
const growth = 8;

/** Sizes of parts, from how long the ones before took. */
export interface PartSize {
  readonly bytes: number;
  /** The round trip of a part of this many bytes took this long. */
  took(bytes: number, ms: number): void;
}

export function createPartSize(): PartSize {
  let size = firstPartBytes;
  return {
    get bytes() {
      return size;
    },
    took(bytes, ms) {
      const speed = bytes / Math.max(ms, 1);
      size = Math.max(firstPartBytes, Math.min(speed * partMs, bytes * growth));
    },
  };
}

const noDeletes = Uint8Array.of(0);

function lengthOf({ prefix, start, end }: UpdatePiece): number {
  return prefix.length + end - start;
}

/** An update in the V1 encoding: its pieces by client, in the order in which Yjs writes clients. */
function encodePart(update: Uint8Array, pieces: readonly UpdatePiece[], deletes: Uint8Array): Buffer {
  const clients: UpdatePiece[][] = [];
  for (const piece of pieces) {
    const last = clients.at(-1);
    if (last?.[0]!.client === piece.client) last.push(piece);
    else clients.push([piece]);
  }
  const chunks: Uint8Array[] = [varUint(clients.length)];
  for (const own of clients) {
    const structs = own.reduce((sum, piece) => sum + piece.structs, 0);
    chunks.push(varUint(structs), varUint(own[0]!.client), varUint(own[0]!.clock));
    for (const { prefix, start, end } of own) chunks.push(prefix, update.subarray(start, end));
  }
  chunks.push(deletes);
  return Buffer.concat(chunks);
}

function varUint(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push(0x80 | (left % 0x80));
  bytes.push(left);
  return Uint8Array.from(bytes);
}
