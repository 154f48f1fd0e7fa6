import { readQuery } from "../query/fields.ts";
import type { QueryFields } from "../query/fields.ts";

const projectFields: QueryFields = new Map([["name", { indexed: false, operators: { ":": ["string"] } }]]);

/**
 * Reads the `query` of `GET /v2/management/projects`. Throws INVALID_QUERY.
 *
 * @example readProjectQuery(`name:"Docs"`).names // ["Docs"]
 */
export function readProjectQuery(text: string): { readonly names: readonly string[] } {
  return { names: readQuery(text, projectFields).map(({ value }) => String(value)) };
}
