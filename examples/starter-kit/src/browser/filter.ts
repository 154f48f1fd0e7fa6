import { documentKinds } from "../documents/document.ts";
import type { DocumentFilter } from "../documents/documents.ts";

export const owners = { anyone: "All", me: "Created by me", others: "Shared with me" } as const;

/** The filter in the address of the document browser, where anything may be written. */
export function readFilter(query: Readonly<Record<string, string | string[] | undefined>>): DocumentFilter {
  const { owner, kind, search, after } = query;
  return {
    owner: owner === "me" || owner === "others" ? owner : "anyone",
    kind: documentKinds.find((one) => one === kind),
    search: typeof search === "string" ? search : "",
    after: typeof after === "string" ? after : undefined,
  };
}

export function addressOf({ owner, kind, search, after }: DocumentFilter): string {
  const query = new URLSearchParams();
  if (owner !== "anyone") query.set("owner", owner);
  if (kind !== undefined) query.set("kind", kind);
  if (search !== "") query.set("search", search);
  if (after !== undefined) query.set("after", after);
  return query.size === 0 ? "/" : `/?${query}`;
}
