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
  "create-management-project": { type: "prod", name: "Customer 42", description: "Contract of 2026" },
  "update-management-project": { name: "Customer 42", versionCreationTimeout: 60 },
  "roll-public-key": { expirationIn: "24 hours" },
  "roll-secret-key": { expirationIn: "24 hours" },
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
  projectId: "{{PROJECT_ID}}",
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

/** A small value that a schema allows; texts say what they are by the name of their member. */
export function exampleOf(schema: Schema, member = "", owner = ""): unknown {
  const name = objectName(schema);
  if (name !== undefined) return exampleOf(schemas[name] ?? {}, member, name);
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    if (member === "nextCursor") return null;
    return choices[0] === undefined ? "text" : exampleOf(choices[0], member, owner);
  }
  if (member === "nextCursor" && Array.isArray(schema.type) && schema.type.includes("null")) return null;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [
          key,
          exampleOf(schema.properties?.[key] ?? {}, key, isOwn(key) ? owner : key.replace(/s$/u, "")),
        ]),
      );
    case "array":
      return [exampleOf(schema.items ?? {}, member.replace(/s$/u, ""), owner)];
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    default:
      return exampleText(schema, member, owner);
  }
}

function exampleText({ pattern, type }: Schema, member: string, owner: string): unknown {
  if (pattern?.startsWith("^fl_")) return pathValues["fileId"];
  // Any JSON, such as the content of a document.
  if (type === undefined) return {};
  if (/(At|date)$/u.test(member)) return "2026-11-24T09:30:00.000Z";
  if (member === "id") return ids[owner] ?? "id_V1StGXR8";
  if (member === "name" && /File|Attachment/u.test(owner)) return "picture.png";
  return texts[member] ?? (member === "" ? "text" : member);
}

/** Members whose example depends on what they belong to. */
function isOwn(member: string): boolean {
  return member === "id" || member === "name";
}

const ids: Readonly<Record<string, string>> = {
  user: "ada",
  author: "ada",
  member: "ada",
  Room: "my-room",
  Thread: "th_V1StGXR8",
  Comment: "cm_V1StGXR8",
  Group: "engineering",
  InboxNotification: "in_V1StGXR8",
  Copilot: "co_V1StGXR8",
  Version: "vh_V1StGXR8",
  Attachment: "at_V1StGXR8",
  Webhook: "wh_V1StGXR8",
  Project: "pr_V1StGXR8",
};

const texts: Readonly<Record<string, string>> = {
  roomId: "my-room",
  userId: "ada",
  createdBy: "ada",
  organizationId: "default",
  tenantId: "default",
  threadId: "th_V1StGXR8",
  commentId: "cm_V1StGXR8",
  groupId: "engineering",
  inboxNotificationId: "in_V1StGXR8",
  copilotId: "co_V1StGXR8",
  subjectId: "th_V1StGXR8",
  projectId: "pr_V1StGXR8",
  name: "Ada",
  mimeType: "image/png",
  url: "https://example.com/picture.png",
  link: "https://example.com",
  token: "eyJhbGciOiJFUzI1NiJ9.eyJrIjoiaWQifQ.c2lnbmF0dXJl",
  emoji: "👏",
  version: "1",
};
