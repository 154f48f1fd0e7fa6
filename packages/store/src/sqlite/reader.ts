// A thread that reads. The main thread reads nothing itself: a page that is missing, and the map of the log, wait for the
// disk, and a disk may take its time (G14). A large room would hold the main thread for too long as well.
import { parentPort, workerData } from "node:worker_threads";
import type { DocumentRow } from "@weft/room/ports";
import type { Row } from "../database/engine.ts";
import type { SqlValue } from "../database/query.ts";
import { describeSqliteError, isFaultOfStatement, openConnection } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { readDocument } from "./document-rows.ts";
import { readNodes } from "./nodes.ts";

export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export type ToReader = { readonly id: number } & (
  | { readonly type: "queries"; readonly queries: readonly Query[] }
  | { readonly type: "nodes"; readonly project: string; readonly key: number; readonly pieceBytes: number }
  | { readonly type: "rows"; readonly project: string; readonly key: number; readonly guid: string }
);

export interface ReadFailure {
  readonly message: string;
  /** The statement fails however often it is tried; else the disk failed, and another attempt may not. */
  readonly isFaultOfStatement: boolean;
}
export type QueryAnswer = { readonly rows: readonly Row[] } | { readonly failure: ReadFailure };

export type FromReader = { readonly id: number } & (
  | { readonly type: "answers"; readonly answers: readonly QueryAnswer[] }
  | { readonly type: "piece"; readonly piece: Uint8Array }
  | { readonly type: "row"; readonly row: DocumentRow }
  | { readonly type: "end" }
  | { readonly type: "failed"; readonly failure: ReadFailure }
);

if (!parentPort) throw new Error("The reader runs as a worker thread.");
const port = parentPort;
const path = workerData as string;
// Pieces are copied: handing over a buffer that SQLite made takes Node.js 25 times as long as copying it.
const post = (message: FromReader) => port.postMessage(message);
let connection: Connection | undefined;

function answer({ sql, values }: Query): QueryAnswer {
  try {
    connection ??= openConnection(path, "read");
    return { rows: connection.all(sql, values) };
  } catch (error) {
    return { failure: describe(error) };
  }
}

/** A connection that met a broken disk may hold broken pages: the next read starts from a new one. */
function describe(error: unknown): ReadFailure {
  const isStatement = isFaultOfStatement(error);
  if (!isStatement) {
    connection?.[Symbol.dispose]();
    connection = undefined;
  }
  return { message: describeSqliteError(error), isFaultOfStatement: isStatement };
}

port.on("message", (message: ToReader) => {
  const { id } = message;
  if (message.type === "queries") return post({ id, type: "answers", answers: message.queries.map(answer) });
  // A room is read to its end at once, whatever the pace of the caller: an open snapshot would keep the log growing.
  try {
    connection ??= openConnection(path, "read");
    if (message.type === "nodes")
      for (const piece of readNodes(connection, message, message.pieceBytes)) post({ id, type: "piece", piece });
    else for (const row of readDocument(connection, message, message.guid)) post({ id, type: "row", row });
    post({ id, type: "end" });
  } catch (error) {
    post({ id, type: "failed", failure: describe(error) });
  }
});
