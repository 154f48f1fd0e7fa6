/**
 * The only file that knows where the dialect of the official SDKs differs from ours: names of members, of headers, and
 * which of two names an answer uses.
 */
import { z } from "zod";
import { clientHeader } from "./client-header.ts";
import { defaultOrganization } from "./ids.ts";
import { isJsonObject } from "./json-object.ts";
import type { JsonObject } from "./json.ts";
import { limits } from "./limits.ts";
import type { Permission } from "./permission.ts";
import { StorableText } from "./storable.ts";

/** The member that names the kind of a node in a Storage document. Both are read everywhere. */
export type NodeTypeKey = "liveblocksType" | "weftType";

/** Official clients know only their own spelling; ours say who they are and get ours. */
export function nodeTypeKeyFor(headers: Readonly<Record<string, unknown>>): NodeTypeKey {
  return headers[clientHeader] === undefined ? "liveblocksType" : "weftType";
}

/** The kind that an object of a Storage document claims to be, in either spelling; undefined for plain JSON. */
export function nodeTypeOf(value: JsonObject): unknown {
  return Object.hasOwn(value, "liveblocksType") ? value["liveblocksType"] : value["weftType"];
}

/** A Storage document as it goes in and out. What lies below the root is checked where the nodes are made. */
export const StorageDocument = z
  .custom<JsonObject>(isJsonObject, { message: "must be an object.", abort: true })
  .superRefine((document, context) => {
    const type = nodeTypeOf(document);
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (type === undefined) refuse("liveblocksType", "is missing.");
    else if (type !== "LiveObject") refuse("liveblocksType", 'must be "LiveObject".');
    if (!Object.hasOwn(document, "data")) refuse("data", "is missing.");
    else if (!isJsonObject(document["data"])) refuse("data", "must be an object.");
  })
  .meta({
    id: "StorageDocument",
    description:
      "A whole Storage: a LiveObject whose members are LiveObject, LiveList, LiveMap, LiveText, LiveFile or plain JSON values.",
    type: "object",
    properties: {
      liveblocksType: { const: "LiveObject" },
      data: { type: "object", additionalProperties: true },
    },
    required: ["liveblocksType", "data"],
  });

const organizationName = StorableText.min(1).max(limits.organizationIdLength);

/** Both names of the organization, for bodies and queries alike. */
export const organizationMembers = {
  organizationId: organizationName.optional().meta({ description: "The organization." }),
  tenantId: organizationName.optional().meta({ description: "The older name of `organizationId`.", deprecated: true }),
};

/** The organization that a caller named under either name; the newer one wins. */
export function organizationOf(members: { readonly organizationId?: string; readonly tenantId?: string }) {
  return members.organizationId ?? members.tenantId;
}

export const OrganizationId = organizationName.meta({ examples: [defaultOrganization] });

/** A text that official SDKs print to the console of the caller. */
export const warningHeader = "X-LB-Warn";

/**
 * Whether a client knows the `*:` spelling of a room's level: those of `/v8` do that call themselves 3.20 or newer in
 * `version`, or nothing. Older ones would treat all users as readers.
 */
export function readsNewScopes(protocol: 7 | 8, client: string | null): boolean {
  if (protocol === 7) return false;
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(client ?? "") ?? [];
  return major === undefined || Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 20);
}

/** The spelling for clients that know no other; see `readsNewScopes`. */
export function olderSpelling(scopes: readonly Permission[]): readonly Permission[] {
  return scopes.map((scope) => (scope === "*:read" ? "room:read" : scope === "*:write" ? "room:write" : scope));
}
