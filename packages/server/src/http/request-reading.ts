/** Parses a request as its endpoint declares it, or throws UNPROCESSABLE_ENTITY with a message for the caller. */
import type { Stepwise } from "@weft/crdt";
import { explainIssues, isStorable, parameterOf, storableRule, toStorable, WeftError } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import type { z } from "zod";
import { checkInSteps } from "./check-in-steps.ts";
import { largeBody, parseJson, parseJsonInSteps } from "./json-body.ts";

export type InSlices = <T>(work: Stepwise<T>) => Promise<T>;

/** Returns a promise only for a large body. BAD_REQUEST instead, where the endpoint says so. */
export function readBody(
  { body, bodyRequired, invalidBody }: Pick<Endpoint, "body" | "bodyRequired" | "invalidBody">,
  bytes: Buffer | undefined,
  inSlices: InSlices,
): unknown {
  if (body === undefined) return undefined;
  if (invalidBody === "UNPROCESSABLE_ENTITY") return read(body, bodyRequired, bytes, inSlices);
  const refuse = (error: unknown): never => {
    if (!(error instanceof WeftError) || error.code !== "UNPROCESSABLE_ENTITY") throw error;
    throw new WeftError(invalidBody, { message: error.message, suggestion: error.suggestion, cause: error });
  };
  try {
    const sent = read(body, bodyRequired, bytes, inSlices);
    return sent instanceof Promise ? sent.catch(refuse) : sent;
  } catch (error) {
    return refuse(error);
  }
}

function read(schema: z.ZodType, required: boolean, bytes: Buffer | undefined, inSlices: InSlices): unknown {
  const isEmpty = bytes === undefined || bytes.length === 0;
  if (isEmpty && required) throw new WeftError("UNPROCESSABLE_ENTITY", { message: "The body is missing." });
  if (!isEmpty && bytes.length > largeBody) return readLargeBody(schema, bytes, inSlices);
  const sent = isEmpty ? undefined : parseJson(bytes);
  return checked(schema.safeParse(sent), sent);
}

async function readLargeBody(schema: z.ZodType, bytes: Buffer, inSlices: InSlices): Promise<unknown> {
  const sent = await inSlices(parseJsonInSteps(bytes));
  return checked(await inSlices(checkInSteps(schema, sent)), sent);
}

function checked(body: z.ZodSafeParseResult<unknown>, sent: unknown): unknown {
  if (!body.success) throw unprocessable(body.error, sent);
  return body.data;
}

/**
 * Refuses texts that cannot be stored, at any depth: for paths and queries, which are compared with what is stored. The
 * schemas of bodies say which of their texts are stored as themselves; others are stored as JSON, and may be any text.
 */
export function checkStorable(sent: unknown, path: readonly string[] = []): void {
  if (typeof sent === "string" && !isStorable(sent)) {
    const where = path.length > 1 ? "keypath" : "key";
    const message = `Value at ${where} '${toStorable(path.join("."))}': ${storableRule}`;
    throw new WeftError("UNPROCESSABLE_ENTITY", { message });
  }
  if (typeof sent !== "object" || sent === null) return;
  for (const [name, value] of Object.entries(sent)) checkStorable(value, [...path, name]);
}

export function unprocessable(error: z.ZodError, input: unknown) {
  return new WeftError("UNPROCESSABLE_ENTITY", { message: explainIssues(error, input), cause: error });
}

/** Parses a query's declared parameters, and no others, with its schema. */
export function queryReader(schema: z.ZodObject): (url: string) => Record<string, unknown> {
  const parameters = Object.entries(schema.shape).map(
    ([name, parameter]) => [name, parameterOf(parameter as z.ZodType)] as const,
  );
  return (url) => {
    const mark = url.indexOf("?");
    const sent = new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
    const input: Record<string, unknown> = {};
    for (const [name, parameter] of parameters) {
      if (parameter.kind === "flag") input[name] = sent.has(name);
      else if (parameter.kind === "text") input[name] = sent.get(name) ?? undefined;
      else {
        const members = [...sent].filter(([key]) => key.startsWith(parameter.prefix));
        for (const [key, text] of members) checkStorable(key + text, [key]);
        input[name] = members.map(([key, text]) => [key.slice(parameter.prefix.length), text]);
      }
    }
    checkStorable(input);
    const query = schema.safeParse(input);
    if (!query.success) throw unprocessable(query.error, input);
    return query.data;
  };
}
