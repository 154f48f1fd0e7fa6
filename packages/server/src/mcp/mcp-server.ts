/** One message of a code assistant, answered by the MCP SDK. Without sessions, a server lives for one message. */
import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { mcpPath, mcpTools, WeftError } from "@weft/protocol";
import type { Limits, McpTool } from "@weft/protocol";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import manifest from "../../package.json" with { type: "json" };
import { asWeftError, describeFailure } from "../http/failure.ts";
import { callRest, restCallOf } from "./tool-call.ts";
import type { RestCall, ToolAnswer } from "./tool-call.ts";

export interface McpOptions {
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly limits: Pick<Limits, "mcpAnswerBytes">;
  readonly log: Logger;
}

/** The sender of a message, with a valid key. */
export interface McpCaller {
  readonly request: FastifyRequest;
  readonly readOnly: boolean;
  /** Counts a message that calls no endpoint against the key; throws TOO_MANY_REQUESTS. */
  count(): void;
}

const instructions =
  "Tools of a Weft project: real-time rooms with presence, Storage, Yjs documents, comments, notifications and feeds. Each tool is an endpoint of the REST API. Lists have pages: pass `nextCursor` of an answer as `startingAfter` or `cursor` of the next call. With `format: json`, `get_storage` returns plain JSON.";

const tools: ReadonlyMap<string, McpTool> = new Map(mcpTools().map((tool) => [tool.name, tool]));

export async function answerMessage(message: object, caller: McpCaller, options: McpOptions): Promise<Response> {
  await using server = serverFor(caller, options);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return await transport.handleRequest(requestOf(caller.request, options), { parsedBody: message });
}

function serverFor(caller: McpCaller, options: McpOptions) {
  const server = new Server(
    { name: "weft", title: "Weft", version: manifest.version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: [...tools.values()].filter((tool) => mayCall(tool, caller)).map(describe),
  }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: given = {} } }) => {
    try {
      return resultOf(await callRest(caller.request, callOf(name, given, caller), options.limits));
    } catch (error) {
      return resultOf(failed(error, caller, options));
    }
  });
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
}

function mayCall({ annotations }: McpTool, { readOnly }: McpCaller): boolean {
  return !readOnly || annotations.readOnlyHint;
}

/** The REST call of a tool call; a refused one is counted here. */
function callOf(name: string, given: Readonly<Record<string, unknown>>, caller: McpCaller): RestCall {
  try {
    const tool = tools.get(name);
    if (tool === undefined)
      throw new WeftError("NOT_FOUND", {
        message: `Unknown tool '${clipped(name)}'.`,
        suggestion: "Call one of the listed tools.",
      });
    if (!mayCall(tool, caller))
      throw new WeftError("FORBIDDEN", {
        message: "The connection is read-only, and this tool changes data.",
        suggestion: "Remove read_only from the address of the MCP server.",
      });
    return restCallOf(tool, given);
  } catch (error) {
    caller.count();
    throw error;
  }
}

/** The name of a tool as a message shows it. */
function clipped(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name.toWellFormed();
}

function failed(error: unknown, { request }: McpCaller, { log, publicUrl }: McpOptions): ToolAnswer {
  const failure = asWeftError(error);
  if (failure.code === "INTERNAL_SERVER_ERROR")
    log.error({ request: request.id, err: failure.cause ?? failure }, "tool call failed");
  return { failed: true, texts: [JSON.stringify(describeFailure(failure, publicUrl))] };
}

function describe({ name, title, description, inputSchema, annotations }: McpTool): Tool {
  return { name, title, description, inputSchema, annotations: { title, ...annotations } };
}

function resultOf({ failed: isError, texts }: ToolAnswer): CallToolResult {
  return { content: texts.map((text) => ({ type: "text", text })), ...(isError && { isError }) };
}

/** As much of the request as the transport checks: the accepted types, and the version of the protocol. */
function requestOf({ headers }: FastifyRequest, { publicUrl }: McpOptions): Request {
  const checked = ["accept", "content-type", "mcp-protocol-version"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  return new Request(publicUrl + mcpPath, { method: "POST", headers: checked });
}
