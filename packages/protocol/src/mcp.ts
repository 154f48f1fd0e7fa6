/** Tools for code assistants (Model Context Protocol): REST endpoints for back ends, as functions that a model calls. */
import type { z } from "zod";
import { isBytes, parameterOf } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { jsonSchema } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { endpoints } from "./rest/index.ts";

/** The path of the MCP server. */
export const mcpPath = "/mcp";

/** What a tool does, for assistants that ask their user before they call one. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  /** It may change or delete what exists. */
  readonly destructiveHint: boolean;
  /** Repeating the call changes nothing more. */
  readonly idempotentHint: boolean;
  /** It reaches servers other than this one. */
  readonly openWorldHint: boolean;
}

export interface McpTool {
  /** The endpoint's id in snake case: `get_room`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Parameters of the path and the query by name, and the JSON body as `body`. */
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly annotations: ToolHints;
  readonly endpoint: Endpoint;
}

/** Endpoints that could be tools, and are not. */
const withheld: ReadonlySet<string> = new Set([
  // Other spellings of endpoints that are tools.
  "get-active-users-hyphenated",
  "broadcast-event-hyphenated",
  "create-version-singular",
  // They answer with tokens for users.
  "authorize-user",
  "identify-user",
  // Their answers link to files.
  "get-attachment",
  "get-storage-file",
  // They frame uploads of bytes.
  "start-attachment-upload",
  "complete-attachment-upload",
  "abort-attachment-upload",
  "start-storage-upload",
  "complete-storage-upload",
  "abort-storage-upload",
  // The frames of a client; `patch_storage` changes Storage.
  "send-message",
  // They need the key of a provider, or what is only in the dashboard: copilots can be read.
  "create-copilot",
  "update-copilot",
  "delete-copilot",
  "create-web-knowledge-source",
  "delete-web-knowledge-source",
  "delete-file-knowledge-source",
]);

function isTool({ id, auth, deprecated, body, returns }: Endpoint): boolean {
  if (auth !== "secret" || deprecated !== undefined || withheld.has(id)) return false;
  return !isBytes(body) && !("octets" in returns) && !("lines" in returns);
}

/** Every tool, in the order of the reference. */
export function mcpTools(): readonly McpTool[] {
  return endpoints.filter(isTool).map((endpoint) => ({
    name: toolNameOf(endpoint.id),
    title: endpoint.summary,
    description: [`${endpoint.summary}.`, endpoint.description ?? ""].join("\n\n").trim(),
    inputSchema: inputSchema(endpoint),
    annotations: hints(endpoint),
    endpoint,
  }));
}

function toolNameOf(id: string): string {
  return id.replaceAll("-", "_");
}

/** A POST adds something if its id says so: others may change what exists. */
function hints({ id, method }: Endpoint): ToolHints {
  const adds = method === "POST" && /^(create|add|initialize)-/.test(id);
  return {
    readOnlyHint: method === "GET",
    destructiveHint: method !== "GET" && !adds,
    idempotentHint: method === "GET" || method === "PUT" || method === "DELETE",
    openWorldHint: false,
  };
}

function inputSchema({ path, query, body, bodyRequired }: Endpoint): McpTool["inputSchema"] {
  const definitions = new Map<string, JsonSchema>();
  const properties: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(path?.shape ?? {}))
    properties[name] = schemaOf(schema as z.ZodType, definitions);
  for (const [name, schema] of Object.entries(query?.shape ?? {}) as [string, z.ZodType][])
    if (schema.meta()?.["deprecated"] !== true) properties[name] = queryArgument(schema, definitions);
  if (body !== undefined) properties["body"] = schemaOf(body, definitions);
  const required = [...Object.keys(path?.shape ?? {}), ...(bodyRequired ? ["body"] : [])];
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

/** A tool's schema stands alone: it brings its definitions. */
function schemaOf(schema: z.ZodType, definitions: Map<string, JsonSchema>): JsonSchema {
  return jsonSchema(schema, definitions, "#/$defs/");
}

/** A family of parameters, `metadata.color`, is an object to a model. */
function queryArgument(schema: z.ZodType, definitions: Map<string, JsonSchema>): JsonSchema {
  if (parameterOf(schema).kind !== "family") return schemaOf(schema, definitions);
  const { description } = schema.meta() ?? {};
  return {
    type: "object",
    additionalProperties: { type: "string" },
    ...(description !== undefined && { description }),
  };
}
