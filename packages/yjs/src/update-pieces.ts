/**
 * Cuts a large update, so that no frame is larger than servers accept. Pieces are in causal order: what a struct refers to is in the
 * same piece or in one before it, since servers keep only so many structs that wait for others.
 */
import * as encoding from "lib0/encoding";
import * as Y from "yjs";

type Struct = ReturnType<typeof Y.decodeUpdate>["structs"][number];
type DeleteSet = ReturnType<typeof Y.decodeUpdate>["ds"];

/** Updates (V1) that together say what this one says (V1), each of about so many bytes. Structs themselves are not cut. */
export function piecesOf(update: Uint8Array, bytes: number): readonly Uint8Array[] {
  if (update.length <= bytes) return [update];
  const { structs, ds } = Y.decodeUpdate(update);
  const pieces: Uint8Array[] = [];
  let piece = new Piece();
  for (const struct of inCausalOrder(structs)) {
    if (!piece.add(struct)) {
      pieces.push(piece.encoded());
      piece = new Piece();
      piece.add(struct);
    }
    if (piece.size < bytes) continue;
    pieces.push(piece.encoded());
    piece = new Piece();
  }
  if (piece.size > 0) pieces.push(piece.encoded());
  pieces.push(...deletionsOf(ds, bytes));
  return pieces;
}

interface Section {
  readonly clock: number;
  readonly encoder: Y.UpdateEncoderV1;
  /** The clock of the struct that may follow. */
  end: number;
  count: number;
}

class Piece {
  readonly #sections = new Map<number, Section>();
  size = 0;

  /** Answers false if the struct does not continue what the piece has of its client. */
  add(struct: Struct): boolean {
    const { client, clock } = struct.id;
    let section = this.#sections.get(client);
    if (section === undefined)
      this.#sections.set(client, (section = { clock, encoder: new Y.UpdateEncoderV1(), end: clock, count: 0 }));
    if (section.end !== clock) return false;
    const before = encoding.length(section.encoder.restEncoder);
    struct.write(section.encoder, 0);
    this.size += encoding.length(section.encoder.restEncoder) - before;
    section.end += struct.length;
    section.count++;
    return true;
  }

  encoded(): Uint8Array {
    const out = encoding.createEncoder();
    encoding.writeVarUint(out, this.#sections.size);
    // Yjs writes clients from the highest id down, and reads any order.
    for (const [client, { clock, count, encoder }] of this.#sections) {
      encoding.writeVarUint(out, count);
      encoding.writeVarUint(out, client);
      encoding.writeVarUint(out, clock);
      encoding.writeUint8Array(out, encoding.toUint8Array(encoder.restEncoder));
    }
    encoding.writeVarUint(out, 0);
    return encoding.toUint8Array(out);
  }
}

/** A range of deletions is two numbers of up to ten bytes. */
const rangeBytes = 20;

function* deletionsOf(ds: DeleteSet, bytes: number): Generator<Uint8Array> {
  const most = Math.max(1, Math.floor(bytes / rangeBytes));
  for (const [client, ranges] of ds.clients)
    for (let from = 0; from < ranges.length; from += most) {
      const some = ranges.slice(from, from + most);
      const out = encoding.createEncoder();
      for (const number of [0, 1, client, some.length]) encoding.writeVarUint(out, number);
      for (const { clock, len } of some) {
        encoding.writeVarUint(out, clock);
        encoding.writeVarUint(out, len);
      }
      yield encoding.toUint8Array(out);
    }
}

interface Run {
  readonly structs: Struct[];
  next: number;
}

function* inCausalOrder(structs: readonly Struct[]): Generator<Struct> {
  const runs = new Map<number, Run>();
  for (const struct of structs) {
    // Gaps are where nothing is: the next struct begins a section of its own.
    if (struct instanceof Y.Skip) continue;
    const run = runs.get(struct.id.client);
    if (run === undefined) runs.set(struct.id.client, { structs: [struct], next: 0 });
    else run.structs.push(struct);
  }
  for (const client of runs.keys()) {
    const stack = [client];
    /** Of a document that refers in circles, which Yjs does not make, structs come in any order. */
    let turns = 0;
    while (stack.length > 0) {
      const run = runs.get(stack.at(-1)!)!;
      const struct = run.structs[run.next];
      if (struct === undefined) {
        stack.pop();
        continue;
      }
      const missing = turns > 2 * runs.size ? undefined : missingFor(struct, runs);
      if (missing === undefined) {
        turns = 0;
        run.next++;
        yield struct;
        // What refers to it may be next. Further structs of this client may wait for that one.
        if (stack.length > 1) stack.pop();
      } else if (stack.includes(missing)) {
        turns++;
        stack.pop();
      } else {
        turns++;
        stack.push(missing);
      }
    }
  }
}

/** A client whose structs have to come first. */
function missingFor(struct: Struct, runs: ReadonlyMap<number, Run>): number | undefined {
  if (!(struct instanceof Y.Item)) return undefined;
  // Of an update that was only decoded, a parent is its id, or the name of a root type.
  const parent = struct.parent as unknown;
  for (const id of [struct.origin, struct.rightOrigin, parent instanceof Y.ID ? parent : null]) {
    if (id === null || id.client === struct.id.client) continue;
    const run = runs.get(id.client);
    const next = run?.structs[run.next];
    const last = run?.structs.at(-1);
    if (next === undefined || last === undefined) continue;
    if (next.id.clock <= id.clock && id.clock < last.id.clock + last.length) return id.client;
  }
  return undefined;
}
