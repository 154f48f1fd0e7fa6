import * as Y from "yjs";

/**
 * The update that brings a document back to an earlier state. It deletes what was inserted since and inserts again what
 * was deleted since, under a new client id, so that concurrent changes merge with it as with any others. Undefined when
 * nothing differs.
 */
export function restoringUpdate(
  earlier: Uint8Array,
  now: Uint8Array,
  step: (index: number) => void,
): Uint8Array | undefined {
  // Without garbage collection, the earlier state still has the contents of what was deleted since.
  const document = new Y.Doc({ gc: false });
  Y.applyUpdate(document, earlier);
  step(1);
  const since = {};
  const undo = new Y.UndoManager(document, { trackedOrigins: new Set([since]), ignoreRemoteMapChanges: true });
  Y.applyUpdate(document, now, since);
  step(2);
  let restoring: Uint8Array | undefined;
  document.on("update", (update: Uint8Array) => (restoring = update));
  undo.undo();
  document.destroy();
  return restoring;
}
