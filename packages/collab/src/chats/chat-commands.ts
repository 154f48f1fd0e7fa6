import { answerFailures, limits as platformLimits } from "@weft/protocol";
import type { AiCommandName, AiRequest, AiResponse, AnswerFailure, Limits } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import type { AnswerBudget } from "./answer-ports.ts";
import type { Answers } from "./answers.ts";
import { keyOf } from "./chat-clients.ts";
import type { ChatClient, ChatClients } from "./chat-clients.ts";
import type { AnswerRecord, ChatMessageRecord, ChatOwner, ChatRecord, ChatRecords } from "./chat-records.ts";
import type { ChatSpace } from "./chat-space.ts";
import type { ChatTrees } from "./chat-trees.ts";
import { describeAnswer, describeChat, describeMessage, describeUserMessage } from "./describe-chat.ts";
import { cancelled, outcomeOf, waitingInvocations, withOutcome } from "./parts.ts";
import type { RefusedQuestions } from "./refused-questions.ts";

export interface ChatCommandsOptions {
  readonly records: ChatRecords;
  readonly clients: ChatClients;
  readonly answers: Answers;
  readonly trees: ChatTrees;
  readonly budget: AnswerBudget;
  readonly space: ChatSpace;
  readonly refused: RefusedQuestions;
  readonly cursors: Cursors;
  readonly now: () => number;
  readonly limits?: Limits;
}

/** What a command answers, and what is done right after its answer was sent, in the same turn. */
export interface Handled<C extends AiCommandName> {
  readonly response: AiResponse<C>;
  readonly after?: () => void;
}

/** A command that cannot be carried out. Its message reaches the console of the application's developer. */
export class CommandFailed extends Error {
  override name = "CommandFailed";
}

type Handler<C extends AiCommandName> = (client: ChatClient, request: AiRequest<C>) => Promise<Handled<C>>;
export type ChatCommands = { readonly [C in AiCommandName]: Handler<C> };

