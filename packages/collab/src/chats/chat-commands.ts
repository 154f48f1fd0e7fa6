import { answerFailures } from "@weft/protocol";
import { datedFrom, keysetPage } from "../keyset-page.ts";
import { createAskInChat } from "./ask-in-chat.ts";
import { keyOf } from "./chat-clients.ts";
import { bytesOf, CommandFailed, openChat, rowBytes } from "./chat-command.ts";
import type { ChatCommands, ChatCommandsOptions } from "./chat-command.ts";
import { describeChat, describeMessage } from "./describe-chat.ts";
import { createSetToolResult } from "./set-tool-result.ts";

/** The commands of the AI socket. Those of one user are carried out one after another. */
export function createChatCommands(options: ChatCommandsOptions): ChatCommands {
  const { records, clients, answers, trees, space, cursors, now, limits } = options;

  return {
    async "get-chats"({ owner }, { cursor, pageSize = limits.chatsPerPage, query = {} }) {
      const { metadata } = query;
      const scope = { project: owner.project, list: `chats of ${keyOf(owner)} ${JSON.stringify(metadata ?? {})}` };
      const { items, nextCursor } = await keysetPage({
        cursors,
        scope,
        limit: pageSize,
        cursor,
        read: (limit, after) => records.list(owner, { limit, after: datedFrom(after), metadata }),
        keyOf: ({ lastMessageAt, createdAt, id }) => [lastMessageAt ?? createdAt, id],
      });
      return { response: { chats: items.map(describeChat), nextCursor } };
    },

    async "get-or-create-chat"(client, { id, options: given }) {
      const { owner } = client;
      if ((await records.find(owner, id)) === undefined) {
        const refusal = await space.admit(owner, bytesOf(given ?? {}) + rowBytes, 0);
        if (refusal !== undefined) throw new CommandFailed(`${answerFailures[refusal]}.`);
      }
      const chat = describeChat(await openChat(options, owner, id, given));
      return {
        response: { chat },
        after: () => clients.toAll(client.owner, { event: "sync", chats: [chat] }, client),
      };
    },

    async "get-message-tree"(client, { chatId }) {
      const { chat, messages } = await trees.read(client.owner, chatId);
      return {
        response: { chatId, chat: describeChat(chat), messages: messages.map(describeMessage) },
        after() {
          client.loaded.add(chatId);
          answers.want(client, messages);
        },
      };
    },

    async "delete-chat"(client, { chatId }) {
      answers.drop(client.owner, { chatId });
      await records.delete(client.owner, chatId);
      space.freed(client.owner);
      return {
        response: { chatId },
        after: () => clients.toAll(client.owner, { event: "sync", "-chats": [chatId] }, client),
      };
    },

    async "clear-chat"(client, { chatId }) {
      answers.drop(client.owner, { chatId });
      await records.clear(client.owner, chatId);
      space.freed(client.owner);
      const chat = await records.find(client.owner, chatId);
      return {
        response: { chatId },
        after() {
          clients.toAll(client.owner, { event: "sync", clear: [chatId] }, client);
          if (chat !== undefined) clients.toAll(client.owner, { event: "sync", chats: [describeChat(chat)] });
        },
      };
    },

    async "delete-message"(client, { chatId, messageId }) {
      answers.drop(client.owner, { messageId });
      await records.deleteMessage(client.owner, messageId, now());
      space.freed(client.owner);
      return {
        response: { chatId, messageId },
        after: () => clients.toAll(client.owner, { event: "sync", "-messages": [{ id: messageId, chatId }] }, client),
      };
    },

    "ask-in-chat": createAskInChat(options),
    "set-tool-result": createSetToolResult(options),

    async "abort-ai"({ owner }, { messageId }) {
      await answers.abort(owner, messageId);
      return { response: { ok: true } as const };
    },
  };
}
