import * as Y from "yjs";

/**
 * The update that brings a document back to an earlier state of its own. What came since is taken away and what went
 * since comes again, as changes of somebody new: whatever is written meanwhile merges with them as with any others.
 * Undefined when nothing differs.
 */
export function restoringUpdate(
  earlier: Uint8Array,
  now: Uint8Array,
  step: (index: number) => void,
): Uint8Array | undefined {
  // Nothing is collected: what went since is told by what the earlier state still holds of it.
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
