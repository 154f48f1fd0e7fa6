import * as encoding from "lib0/encoding";

/** A block that grows to this length is split: the cost of a change is in proportion to one block. */
const blockLength = 512;

/** [from, to, from, to, …], with what its encodings were last time. */
interface Block {
  readonly clocks: number[];
  v1?: Uint8Array;
  v2?: Uint8Array;
  /** The end of the block before, from which the V2 encoding counts. */
  v2After?: number;
}

/**
 * Ranges of one client's clocks: ascending, disjoint, not adjacent. They are kept in blocks with their encodings, so
 * that one deleted character does not cost as much as all deletions before it.
 */
export class ClockRanges {
  readonly #blocks: Block[] = [];
  #count = 0;

  /** Fits [from, to) in, joining what it overlaps or touches. */
  add(from: number, to: number): void {
    const end = this.#blocks.at(-1);
    if (end === undefined || from >= end.clocks.at(-1)!) return this.#append(end, from, to);
    let [first, last] = [this.#blockAt(from), this.#blockAt(to)];
    first = Math.max(first, 0);
    last = Math.max(last, first);
    const joined = this.#blocks.slice(first, last + 1).flatMap(({ clocks }) => clocks);
    const before = joined.length;
    addRange(joined, from, to);
    this.#count += (joined.length - before) / 2;
    const blocks: Block[] = [];
    const parts = Math.ceil(joined.length / (2 * blockLength));
    const length = 2 * Math.ceil(joined.length / 2 / parts);
    for (let at = 0; at < joined.length; at += length) blocks.push({ clocks: joined.slice(at, at + length) });
    this.#blocks.splice(first, last + 1 - first, ...blocks);
  }

  #append(end: Block | undefined, from: number, to: number): void {
    if (end !== undefined && from === end.clocks.at(-1)) {
      end.clocks[end.clocks.length - 1] = to;
      end.v1 = end.v2 = undefined;
      return;
    }
    this.#count++;
    if (end === undefined || end.clocks.length >= 2 * blockLength) {
      this.#blocks.push({ clocks: [from, to] });
      return;
    }
    end.clocks.push(from, to);
    end.v1 = end.v2 = undefined;
  }

  /** The last block that begins at or before the clock; -1 if there is none. */
  #blockAt(clock: number): number {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#blocks[middle]!.clocks[0]! <= clock) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  get clocks(): readonly number[] {
    return this.#blocks.flatMap(({ clocks }) => clocks);
  }

  /** As a delete set holds them: their number, then each of them. */
  *encode(v2: boolean): Iterable<Uint8Array> {
    const head = encoding.createEncoder();
    encoding.writeVarUint(head, this.#count);
    yield encoding.toUint8Array(head);
    let after = 0;
    for (const block of this.#blocks) {
      if (!v2) yield (block.v1 ??= encodeV1(block.clocks));
      else {
        if (block.v2After !== after) block.v2 = undefined;
        block.v2After = after;
        yield (block.v2 ??= encodeV2(block.clocks, after));
      }
      after = block.clocks.at(-1)!;
    }
  }
}

function encodeV1(clocks: readonly number[]): Uint8Array {
  const encoder = encoding.createEncoder();
  for (let at = 0; at < clocks.length; at += 2) {
    encoding.writeVarUint(encoder, clocks[at]!);
    encoding.writeVarUint(encoder, clocks[at + 1]! - clocks[at]!);
  }
  return encoding.toUint8Array(encoder);
}

/** Every clock as its distance from the one before. */
function encodeV2(clocks: readonly number[], after: number): Uint8Array {
  const encoder = encoding.createEncoder();
  let before = after;
  for (let at = 0; at < clocks.length; at += 2) {
    encoding.writeVarUint(encoder, clocks[at]! - before);
    encoding.writeVarUint(encoder, clocks[at + 1]! - clocks[at]! - 1);
    before = clocks[at + 1]!;
  }
  return encoding.toUint8Array(encoder);
}

/** Fits [from, to) into flattened ranges. */
function addRange(ranges: number[], from: number, to: number): void {
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[2 * middle + 1]! < from) low = middle + 1;
    else high = middle;
  }
  let after = low;
  let [joinedFrom, joinedTo] = [from, to];
  while (2 * after < ranges.length && ranges[2 * after]! <= to) {
    joinedFrom = Math.min(joinedFrom, ranges[2 * after]!);
    joinedTo = Math.max(joinedTo, ranges[2 * after + 1]!);
    after++;
  }
  ranges.splice(2 * low, 2 * (after - low), joinedFrom, joinedTo);
}
