import type { RoomFilter } from "./room-records.ts";
import { readQuery } from "../query/fields.ts";
import type { QueryFields } from "../query/fields.ts";

const roomFields: QueryFields = new Map([
  ["roomId", { indexed: false, operators: { ":": ["string"], "^": ["string"] } }],
  ["metadata", { indexed: true, operators: { ":": ["string"] } }],
]);

/**
 * Reads the `query` of `GET /v2/rooms`. Throws INVALID_QUERY.
 *
 * @example readRoomQuery(`roomId^"notes:" metadata["color"]:"red"`).idPrefixes // ["notes:"]
 */
export function readRoomQuery(text: string): Pick<RoomFilter, "ids" | "idPrefixes" | "metadata"> {
  const ids: string[] = [];
  const idPrefixes: string[] = [];
  const metadata: [key: string, value: string][] = [];
  for (const { index, operator, value } of readQuery(text, roomFields)) {
    // The table above admits nothing but strings.
    if (index !== undefined) metadata.push([index, String(value)]);
    else (operator === "^" ? idPrefixes : ids).push(String(value));
  }
  return { ids, idPrefixes, metadata };
}
