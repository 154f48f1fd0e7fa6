/** Events of the AI socket, `/ai/v7`: what the server sends without being asked. Clients fail on any other event. */
import { z } from "zod";
import { AiAssistantMessage, AiChat, AiMessage, AiRetrievalPart, AiSource } from "./chat.ts";
import { JsonObject } from "../json.ts";

/**
 * A step of an answer in progress.
 *
 * - `text-delta`, `reasoning-delta`: appended to the last part if it is of that kind, else a new part.
 * - `tool-stream`: a new part, a tool whose arguments arrive. `tool-delta`: a piece of their JSON text; it carries no id, so
 *   it always belongs to the last part.
 * - `tool-invocation`: the complete invocation; it replaces the part with its `invocationId`.
 * - `retrieval`: replaces the part with its `id`, else a new part.
 * - `source`: added to the trailing part of sources, unless its address is there already.
 */
export const AiDelta = z.union([
  z.object({ type: z.literal("text-delta"), textDelta: z.string() }),
  z.object({ type: z.literal("reasoning-delta"), textDelta: z.string() }),
  z.object({ type: z.literal("tool-stream"), invocationId: z.string(), name: z.string() }),
  z.object({ type: z.literal("tool-delta"), delta: z.string() }),
  z.object({
    type: z.literal("tool-invocation"),
    stage: z.literal("executing"),
    invocationId: z.string(),
    name: z.string(),
    args: JsonObject,
  }),
  AiRetrievalPart,
  AiSource,
]);
export type AiDelta = z.output<typeof AiDelta>;

export const AiEvent = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("cmd-failed"),
    failedCmd: z.string(),
    failedCmdId: z.string(),
    error: z.string(),
  }),
  z.object({ event: z.literal("delta"), id: z.string(), delta: AiDelta }),
  /** The authoritative content of an answer that has stopped: finished, failed, or waiting for a tool. */
  z.object({ event: z.literal("settle"), message: AiAssistantMessage }),
  /** Removals are applied first. `clear` holds ids of chats whose messages are all gone. */
  z.object({
    event: z.literal("sync"),
    chats: z.array(AiChat).optional(),
    messages: z.array(AiMessage).optional(),
    clear: z.array(z.string()).optional(),
    "-chats": z.array(z.string()).optional(),
    "-messages": z.array(z.object({ id: z.string(), chatId: z.string() })).optional(),
  }),
  /** Answers that were being generated are lost. */
  z.object({ event: z.literal("rebooted") }),
  z.object({ event: z.literal("warning"), message: z.string() }),
  z.object({ event: z.literal("error"), error: z.string() }),
]);
export type AiEvent = z.output<typeof AiEvent>;
