// The thread that loads rooms: a large one would hold the main thread for longer than it may be held.
import { parentPort, workerData } from "node:worker_threads";
import { describeSqliteError, openConnection } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { readDocument } from "./document-rows.ts";
import { readNodes } from "./nodes.ts";
import type { DocumentRow } from "@weft/room/ports";

export type ToReader = { readonly id: number; readonly project: string; readonly key: number } & (
  | { readonly type: "nodes"; readonly pieceBytes: number }
  | { readonly type: "rows"; readonly guid: string }
);

export type FromReader =
  | { readonly id: number; readonly type: "piece"; readonly piece: Uint8Array }
  | { readonly id: number; readonly type: "row"; readonly row: DocumentRow }
  | { readonly id: number; readonly type: "end" }
  | { readonly id: number; readonly type: "failed"; readonly message: string };

if (!parentPort) throw new Error("The reader runs as a worker thread.");
const port = parentPort;
const path = workerData as string;
// Pieces are copied: handing over a buffer that SQLite made takes Node.js 25 times as long as copying it.
const post = (message: FromReader) => port.postMessage(message);
let connection: Connection | undefined;

// A room is read to its end at once, whatever the pace of who asked: an open snapshot would keep the log growing.
port.on("message", (message: ToReader) => {
  const { id, project, key } = message;
  try {
    connection ??= openConnection(path, "read");
    if (message.type === "nodes")
      for (const piece of readNodes(connection, { project, key }, message.pieceBytes))
        post({ id, type: "piece", piece });
    else for (const row of readDocument(connection, { project, key }, message.guid)) post({ id, type: "row", row });
    post({ id, type: "end" });
  } catch (error) {
    connection?.[Symbol.dispose]();
    connection = undefined;
    post({ id, type: "failed", message: describeSqliteError(error) });
  }
});
