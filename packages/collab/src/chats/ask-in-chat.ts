import { answerFailures } from "@weft/protocol";
import type { AiRequest, AnswerFailure, Limits } from "@weft/protocol";
import { bytesOf, CommandFailed, inputOf, openChat, rowBytes, show } from "./chat-command.ts";
import type { ChatCommandHandler, ChatCommandsOptions } from "./chat-command.ts";
import type { AnswerRecord, ChatMessageRecord, ChatOwner } from "./chat-records.ts";
import { describeAnswer, describeChat, describeUserMessage } from "./describe-chat.ts";

/** Asks a question, or one again whose answer was not good enough. */
export function createAskInChat(options: ChatCommandsOptions): ChatCommandHandler<"ask-in-chat"> {
  const { records, clients, answers, trees, refused, now, limits } = options;
  return async (client, request) => {
    const { owner } = client;
    const { chatId, sourceMessage, targetMessageId, generationOptions } = request;
    const input = inputOf(generationOptions, limits);
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
    const { question, unstored } = await questionOf(options, owner, request);
    let at = Math.max(now(), lastAt + 1);
    const added: ChatMessageRecord[] = unstored.map((message) => ({ ...message, createdAt: at++ }));
    const answer = answerTo(question, request, at, limits);
    const asksNow = added.find(({ id }) => id === question.id);
    const response = {
      ...(typeof sourceMessage !== "string" &&
        asksNow?.role === "user" && { sourceMessage: describeUserMessage(asksNow) }),
      targetMessage: describeAnswer(answer),
    };
    const refusal = await refusalOf(options, owner, question, [...added, answer], bytes);
    // Nothing is stored of it: what is refused costs nothing.
    if (refusal !== undefined) {
      const failed: AnswerRecord = { ...answer, status: "failed", errorReason: answerFailures[refusal] };
      refused.add(owner, asksNow === undefined ? [failed] : [asksNow, failed]);
      return { response, after: () => client.send({ event: "settle", message: describeAnswer(failed) }) };
    }
    // Not before: a question that fails leaves no chat behind.
    const chat = await openChat(options, owner, chatId);
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
        show(options, client, chatId, all, [...added, answer]);
        answers.start(owner, answer, input);
      },
    };
  };
}

/** The question of a request, and the messages that have to be stored with its answer: the question, if it is new, after refused ones. */
async function questionOf(
  { records, refused }: Pick<ChatCommandsOptions, "records" | "refused">,
  owner: ChatOwner,
  { chatId, sourceMessage }: AiRequest<"ask-in-chat">,
): Promise<{ readonly question: ChatMessageRecord; readonly unstored: readonly ChatMessageRecord[] }> {
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
    if ((await records.message(owner, id)) !== undefined) throw new CommandFailed(`There is another message "${id}".`);
    unstored.push(question);
  }
  return { question, unstored };
}

/** An answer that is about to be generated. */
function answerTo(
  question: ChatMessageRecord,
  { chatId, targetMessageId, generationOptions }: AiRequest<"ask-in-chat">,
  createdAt: number,
  limits: Limits,
): AnswerRecord {
  return {
    id: targetMessageId,
    chatId,
    parentId: question.id,
    role: "assistant",
    status: "generating",
    content: [],
    ...(generationOptions.copilotId !== undefined && { copilotId: generationOptions.copilotId }),
    createdAt,
    run: {
      stream: generationOptions.stream ?? true,
      timeoutMs: Math.min(generationOptions.timeout ?? limits.answerTimeoutMs, limits.answerTimeoutMaxMs),
      steps: 0,
      record: [],
      descriptions: {},
    },
  };
}

/** Why a question is not answered. Messages that are added for it are admitted otherwise. */
async function refusalOf(
  { answers, space, budget, limits }: ChatCommandsOptions,
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
