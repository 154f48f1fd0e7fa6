import { endpoints } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import { z } from "zod";
import { expect, test } from "vitest";

/** Lists without a page size, and what bounds each. A new one needs a reason here, or a `limit`. */
const exempt: Readonly<Record<string, string>> = {
  // Sent in pieces that are read as the caller reads them: see `json-pieces.ts`.
  "list-threads": "threadsPerRoom, streamed",
  "list-thread-subscriptions": "streamed in pages",
  "list-thread-inbox-notifications": "streamed in pages",
  "list-changed-threads-as-user": "threadChanges and threadsAnswer, streamed",
  "list-changed-user-threads": "threadChanges and threadsAnswer, streamed",
  "list-changed-inbox-notifications-as-user": "inboxChanges and threadsAnswer, streamed",
  "send-message": "one answer for each message of the body",
  "contextual-prompt-as-user": "the answer of one model call",
  // Of one thread.
  "get-thread-participants": "commentsPerThread",
  "get-thread-participants-as-user": "commentsPerThread",
  // Bounded by other limits.
  "search-comments-as-user": "commentSearchResults",
  "search-threads-as-user": "the limit is in its body",
  "get-active-users": "connectionsPerRoom",
  "get-active-users-hyphenated": "connectionsPerRoom",
  "list-versions-as-user": "versionsPerRoom",
  "list-later-versions-as-user": "versionsPerRoom",
  "get-attachment-links-as-user": "attachmentLinksPerCall: one answer for each id of the call",
  "get-storage-file-links-as-user": "one answer for each id of the call",
  "find-groups-as-user": "groupsPerCall: one answer for each id of the call",
};

/** The lists of objects that a call answers, by key. */
function listsIn(returns: Endpoint["returns"]): readonly string[] {
  if ("empty" in returns || "octets" in returns || "lines" in returns || !(returns instanceof z.ZodObject)) return [];
  return Object.entries(returns.shape).flatMap(([key, member]) => {
    const inner = member instanceof z.ZodOptional ? member.unwrap() : member;
    return inner instanceof z.ZodArray ? [key] : [];
  });
}

const isItem = ({ returns }: Endpoint) =>
  returns instanceof z.ZodObject && ("id" in returns.shape || "type" in returns.shape);

test("every call that answers a list is paged, or says what bounds it", () => {
  const lists = endpoints.filter(
    (endpoint: Endpoint) => endpoint.auth !== "session" && !isItem(endpoint) && listsIn(endpoint.returns).length > 0,
  );
  const isPaged = ({ query }: Endpoint) => {
    if (query === undefined || !("limit" in query.shape)) return false;
    // A limit that is left out is one, and there is a largest one.
    const read = query.shape["limit"] as z.ZodType;
    return read.safeParse(undefined).success && !read.safeParse("1000000").success;
  };
  const without = lists.filter((endpoint) => !isPaged(endpoint)).map(({ id }) => id);
  expect(without.toSorted()).toEqual(Object.keys(exempt).toSorted());
  expect(lists.length).toBeGreaterThan(25);
});
