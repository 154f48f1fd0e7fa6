import { NodeType, OpType, ServerMessageType } from "@weft/protocol/codes";
import type { Op, ServerMessage } from "@weft/protocol/types";
import { expect, test } from "vitest";
import { UndoHistory } from "../history/history.ts";
import type { LiveText } from "./live/structures.ts";
import { StorageSync } from "./storage-sync.ts";

/** Storage of a room that holds an empty text under `t`. */
function openSync() {
  const statuses: string[] = [];
  const sync: StorageSync = new StorageSync({
    id: "r",
    history: new UndoHistory({ isApplicable: () => true, apply: () => {}, changed: () => {} }),
    initialStorage: undefined,
    actor: () => 1,
    mayRead: () => true,
    mayWrite: () => true,
    send: () => {},
    written: () => {},
    isHeard: () => false,
    changed: () => {},
    loaded: () => {},
    forbidden: () => {},
    statusChanged: (status) => statuses.push(status),
    failed: () => {},
  });
  sync.connected();
  const nodes = [
    ["root", {}],
    ["0:1", NodeType.text, "root", "t", [], 0],
  ];
  sync.receive({ type: ServerMessageType.storageChunk, nodes } as unknown as ServerMessage);
  sync.receive({ type: ServerMessageType.storageStreamEnd });
  const acknowledge = (ops: readonly Op[]) => sync.receive({ type: ServerMessageType.storageUpdated, ops });
  return { sync, statuses, root: sync.root!, acknowledge };
}

test("[CS13] what was typed into a text that is gone by then is not waited for", async () => {
  const { sync, statuses, root, acknowledge } = openSync();
  (root.get("t") as LiveText).insert(0, "a");
  root.delete("t");
  sync.report();
  let isFlushed = false;
  const flushed = sync.flushed().then(() => (isFlushed = true));
  const ops = sync.takeUnsent();
  expect(ops).toMatchObject([{ type: OpType.deleteObjectKey, key: "t" }]);
  expect(sync.status).toBe("synchronizing");
  acknowledge(ops);
  expect([isFlushed, sync.takeUnsent()]).toEqual([false, []]);
  await flushed;
  expect([sync.status, statuses]).toEqual(["synchronized", ["synchronized", "synchronizing", "synchronized"]]);
});
