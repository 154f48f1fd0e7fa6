/**
 * The MCP server, for code assistants: Streamable HTTP at `/mcp`, without sessions.
 *
 * ```
 *   POST /mcp ─► origin ─► key ─► query ─► message ─┬─ initialize, tools/list ─► answer
 *                 403     401 403  422      400 413 └─ tools/call ─► a call of the REST API, in this process
 * ```
 *
 * A tool is a REST endpoint (`mcpTools`), and its call passes the same checks as any other call of that endpoint.
 */
import { mcpPath, WeftError } from "@weft/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAuthenticators } from "../http/authenticator.ts";
import { parseJson } from "../http/json-body.ts";
import type { HttpPart } from "../http/part.ts";
import type { Rates } from "../http/rates.ts";
import type { Services } from "../http/services.ts";
import type { McpCaller, McpOptions } from "./mcp-server.ts";

export interface McpPartOptions extends McpOptions {
  readonly rates: Rates;
}

export function createMcpPart(services: Services, options: McpPartOptions): HttpPart {
  const callers = new WeakMap<FastifyRequest, McpCaller>();
  const { secret } = createAuthenticators(services, options.rates);
  const ownOrigin = new URL(options.publicUrl).origin;

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== ownOrigin)
      throw new WeftError("ORIGIN_NOT_ALLOWED", {
        message: "Web pages of other origins cannot call the MCP server.",
        suggestion: "Connect from a code assistant.",
      });
    const { rate } = await secret!.recognise(request, reply);
    const count = () => options.rates.take(...rate!);
    callers.set(request, { request, readOnly: isReadOnly(request.url), count });
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const caller = callers.get(request)!;
    const message = parseJson(request.body as Buffer);
    if (typeof message !== "object" || message === null || Array.isArray(message))
      throw new WeftError("BAD_REQUEST", { message: "The body must be one JSON-RPC message." });
    // A tool call is counted as a call of the REST API.
    if (!("method" in message) || message.method !== "tools/call") caller.count();
    // Loaded with the first message: few servers use it.
    const { answerMessage } = await import("./mcp-server.ts");
    const response = await answerMessage(message, caller, options);
    const type = response.headers.get("content-type");
    if (type !== null) reply.header("Content-Type", type);
    return reply.code(response.status).send(await response.text());
  }

  return {
    routes: [],
    authenticators: {},
    plain: [],
    undeclared: [{ method: "POST", template: mcpPath, admit, handler: answer }],
  };
}

/** A misspelled parameter must not give write access by accident. */
function isReadOnly(url: string): boolean {
  const query = new URL(url, "http://localhost").searchParams;
  for (const name of query.keys())
    if (name !== "read_only")
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: "The only query parameter is 'read_only'.",
        suggestion: "Add ?read_only=true to the address, or nothing.",
      });
  const value = query.get("read_only");
  if (value !== null && value !== "true" && value !== "false")
    throw new WeftError("UNPROCESSABLE_ENTITY", { message: "Value at key 'read_only': must be 'true' or 'false'." });
  return value === "true";
}
