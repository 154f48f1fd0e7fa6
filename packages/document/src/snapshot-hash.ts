import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import { ClockRanges } from "./clock-ranges.ts";

/** Beyond this many new ranges it is cheaper to collect them all again than to fit them in. */
const fitIn = 256;

/**
 * The hash of a document's snapshot: its deleted ranges, then its state vector. The ranges and their digest are kept up
 * to date, so that after a transaction that only inserts, a hash costs as much as the state vector is long, whatever
 * the size of the document.
 */
export interface SnapshotHash {
  /** base64 of SHA-256. */
  digest(v2: boolean): string;
  /** Deleted ranges by client. */
  ranges(): ReadonlyMap<number, ClockRanges>;
}

export function followSnapshot(document: Y.Doc): SnapshotHash {
  let ranges: Map<number, ClockRanges> | undefined;
  const prefixes: [Hash | undefined, Hash | undefined] = [undefined, undefined];
  const digests: [string | undefined, string | undefined] = [undefined, undefined];

  document.on("afterTransaction", (transaction: Y.Transaction) => {
    digests[0] = digests[1] = undefined;
    if (ranges === undefined) return;
    const fresh = newlyDeleted(transaction);
    if (fresh?.length === 0) return;
    prefixes[0] = prefixes[1] = undefined;
    if (fresh === undefined) ranges = undefined;
    else addAll(ranges, fresh);
  });

  const current = () => (ranges ??= collect(document));

  return {
    ranges: current,
    digest(v2) {
      const form = v2 ? 1 : 0;
      return (digests[form] ??= (prefixes[form] ??= hashRanges(current(), v2))
        .copy()
        .update(Y.encodeStateVector(document))
        .digest("base64"));
    },
  };
}

export interface ClockRange {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
}

export function addAll(ranges: Map<number, ClockRanges>, added: readonly ClockRange[]): void {
  for (const { client, clock, length } of added) {
    let own = ranges.get(client);
    if (own === undefined) ranges.set(client, (own = new ClockRanges()));
    own.add(clock, clock + length);
  }
}

/** What a transaction deleted, or undefined if that is a lot. */
function newlyDeleted(transaction: Y.Transaction): readonly ClockRange[] | undefined {
  const fresh: ClockRange[] = [];
  for (const [client, items] of transaction.deleteSet.clients) {
    if (fresh.length + items.length > fitIn) return undefined;
    for (const { clock, len } of items) fresh.push({ client, clock, length: len });
  }
  // What arrives as a collected range was deleted long ago, and no transaction says so.
  for (const [client, end] of transaction.afterState) {
    const from = transaction.beforeState.get(client) ?? 0;
    if (from === end) continue;
    const structs = transaction.doc.store.clients.get(client)!;
    for (let at = Y.findIndexSS(structs, from); at < structs.length; at++) {
      const struct = structs[at]!;
      if (!(struct instanceof Y.GC)) continue;
      if (fresh.length > fitIn) return undefined;
      const clock = Math.max(struct.id.clock, from);
      fresh.push({ client, clock, length: struct.id.clock + struct.length - clock });
    }
  }
  return fresh;
}

function collect(document: Y.Doc): Map<number, ClockRanges> {
  const ranges = new Map<number, ClockRanges>();
  for (const [client, structs] of document.store.clients) {
    let own: ClockRanges | undefined;
    for (const { deleted, id, length } of structs) {
      if (!deleted) continue;
      if (own === undefined) ranges.set(client, (own = new ClockRanges()));
      own.add(id.clock, id.clock + length);
    }
  }
  return ranges;
}

function hashRanges(ranges: ReadonlyMap<number, ClockRanges>, v2: boolean): Hash {
  const hash = createHash("sha256");
  const number = (value: number) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, value);
    hash.update(encoding.toUint8Array(encoder));
  };
  number(ranges.size);
  for (const client of [...ranges.keys()].sort((a, b) => b - a)) {
    number(client);
    for (const piece of ranges.get(client)!.encode(v2)) hash.update(piece);
  }
  return hash;
}