/** What a row of a message or chat takes beside its content. */
export const rowBytes = 300;

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The commands of the AI socket. Those of one user are carried out one after another. */
export function createChatCommands(options: ChatCommandsOptions): ChatCommands {
  const { records, clients, answers, trees, budget, space, refused, cursors, now, limits = platformLimits } = options;

  async function openChat(
    owner: ChatOwner,
    id: string,
    { title = "", metadata = {} }: { title?: string; metadata?: ChatRecord["metadata"] } = {},
  ): Promise<ChatRecord> {
    const chat = await records.create(owner, { id, title, metadata, createdAt: now() }, limits.chatsPerUser);
    if (chat === "full") throw new CommandFailed(`A user has at most ${limits.chatsPerUser} chats.`);
    return chat;
  }

  /** Why a question is not answered. Messages that are added for it are admitted otherwise. */
  async function refusalOf(
    owner: ChatOwner,
    question: ChatMessageRecord,
    added: readonly ChatMessageRecord[],
    inChat: number,
  ): Promise<AnswerFailure | undefined> {
    const { ofUser, ofProject } = answers.count(owner);
    if (ofUser >= limits.answersPerUser || ofProject >= limits.answersPerProject) return "tooManyAnswers";
    if (question.role === "user") {
      const length = question.content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
      if (length > limits.chatTextLength) return "messageTooLong";
    }
    const bytes = added.reduce((sum, { content }) => sum + bytesOf(content) + rowBytes, 0);
    return (await space.admit(owner, bytes, inChat)) ?? budget.ask(owner.project);
  }

  /** Checks what a client sends for the model. */
  function inputOf({ tools = [], knowledge = [] }: AiRequest<"ask-in-chat">["generationOptions"]) {
    if (tools.length > limits.toolsPerAnswer)
      throw new CommandFailed(`At most ${limits.toolsPerAnswer} tools are allowed.`);
    if (JSON.stringify(knowledge).length > limits.chatKnowledge)
      throw new CommandFailed(`Knowledge may have at most ${limits.chatKnowledge} bytes.`);
    return { tools, knowledge };
  }

  /** Shows changed messages: to those who have the chat, and to the asker all of it if they have it not. */
  function show(
    client: ChatClient,
    chatId: string,
    all: readonly ChatMessageRecord[],
    changed: readonly ChatMessageRecord[],
  ) {
    const { owner } = client;
    if (!client.loaded.has(chatId)) {
      client.loaded.add(chatId);
      if (all.length > 0) client.send({ event: "sync", messages: [...all, ...changed].map(describeMessage) });
    }
    clients.toLoaded(owner, chatId, { event: "sync", messages: changed.map(describeMessage) }, client);
  }

  async function ask(client: ChatClient, request: AiRequest<"ask-in-chat">): Promise<Handled<"ask-in-chat">> {
    const { owner } = client;
    const { chatId, sourceMessage, targetMessageId, generationOptions } = request;
    const input = inputOf(generationOptions);
    const asked = await records.message(owner, targetMessageId);
    if (asked !== undefined) {
      // Sent again: nothing is generated twice.
      if (asked.role !== "assistant" || asked.chatId !== chatId)
        throw new CommandFailed(`There is another message "${targetMessageId}".`);
      return { response: { targetMessage: describeAnswer(answers.inProgress(owner, asked.id) ?? asked) } };
    }
    const { messages, bytes, lastAt } = await records.contents(owner, chatId);
    if (messages >= limits.messagesPerChat)
      throw new CommandFailed(`A chat has at most ${limits.messagesPerChat} messages.`);
    /** Questions that were refused, of which the question is one or which it follows, and what was answered. */
    const unstored: ChatMessageRecord[] = [];
    const find = async (id: string): Promise<ChatMessageRecord> => {
      const stored = await records.message(owner, id);
      const found = stored ?? refused.find(owner, id);
      if (found?.chatId !== chatId) throw new CommandFailed(`The chat has no message "${id}".`);
      if (stored === undefined) {
        if (found.parentId !== null) await find(found.parentId);
        unstored.push(found);
      }
      return found;
    };

    let question: ChatMessageRecord;
    if (typeof sourceMessage === "string") {
      question = await find(sourceMessage);
      if (question.role !== "user") throw new CommandFailed("Only messages of users are answered.");
    } else {
      const { id, parentMessageId: parentId, content } = sourceMessage;
      if (parentId !== null) await find(parentId);
      question = { id, chatId, parentId, role: "user", content, createdAt: 0 };
      if ((await records.message(owner, id)) !== undefined)
        throw new CommandFailed(`There is another message "${id}".`);
      unstored.push(question);
    }
    let at = Math.max(now(), lastAt + 1);
    const added: ChatMessageRecord[] = unstored.map((message) => ({ ...message, createdAt: at++ }));
    const answer: AnswerRecord = {
      id: targetMessageId,
      chatId,
      parentId: question.id,
      role: "assistant",
      status: "generating",
      content: [],
      ...(generationOptions.copilotId !== undefined && { copilotId: generationOptions.copilotId }),
      createdAt: at,
      run: {
        stream: generationOptions.stream ?? true,
        timeoutMs: Math.min(generationOptions.timeout ?? limits.answerTimeoutMs, limits.answerTimeoutMaxMs),
        steps: 0,
        record: [],
        descriptions: {},
      },
    };
    const asksNow = added.find(({ id }) => id === question.id);
    const response = {
      ...(typeof sourceMessage !== "string" &&
        asksNow?.role === "user" && { sourceMessage: describeUserMessage(asksNow) }),
      targetMessage: describeAnswer(answer),
    };
    const refusal = await refusalOf(owner, question, [...added, answer], bytes);
    // Nothing is stored of it: what is refused costs nothing.
    if (refusal !== undefined) {
      const failed: AnswerRecord = { ...answer, status: "failed", errorReason: answerFailures[refusal] };
      refused.add(owner, asksNow === undefined ? [failed] : [asksNow, failed]);
      return { response, after: () => client.send({ event: "settle", message: describeAnswer(failed) }) };
    }
    // Not before: a question that fails leaves no chat behind.
    const chat = await openChat(owner, chatId);
    const all = client.loaded.has(chatId) ? [] : (await trees.read(owner, chatId)).messages;
    if (!(await records.add(owner, chatId, [...added, answer], answers.lease())))
      throw new CommandFailed("The chat was deleted.");
    refused.remove(
      owner,
      added.map(({ id }) => id),
    );
    return {
      response,
      after() {
        clients.toAll(owner, { event: "sync", chats: [describeChat({ ...chat, lastMessageAt: at })] });
        show(client, chatId, all, [...added, answer]);
        answers.start(owner, answer, input);
      },
    };
  }

  async function resume(
    client: ChatClient,
    request: AiRequest<"set-tool-result">,
  ): Promise<Handled<"set-tool-result">> {
    const { owner } = client;
    const { chatId, messageId, invocationId, result, generationOptions } = request;
    const input = inputOf(generationOptions);
    const before = await records.message(owner, messageId);
    if (before?.role !== "assistant" || before.status !== "awaiting-tool" || before.chatId !== chatId)
      return { response: { ok: false } };
    const content = withOutcome(before.content, invocationId, outcomeOf(result));
    if (content === undefined) return { response: { ok: false } };
    const goesOn = waitingInvocations(content).length === 0;
    const description = "data" in result ? result.description : undefined;
    const descriptions = {
      ...before.run.descriptions,
      ...(description !== undefined && { [invocationId]: description }),
    };
    const refusal = await refusalOfResult(owner, before, content, descriptions);
    if (refusal !== undefined) {
      const errorReason = answerFailures[refusal];
      const failed: AnswerRecord = {
        ...before,
        content: cancelled(before.content, errorReason),
        status: "failed",
        errorReason,
      };
      if (!(await records.resume(owner, before, failed, answers.lease()))) return { response: { ok: false } };
      const message = describeAnswer(failed);
      return {
        response: { ok: true, message },
        after: () => clients.toLoaded(owner, chatId, { event: "settle", message }),
      };
    }
    const after: AnswerRecord = {
      ...before,
      content,
      status: goesOn ? "generating" : "awaiting-tool",
      run: { ...before.run, descriptions },
    };
    if (!(await records.resume(owner, before, after, answers.lease()))) return { response: { ok: false } };
    const all = client.loaded.has(chatId) ? [] : (await trees.read(owner, chatId)).messages;
    return {
      response: { ok: true, message: describeAnswer(after) },
      after() {
        show(client, chatId, all, [after]);
        if (goesOn) answers.start(owner, after, input);
      },
    };
  }

  /** Why an answer does not take the result of a tool: it becomes part of the message. */
  async function refusalOfResult(
    owner: ChatOwner,
    { chatId, content: before, run }: AnswerRecord,
    content: AnswerRecord["content"],
    descriptions: AnswerRecord["run"]["descriptions"],
  ): Promise<AnswerFailure | undefined> {
    const bytes = bytesOf(content) + bytesOf(descriptions);
    if (bytes > limits.answerBytes) return "toolResultTooLong";
    const more = bytes - bytesOf(before) - bytesOf(run.descriptions);
    return space.admit(owner, Math.max(more, 0), (await records.contents(owner, chatId)).bytes);
  }

  return {
    async "get-chats"({ owner }, { cursor, pageSize = limits.chatsPerPage, query = {} }) {
      const { metadata } = query;
      const scope = { project: owner.project, list: `chats of ${keyOf(owner)} ${JSON.stringify(metadata ?? {})}` };
      const key = cursor === undefined ? undefined : cursors.decode(scope, cursor);
      const after = key && { at: Number(key[0]), id: String(key[1]) };
      // One more tells whether there is a next page.
      const found = await records.list(owner, { limit: pageSize + 1, after, metadata });
      const chats = found.slice(0, pageSize);
      const last = chats.at(-1);
      const more = found.length > pageSize && last !== undefined;
      const nextCursor = more ? cursors.encode(scope, [last.lastMessageAt ?? last.createdAt, last.id]) : null;
      return { response: { chats: chats.map(describeChat), nextCursor } };
    },

    async "get-or-create-chat"(client, { id, options: given }) {
      const { owner } = client;
      if ((await records.find(owner, id)) === undefined) {
        const refusal = await space.admit(owner, bytesOf(given ?? {}) + rowBytes, 0);
        if (refusal !== undefined) throw new CommandFailed(`${answerFailures[refusal]}.`);
      }
      const chat = describeChat(await openChat(owner, id, given));
      return {
        response: { chat },
        after: () => clients.toAll(client.owner, { event: "sync", chats: [chat] }, client),
      };
    },

    async "get-message-tree"(client, { chatId }) {
      const { chat, messages } = await trees.read(client.owner, chatId);
      return {
        response: { chatId, chat: describeChat(chat), messages: messages.map(describeMessage) },
        after: () => void client.loaded.add(chatId),
      };
    },

    async "delete-chat"(client, { chatId }) {
      answers.drop(client.owner, (answer) => answer.chatId === chatId);
      await records.delete(client.owner, chatId);
      space.freed(client.owner);
      return {
        response: { chatId },
        after: () => clients.toAll(client.owner, { event: "sync", "-chats": [chatId] }, client),
      };
    },

    async "clear-chat"(client, { chatId }) {
      answers.drop(client.owner, (answer) => answer.chatId === chatId);
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
      answers.drop(client.owner, ({ id }) => id === messageId);
      await records.deleteMessage(client.owner, messageId, now());
      space.freed(client.owner);
      return {
        response: { chatId, messageId },
        after: () => clients.toAll(client.owner, { event: "sync", "-messages": [{ id: messageId, chatId }] }, client),
      };
    },

    "ask-in-chat": ask,
    "set-tool-result": resume,

    async "abort-ai"({ owner }, { messageId }) {
      await answers.abort(owner, messageId);
      return { response: { ok: true } as const };
    },
  };
}
