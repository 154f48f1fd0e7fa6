import { createHash } from "node:crypto";
import * as Y from "yjs";

/**
 * What people were told of the documents of a room, kept outside the server: a document of all that any of them was shown,
 * or had in front of them when the server's hash said that it has the same.
 */
export interface DocumentLedger {
  /** An update that reached somebody: another's, or their own come back. */
  shown(guid: string, update: Uint8Array, v2: boolean): void;
  /** Somebody's document beside the hash that the server gave of its own. */
  compared(guid: string, document: Y.Doc, hash: string, v2: boolean): void;
  /** What was promised up to now, by document. */
  promised(): ReadonlyMap<string, Uint8Array>;
  /** Count of the updates that were shown, and of the hashes that were those of somebody's document. */
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

/** What of a promised state another state does not hold, as sentences. */
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
