/** Chats with copilots and their messages, as they cross the AI socket. Instants are ISO 8601 in UTC. */
import { z } from "zod";
import { Json, JsonObject } from "../json.ts";
import { limits } from "../limits.ts";

const instant = z.iso.datetime();

/** Metadata of a chat: texts, and lists of texts. */
export const ChatMetadata = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type ChatMetadata = z.output<typeof ChatMetadata>;

export const AiChat = z.object({
  id: z.string(),
  /** Empty until there is one. */
  title: z.string(),
  metadata: ChatMetadata,
  createdAt: instant,
  /** Absent while the chat has no messages. */
  lastMessageAt: instant.optional(),
});
export type AiChat = z.output<typeof AiChat>;

const TextPart = z.object({ type: z.literal("text"), text: z.string() });
const ImagePart = z.object({
  type: z.literal("image"),
  id: z.string(),
  name: z.string(),
  size: z.number(),
  mimeType: z.string(),
});

export const AiUserPart = z.discriminatedUnion("type", [TextPart, ImagePart]);
export type AiUserPart = z.output<typeof AiUserPart>;

const ReasoningPart = z.object({
  type: z.literal("reasoning"),
  text: z.string(),
  startedAt: instant,
  endedAt: instant.optional(),
});

/** The stored outcome of a tool: of the members that a client sends, `description` is kept apart for the model. */
export const AiToolOutcome = z.discriminatedUnion("type", [
  z.object({ type: z.literal("success"), data: JsonObject }),
  z.object({ type: z.literal("error"), error: z.string() }),
  z.object({ type: z.literal("cancelled"), cancelled: z.literal(true), reason: z.string().optional() }),
]);
export type AiToolOutcome = z.output<typeof AiToolOutcome>;

const invocation = { type: z.literal("tool-invocation"), invocationId: z.string(), name: z.string() };
const ReceivingInvocation = z.object({ ...invocation, stage: z.literal("receiving"), partialArgs: JsonObject });
const ExecutingInvocation = z.object({ ...invocation, stage: z.literal("executing"), args: JsonObject });
const ExecutedInvocation = z.object({
  ...invocation,
  stage: z.literal("executed"),
  args: JsonObject,
  result: AiToolOutcome,
});
export type AiExecutingInvocation = z.output<typeof ExecutingInvocation>;

const retrieval = {
  type: z.literal("retrieval"),
  id: z.string(),
  startedAt: instant,
  endedAt: instant.optional(),
};
const KnowledgeRetrieval = z.object({ ...retrieval, kind: z.literal("knowledge"), query: z.string() });
const WebRetrieval = z.object({
  ...retrieval,
  kind: z.literal("web"),
  query: z.string().optional(),
  sources: z.array(z.object({ type: z.literal("url"), url: z.string(), title: z.string().optional() })).optional(),
});
export const AiRetrievalPart = z.discriminatedUnion("kind", [KnowledgeRetrieval, WebRetrieval]);
export type AiRetrievalPart = z.output<typeof AiRetrievalPart>;

export const AiSource = z.object({
  type: z.literal("source"),
  kind: z.literal("url"),
  title: z.string(),
  url: z.string(),
});
export type AiSource = z.output<typeof AiSource>;
/** At most one in a message, and always its last part. */
const SourcesPart = z.object({ type: z.literal("sources"), sources: z.array(AiSource) });

export const AiAssistantPart = z.union([
  TextPart,
  ReasoningPart,
  ReceivingInvocation,
  ExecutingInvocation,
  ExecutedInvocation,
  KnowledgeRetrieval,
  WebRetrieval,
  SourcesPart,
]);
export type AiAssistantPart = z.output<typeof AiAssistantPart>;

const message = {
  id: z.string(),
  chatId: z.string(),
  parentId: z.string().nullable(),
  createdAt: instant,
  /** Messages that were deleted stay for the sake of the messages below them, without content. */
  deletedAt: instant.optional(),
};

export const AiUserMessage = z.object({ ...message, role: z.literal("user"), content: z.array(AiUserPart) });
export type AiUserMessage = z.output<typeof AiUserMessage>;

const answer = { ...message, role: z.literal("assistant"), copilotId: z.string().optional() };
const unfinished = { ...answer, contentSoFar: z.array(AiAssistantPart) };

/**
 * An answer of a copilot. `generating` until it ends; `awaiting-tool` while results of tools are missing that only a
 * client can deliver.
 */
export const AiAssistantMessage = z.discriminatedUnion("status", [
  z.object({ ...unfinished, status: z.literal("generating") }),
  z.object({ ...unfinished, status: z.literal("awaiting-tool") }),
  z.object({ ...answer, status: z.literal("completed"), content: z.array(AiAssistantPart) }),
  z.object({ ...unfinished, status: z.literal("failed"), errorReason: z.string() }),
]);
export type AiAssistantMessage = z.output<typeof AiAssistantMessage>;
export type AiAnswerStatus = AiAssistantMessage["status"];

export const AiMessage = z.union([AiUserMessage, AiAssistantMessage]);
export type AiMessage = z.output<typeof AiMessage>;

/** What the client says of a tool: its parameters are JSON Schema; `{}` means none. */
export const AiToolDescription = z.object({
  name: z.string(),
  description: z.string().optional(),
  parameters: JsonObject,
});
export type AiToolDescription = z.output<typeof AiToolDescription>;

/** What the application knows and shows to the model with each call; never stored. */
export const AiFrontendKnowledge = z.object({ description: z.string(), value: Json });
export type AiFrontendKnowledge = z.output<typeof AiFrontendKnowledge>;

/** A list as a client sends it. Its length is checked first: it may have a fault in each of thousands of items. */
export function sentList<T extends z.ZodType>(item: T) {
  const { chatListItems } = limits;
  return z.array(z.unknown()).max(chatListItems, `must have at most ${chatListItems} items.`).pipe(z.array(item));
}

export const AiGenerationOptions = z.object({
  /** The project's default copilot unless given. */
  copilotId: z.string().optional(),
  /** True unless given. */
  stream: z.boolean().optional(),
  /** Milliseconds. */
  timeout: z.number().positive().optional(),
  /** Where a name occurs twice, the later one counts. */
  tools: sentList(AiToolDescription).optional(),
  knowledge: sentList(AiFrontendKnowledge).optional(),
});
export type AiGenerationOptions = z.output<typeof AiGenerationOptions>;

/** What a tool returned, as the client sends it: exactly one of three shapes. `description` is for the model alone. */
export const AiToolResult = z.union([
  z.object({ data: JsonObject, description: z.string().optional() }),
  z.object({ error: z.string() }),
  z.object({ cancel: z.union([z.literal(true), z.string()]) }),
]);
export type AiToolResult = z.output<typeof AiToolResult>;
