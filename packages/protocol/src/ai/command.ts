/**
 * Commands of the AI socket, `/ai/v7`: what a client asks, and what it is answered under the same `cmdId`. A client waits
 * four seconds for the answer; generation happens after it.
 */
import { z } from "zod";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import {
  AiAssistantMessage,
  AiChat,
  AiGenerationOptions,
  AiMessage,
  AiToolResult,
  AiUserMessage,
  AiUserPart,
  ChatMetadata,
  sentList,
} from "./chat.ts";

const chatId = StorableText.min(1).max(limits.chatIdLength);
const messageId = StorableText.min(1).max(limits.chatMessageIdLength);

/** A filter on metadata: a text is equal, a list is contained, null is absent. */
export const ChatMetadataFilter = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]));
export type ChatMetadataFilter = z.output<typeof ChatMetadataFilter>;

const NewChatMetadata = ChatMetadata.refine(
  (metadata) => Object.keys(metadata).length <= limits.metadataEntries,
  `must have at most ${limits.metadataEntries} keys.`,
).refine(
  (metadata) =>
    Object.entries(metadata).every(
      ([key, value]) =>
        key.length <= limits.metadataKeyLength &&
        [value].flat().every((text) => text.length <= limits.metadataValueLength),
    ),
  `must have keys of at most ${limits.metadataKeyLength} and values of at most ${limits.metadataValueLength} characters.`,
);

/** Each command's fields beside `cmd` and `cmdId`, and those of its answer. */
export const aiCommands = {
  "get-chats": {
    request: z.object({
      cursor: z.string().optional(),
      pageSize: z.int().min(1).max(limits.pageSizeMax).optional(),
      query: z.object({ metadata: ChatMetadataFilter.optional() }).optional(),
    }),
    response: z.object({ chats: z.array(AiChat), nextCursor: z.string().nullable() }),
  },
  "get-or-create-chat": {
    request: z.object({
      id: chatId,
      options: z
        .object({
          title: StorableText.max(limits.chatTitleLength).optional(),
          metadata: NewChatMetadata.optional(),
        })
        .optional(),
    }),
    response: z.object({ chat: AiChat }),
  },
  "delete-chat": { request: z.object({ chatId }), response: z.object({ chatId: z.string() }) },
  "get-message-tree": {
    request: z.object({ chatId }),
    response: z.object({ chatId: z.string(), chat: AiChat, messages: z.array(AiMessage) }),
  },
  "delete-message": {
    request: z.object({ chatId, messageId }),
    response: z.object({ chatId: z.string(), messageId: z.string() }),
  },
  "clear-chat": { request: z.object({ chatId }), response: z.object({ chatId: z.string() }) },
  "ask-in-chat": {
    request: z.object({
      chatId,
      /** A new message of the user, or the id of one that is answered again. */
      sourceMessage: z.union([
        messageId,
        z.object({ id: messageId, parentMessageId: messageId.nullable(), content: sentList(AiUserPart) }),
      ]),
      targetMessageId: messageId,
      generationOptions: AiGenerationOptions,
    }),
    response: z.object({ sourceMessage: AiUserMessage.optional(), targetMessage: AiAssistantMessage }),
  },
  "abort-ai": { request: z.object({ messageId }), response: z.object({ ok: z.literal(true) }) },
  "set-tool-result": {
    request: z.object({
      chatId,
      messageId,
      invocationId: z.string(),
      result: AiToolResult,
      generationOptions: AiGenerationOptions,
    }),
    /** `ok: false` if the message does not wait for this invocation (any more). */
    response: z.union([
      z.object({ ok: z.literal(true), message: AiAssistantMessage }),
      z.object({ ok: z.literal(false) }),
    ]),
  },
} as const;

export type AiCommandName = keyof typeof aiCommands;
export type AiRequest<C extends AiCommandName> = z.output<(typeof aiCommands)[C]["request"]>;
export type AiResponse<C extends AiCommandName> = z.input<(typeof aiCommands)[C]["response"]>;

/** A command as it arrives: which one, the id of its answer, and its fields, still to be checked against `aiCommands`. */
export const AiCommandFrame = z.looseObject({
  cmd: z.string(),
  cmdId: z.string().min(1).max(limits.chatMessageIdLength),
});
