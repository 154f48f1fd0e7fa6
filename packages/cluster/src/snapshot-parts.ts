import type { LinkMessage, Piece, Pieces, RoomBatch } from "@weft/room";

/** A message with pieces of a snapshot has about this many bytes, unless one piece has more. */
const partBytes = 1_024 * 1_024;
/** A piece of this size goes alone: `/v7` is sent all of Storage in one frame. */
export const largePieceBytes = 4 * partBytes;

/**
 * What a room sends to another node, in messages that are small enough, one by one: snapshots of large rooms, of which several
 * may be in one batch, are cut between their pieces. Positions in batches stay the same. `always`: small ones leave their
 * batch, too.
 */
export function* partsOf(message: LinkMessage, always = false): Generator<LinkMessage> {
  if (message.kind === "pieces") return yield* partsOfPieces(message);
  if (message.kind !== "batch" || snapshotBytes(message) <= (always ? 0 : partBytes)) return yield message;
  const { entries } = message;
  let from = 0;
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== "pieces") continue;
    yield { ...message, entries: [...entries.slice(from, index), { kind: "void" }] };
    yield* partsOfPieces(entry);
    from = index + 1;
  }
  if (from < entries.length) yield { ...message, entries: entries.slice(from) };
}

/** Whether it is part of a snapshot, which the room keeps anyway. */
export function isSnapshotPart(message: LinkMessage): boolean {
  return message.kind === "pieces" && bytesOf(message.pieces) < largePieceBytes;
}

function* partsOfPieces({ pieces, probe, probeBehind, ...rest }: Pieces): Generator<Pieces> {
  let part: Piece[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    if (part.length > 0 && bytes + piece.length > partBytes) {
      yield { ...rest, pieces: part, probe: undefined, probeBehind: undefined };
      part = [];
      bytes = 0;
    }
    part.push(piece);
    bytes += piece.length;
  }
  yield { ...rest, pieces: part, probe, probeBehind };
}

function snapshotBytes({ entries }: RoomBatch): number {
  let bytes = 0;
  for (const entry of entries) if (entry.kind === "pieces") bytes += bytesOf(entry.pieces);
  return bytes;
}

function bytesOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
