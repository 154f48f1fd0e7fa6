import { StoreUnavailable } from "../database/errors.ts";
import type { Connection } from "./connection.ts";
import { readDocument } from "./document-rows.ts";
import { readNodes } from "./nodes.ts";
import type { Reader } from "../database/unit-engine.ts";

/** The reader of a database in memory, which no other thread can see. It reads all at once: nothing runs in between. */
export function createInlineReader(connection: Connection): Reader {
  const checkOpen = () => {
    if (!connection.database.isOpen) throw new StoreUnavailable("The store is closed.");
  };
  return {
    async query(sql, values) {
      checkOpen();
      return connection.all(sql, values);
    },
    expectContents() {},
    async *nodes(room, pieceBytes) {
      checkOpen();
      yield* Array.from(readNodes(connection, room, pieceBytes));
    },
    async *documentRows(room, guid) {
      checkOpen();
      yield* Array.from(readDocument(connection, room, guid));
    },
    async [Symbol.asyncDispose]() {},
  };
}
