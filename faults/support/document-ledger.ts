import { createHash } from "node:crypto";
import * as Y from "yjs";

/**
 * A record, outside the server, of what users received of a room's documents: all that any of them was shown, or had
 * when the server's hash confirmed that it has the same.
 */
export interface DocumentLedger {
  /** An update that reached a client: another client's, or its own echo. */
  shown(guid: string, update: Uint8Array, v2: boolean): void;
  /** A client's document, next to the hash that the server sent of its own. */
  compared(guid: string, document: Y.Doc, hash: string, v2: boolean): void;
  /** What was promised up to now, by document. */
  promised(): ReadonlyMap<string, Uint8Array>;
  /** The number of updates that were shown, and of hashes that matched a client's document. */
  readonly updates: number;
  readonly agreed: number;
}

export function openDocumentLedger(): DocumentLedger {
  const documents = new Map<string, Y.Doc>();
  let updates = 0;
  let agreed = 0;
  const of = (guid: string) => {
    let document = documents.get(guid);
    if (document === undefined) documents.set(guid, (document = new Y.Doc()));
    return document;
  };
  return {
    shown(guid, update, v2) {
      updates++;
      applyUpdate(of(guid), update, v2);
    },
    compared(guid, document, hash, v2) {
      const snapshot = v2 ? Y.encodeSnapshotV2(Y.snapshot(document)) : Y.encodeSnapshot(Y.snapshot(document));
      if (createHash("sha256").update(snapshot).digest("base64") !== hash) return;
      agreed++;
      applyUpdate(of(guid), Y.encodeStateAsUpdate(document), false);
    },
    promised: () => new Map([...documents].map(([guid, document]) => [guid, Y.encodeStateAsUpdate(document)])),
    get updates() {
      return updates;
    },
    get agreed() {
      return agreed;
    },
  };
}

/** The parts of a promised state that another state does not hold, as sentences. */
export function lacking(guid: string, promised: Uint8Array, found: Uint8Array | undefined): string[] {
  const document = documentOf(found);
  const clocks = Y.decodeStateVector(Y.encodeStateVector(document));
  const lost: string[] = [];
  for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(documentOf(promised)))) {
    const has = clocks.get(client) ?? 0;
    if (has < clock) lost.push(`${clock - has} of ${clock} characters of client ${client} in "${guid}"`);
  }
  const before = Y.snapshot(document);
  Y.applyUpdate(document, promised);
  if (lost.length === 0 && !Y.equalSnapshots(before, Y.snapshot(document))) lost.push(`deletions in "${guid}"`);
  return lost;
}

export function documentOf(state: Uint8Array | undefined): Y.Doc {
  const document = new Y.Doc();
  if (state !== undefined) Y.applyUpdate(document, state);
  return document;
}

export function applyUpdate(document: Y.Doc, update: Uint8Array, v2: boolean): void {
  if (v2) Y.applyUpdateV2(document, update);
  else Y.applyUpdate(document, update);
}
