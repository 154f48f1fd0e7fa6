import type { CommentSearch, MetadataCondition, ThreadFilter } from "./thread-records.ts";
import type { Visibility } from "../access/visibility.ts";
import { readQuery } from "../query/fields.ts";
import type { CheckedCondition, QueryField, QueryFields } from "../query/fields.ts";

const metadata: QueryField = {
  indexed: true,
  operators: {
    ":": ["string", "number", "boolean", "null"],
    "^": ["string"],
    "<": ["number"],
    "<=": ["number"],
    ">": ["number"],
    ">=": ["number"],
  },
};
const yesOrNo: QueryField = { indexed: false, operators: { ":": ["boolean"] } };
const visibility: QueryField = { indexed: false, operators: { ":": ["string"] }, oneOf: ["public", "private"] };

const threadFields: QueryFields = new Map([
  ["resolved", yesOrNo],
  ["visibility", visibility],
  ["metadata", metadata],
]);
const fieldsOfUser: QueryFields = new Map([...threadFields, ["subscribed", yesOrNo]]);
const searchFields: QueryFields = new Map([
  ["threadMetadata", metadata],
  ["threadResolved", yesOrNo],
  ["hasAttachments", yesOrNo],
  ["hasMentions", yesOrNo],
]);

/**
 * Reads the `query` of a list of threads, for a user who may read threads of these visibilities. `userId` is whom
 * `subscribed` is about; without one the field is unknown. Throws INVALID_QUERY.
 */
export function readThreadQuery(text: string, visibilities: readonly Visibility[], userId?: string): ThreadFilter {
  let filter: ThreadFilter = { visibilities, metadata: [] };
  for (const condition of readQuery(text, userId === undefined ? threadFields : fieldsOfUser)) {
    const { field, value } = condition;
    if (field === "resolved") filter = { ...filter, ...both("resolved", filter.resolved, value === true, filter) };
    else if (field === "visibility")
      filter = { ...filter, visibilities: filter.visibilities.filter((one) => one === value) };
    else if (field === "subscribed") {
      const is = value === true;
      const contradicts = filter.subscribed !== undefined && filter.subscribed.is !== is;
      filter = { ...filter, subscribed: { userId: userId!, is }, ...(contradicts && nothing) };
    } else filter = { ...filter, metadata: [...filter.metadata, metadataCondition(condition)] };
  }
  return filter;
}

/** Reads the `query` of a search for comments. Throws INVALID_QUERY. */
export function readCommentQuery(text: string, visibilities: readonly Visibility[]): Omit<CommentSearch, "words"> {
  let thread: ThreadFilter = { visibilities, metadata: [] };
  const flags: { hasAttachments?: boolean; hasMentions?: boolean } = {};
  for (const condition of readQuery(text, searchFields)) {
    const { field, value } = condition;
    if (field === "threadResolved")
      thread = { ...thread, ...both("resolved", thread.resolved, value === true, thread) };
    else if (field === "threadMetadata")
      thread = { ...thread, metadata: [...thread.metadata, metadataCondition(condition)] };
    else {
      const flag = field as keyof typeof flags;
      if (flags[flag] !== undefined && flags[flag] !== value) thread = { ...thread, ...nothing };
      flags[flag] = value === true;
    }
  }
  return { thread, ...flags };
}

/** What no thread meets. */
const nothing = { visibilities: [] } as const;

/** A condition beside an earlier one of the same field. */
function both(name: "resolved", before: boolean | undefined, value: boolean, filter: ThreadFilter) {
  return before !== undefined && before !== value ? { ...filter, ...nothing } : { [name]: value };
}

function metadataCondition({ index, operator, value }: CheckedCondition): MetadataCondition {
  // The fields admit nothing but these pairs of operator and value.
  return { key: index!, operator, value } as MetadataCondition;
}
