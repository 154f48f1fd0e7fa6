import { objectName } from "./schema-text.ts";
import { schemas } from "./operations.ts";
import type { Operation, Schema } from "./operations.ts";

/** Bodies that a schema alone would not make sensible. */
const bodies: Readonly<Record<string, unknown>> = {
  "create-room": {
    id: "my-room",
    defaultAccesses: [],
    usersAccesses: { ada: ["room:write"] },
    metadata: { color: "blue" },
  },
  "update-room": { usersAccesses: { ada: ["room:write"], bob: null }, metadata: { color: "green" } },
  "upsert-room": { update: { metadata: { color: "green" } }, create: { defaultAccesses: [] } },
  "update-room-id": { newRoomId: "my-renamed-room" },
  "update-room-organization-id": { fromOrganizationId: "default", toOrganizationId: "acme" },
  "broadcast-event": { type: "reaction", emoji: "👏" },
  "set-presence": { userId: "assistant", data: { status: "thinking" }, userInfo: { name: "Assistant" }, ttl: 60 },
  "initialize-storage": { liveblocksType: "LiveObject", data: { title: "Plan", done: false } },
  "patch-storage": [{ op: "replace", path: "/title", value: "A better plan" }],
  "send-message": { messages: [{ type: 201, ops: [{ type: 3, id: "root", opId: "1:0", data: { title: "Plan" } }] }] },
  "authorize-user": {
    userId: "ada",
    userInfo: { name: "Ada" },
    permissions: { "docs:*": ["room:write"] },
  },
  "identify-user": { userId: "ada", groupIds: ["engineering"], userInfo: { name: "Ada" } },
  "authorize-room": { userId: "ada", userInfo: { name: "Ada" } },
  "authorize-public-room": { publicApiKey: "{{PUBLIC_KEY}}" },
};

const pathValues: Readonly<Record<string, string>> = {
  roomId: "my-room",
  fileId: "fl_V1StGXR8_Z5jdHi6B-myT",
  name: "picture.png",
  uploadId: "upload-id",
  partNumber: "1",
  versionId: "version-id",
};

/** The body of a call's example; undefined when it takes none, or bytes. */
export function exampleBody({ id, body }: Operation): unknown {
  if (body === undefined || body.mediaType !== "application/json") return undefined;
  return bodies[id] ?? exampleOf(body.schema);
}

/** A call's path with values in place of its parameters, and those of the query that must be there. */
export function examplePath({ path, parameters }: Operation): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValues[name] ?? name);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required === true)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema)))}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** A small value that a schema allows. */
export function exampleOf(schema: Schema): unknown {
  const name = objectName(schema);
  if (name !== undefined) return exampleOf(schemas[name] ?? {});
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const first = (schema.anyOf ?? schema.oneOf)?.[0];
  if (first !== undefined) return exampleOf(first);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries((schema.required ?? []).map((key) => [key, exampleOf(schema.properties?.[key] ?? {})]));
    case "array":
      return [exampleOf(schema.items ?? {})];
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    default:
      return schema.pattern?.startsWith("^fl_") ? pathValues["fileId"] : "text";
  }
}
