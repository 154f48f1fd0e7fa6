import type { ChatMetadataFilter } from "@weft/protocol";
import type { ChatRecord } from "./chat-records.ts";

/** Whether a chat's metadata fits a filter: a text is equal, a list is contained, null is absent. */
export function fitsChatFilter({ metadata }: Pick<ChatRecord, "metadata">, filter: ChatMetadataFilter): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    if (wanted === null) return value === undefined;
    if (typeof wanted === "string") return value === wanted;
    return Array.isArray(value) && wanted.every((one) => value.includes(one));
  });
}
