import { isStorable } from "@weft/protocol";
import type { InboxFilter } from "./inbox-records.ts";
import { readQuery } from "../query/fields.ts";
import type { QueryFields } from "../query/fields.ts";

const inboxFields: QueryFields = new Map([
  ["unread", { indexed: false, operators: { ":": ["boolean"] } }],
  ["roomId", { indexed: false, operators: { ":": ["string"] } }],
  ["kind", { indexed: false, operators: { ":": ["string"] } }],
]);

/** Reads the `query` of a list of inbox notifications; undefined when its conditions exclude each other. Throws INVALID_QUERY. */
export function readInboxQuery(text: string): Omit<InboxFilter, "organizationId"> | undefined {
  let filter: Omit<InboxFilter, "organizationId"> = {};
  for (const { field, value } of readQuery(text, inboxFields)) {
    const name = field === "roomId" ? "room" : (field as "unread" | "kind");
    const isPossible = typeof value !== "string" || isStorable(value);
    if (!isPossible || (filter[name] !== undefined && filter[name] !== value)) return undefined;
    filter = { ...filter, [name]: value };
  }
  return filter;
}
