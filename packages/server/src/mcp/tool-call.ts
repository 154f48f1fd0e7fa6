/** Calls of tools: each is a call of the REST API, made through the same application. */
import { isStorable, parameterOf, storableRule, WeftError } from "@weft/protocol";
import type { Limits, McpTool } from "@weft/protocol";
import type { FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import type { z } from "zod";

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface RestCall {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** JSON text; undefined if the call has no body. */
  readonly body: string | undefined;
}

export interface ToolAnswer {
  readonly failed: boolean;
  readonly texts: readonly string[];
}

/** The REST call of a tool call. Values are checked where the call is received; here, only what would be another call. */
export function restCallOf({ endpoint, inputSchema }: McpTool, given: ToolArguments): RestCall {
  const known = inputSchema["properties"] as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given))
    if (!Object.hasOwn(known, name)) throw invalid(`This tool has no argument '${isStorable(name) ? name : "?"}'.`);

  const path = endpoint.template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, given[name]));
  const query = new URLSearchParams();
  for (const [name, schema] of Object.entries(endpoint.query?.shape ?? {}))
    addTo(query, name, schema as z.ZodType, given[name]);
  const body = endpoint.body === undefined || given["body"] === undefined ? undefined : JSON.stringify(given["body"]);
  return { method: endpoint.method, url: query.size === 0 ? path : `${path}?${query.toString()}`, body };
}

function segmentOf(name: string, value: unknown): string {
  if (value === undefined || value === null) throw invalid(`Missing key: '${name}'.`);
  const text = textOf(name, value);
  // In an address, these are steps to another path, even when they are encoded.
  if (text === "" || text === "." || text === "..") throw invalid(`Value at key '${name}': must not be '${text}'.`);
  return encodeURIComponent(text);
}

function addTo(query: URLSearchParams, name: string, schema: z.ZodType, value: unknown): void {
  if (value === undefined || value === null) return;
  const parameter = parameterOf(schema);
  if (parameter.kind === "text") query.set(name, textOf(name, value));
  else if (parameter.kind === "flag") {
    if (typeof value !== "boolean") throw invalid(`Value at key '${name}': must be a boolean.`);
    if (value) query.set(name, "");
  } else {
    if (typeof value !== "object" || Array.isArray(value)) throw invalid(`Value at key '${name}': must be an object.`);
    for (const [key, member] of Object.entries(value)) query.set(parameter.prefix + key, textOf(name, member));
  }
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number")
    throw invalid(`Value at key '${name}': must be a string.`);
  const text = String(value);
  if (!isStorable(text)) throw invalid(`Value at key '${name}': ${storableRule}`);
  return text;
}

function invalid(message: string): WeftError {
  return new WeftError("UNPROCESSABLE_ENTITY", {
    message,
    suggestion: "Correct the arguments according to the tool's input schema.",
  });
}

/** Makes the call in the name of the caller: with their key, from their address. */
export async function callRest(
  { server, headers, raw }: FastifyRequest,
  { method, url, body }: RestCall,
  limits: Pick<Limits, "mcpAnswerBytes">,
): Promise<ToolAnswer> {
  const response = await server.inject({
    method,
    url,
    headers: kept(headers),
    remoteAddress: raw.socket.remoteAddress ?? "",
    payloadAsStream: true,
    ...(body !== undefined && { payload: body }),
  });
  const text = await read(response.stream(), limits.mcpAnswerBytes);
  const failed = response.statusCode >= 400;
  const retryAfter = response.headers["retry-after"];
  const wait = retryAfter === undefined ? [] : [`Retry after ${retryAfter} seconds.`];
  return { failed, texts: [text === "" ? "Done." : text, ...wait] };
}

/** What identifies the caller, and the address under which they reach the server. */
const keptHeaders = [
  "authorization",
  "user-agent",
  "host",
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-forwarded-host",
] as const;

function kept(headers: FastifyRequest["headers"]): Record<string, string | string[]> {
  return Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function read(stream: Readable, limit: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // To the end, in any case: an answer that is not read counts against those that wait in memory.
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size <= limit) pieces.push(piece);
    else pieces.length = 0;
  }
  if (size > limit)
    throw new WeftError("PAYLOAD_TOO_LARGE", {
      message: `The answer is larger than ${limit.toLocaleString("en")} bytes.`,
      suggestion: "Read less at a time, with a lower limit or a filter, or call the REST API.",
    });
  return Buffer.concat(pieces).toString("utf8");
}
