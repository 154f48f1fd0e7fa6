/** What the commands of the AI socket have in common. */
import type { AiCommandName, AiRequest, AiResponse, Limits } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import type { AnswerBudget } from "../copilots/answer-ports.ts";
import type { RunInput } from "./answer-run.ts";
import type { Answers } from "./answers.ts";
import type { ChatClient, ChatClients } from "./chat-clients.ts";
import type { ChatMessageRecord, ChatOwner, ChatRecord, ChatRecords } from "./chat-records.ts";
import type { ChatSpace } from "./chat-space.ts";
import type { ChatTrees } from "./chat-trees.ts";
import { describeMessage } from "./describe-chat.ts";
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
  readonly limits: Limits;
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

export type ChatCommandHandler<C extends AiCommandName> = (
  client: ChatClient,
  request: AiRequest<C>,
) => Promise<Handled<C>>;
export type ChatCommands = { readonly [C in AiCommandName]: ChatCommandHandler<C> };

/** What a row of a message or chat takes beside its content. */
export const rowBytes = 300;

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The chat, which is created if there is none. */
export async function openChat(
  { records, now, limits }: Pick<ChatCommandsOptions, "records" | "now" | "limits">,
  owner: ChatOwner,
  id: string,
  { title = "", metadata = {} }: { title?: string; metadata?: ChatRecord["metadata"] } = {},
): Promise<ChatRecord> {
  const chat = await records.create(owner, { id, title, metadata, createdAt: now() }, limits.chatsPerUser);
  if (chat === "full") throw new CommandFailed(`A user has at most ${limits.chatsPerUser} chats.`);
  return chat;
}

/** Checks what a client sends for the model. */
export function inputOf(
  { tools = [], knowledge = [] }: AiRequest<"ask-in-chat">["generationOptions"],
  limits: Limits,
): RunInput {
  if (tools.length > limits.toolsPerAnswer)
    throw new CommandFailed(`At most ${limits.toolsPerAnswer} tools are allowed.`);
  if (JSON.stringify(knowledge).length > limits.chatKnowledge)
    throw new CommandFailed(`Knowledge may have at most ${limits.chatKnowledge} bytes.`);
  return { tools, knowledge };
}

/** Shows changed messages: to those who have the chat, and to the asker all of it if they have it not. */
export function show(
  { answers, clients }: Pick<ChatCommandsOptions, "answers" | "clients">,
  client: ChatClient,
  chatId: string,
  all: readonly ChatMessageRecord[],
  changed: readonly ChatMessageRecord[],
) {
  const { owner } = client;
  if (!client.loaded.has(chatId)) {
    client.loaded.add(chatId);
    if (all.length > 0) client.send({ event: "sync", messages: [...all, ...changed].map(describeMessage) });
    answers.want(client, all);
  }
  clients.toLoaded(owner, chatId, { event: "sync", messages: changed.map(describeMessage) }, client);
}
