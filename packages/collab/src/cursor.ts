import { createHmac, timingSafeEqual } from "node:crypto";
import { WeftError } from "@weft/protocol";
import { deriveKey } from "./seal.ts";

/** The values by which a list is ordered, of its last item: what a page continues after. */
export type SortKey = readonly (string | number)[];

/** The list that a cursor belongs to. A cursor of one list, or of one project, opens no other. */
export interface CursorScope {
  readonly project: string;
  readonly list: string;
}

/** Opaque, URL-safe names of places in lists. Signed, so that a sort key is only ever one that this server handed out. */
export interface Cursors {
  encode(scope: CursorScope, key: SortKey): string;
  /** Throws UNPROCESSABLE_ENTITY for anything but a cursor that `encode` made for this scope. */
  decode(scope: CursorScope, cursor: string): SortKey;
}

const macLength = 16;
/** Far longer than any sort key: bounds the work that a made-up cursor can cause. */
const longestCursor = 4_096;

/** Cursors under a key derived from the server's master key. */
export function createCursors(masterKey: Uint8Array): Cursors {
  const key = deriveKey(masterKey, "cursor");
  const mac = (scope: CursorScope, payload: Buffer) =>
    createHmac("sha256", key)
      .update(JSON.stringify([scope.project, scope.list]))
      .update(payload)
      .digest()
      .subarray(0, macLength);
  return {
    encode(scope, sortKey) {
      const payload = Buffer.from(JSON.stringify(sortKey));
      return Buffer.concat([mac(scope, payload), payload]).toString("base64url");
    },
    decode(scope, cursor) {
      const bytes = Buffer.from(cursor.slice(0, longestCursor), "base64url");
      // The decoder forgives; only the one spelling that we gave out is a cursor.
      if (bytes.toString("base64url") === cursor && bytes.length > macLength) {
        const payload = bytes.subarray(macLength);
        if (timingSafeEqual(bytes.subarray(0, macLength), mac(scope, payload))) {
          const sortKey: SortKey = JSON.parse(payload.toString());
          return sortKey;
        }
      }
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: "The cursor does not belong to this list.",
        suggestion: "Pass the nextCursor of the previous page, or omit the cursor to start over.",
      });
    },
  };
}
