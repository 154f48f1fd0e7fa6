/** Titles of chats that have none: a few words of the copilot's model, or of the first question. */
import { limits as platformLimits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { CopilotInUse } from "../copilots/copilot-in-use.ts";
import type { AnswerBudget, AnswerClock } from "../copilots/answer-ports.ts";
import type { ChatClients } from "./chat-clients.ts";
import type { ChatOwner, ChatRecords } from "./chat-records.ts";
import { turnsOf } from "./conversation.ts";
import { describeChat } from "./describe-chat.ts";
import { readFirstMessages } from "./read-messages.ts";
import type { Models } from "../copilots/model.ts";

export interface TitlesOptions {
  readonly records: ChatRecords;
  readonly clients: ChatClients;
  readonly models: Models;
  readonly budget: AnswerBudget;
  readonly clock: AnswerClock;
  /** Holds back the commands of the user meanwhile. */
  readonly alone: Alone;
  readonly limits?: Pick<Limits, "chatTitleTimeoutMs">;
}

/** Runs work on a user's chats while no other does. */
export type Alone = <T>(owner: ChatOwner, work: () => Promise<T>) => Promise<T>;

const longest = 60;
const maxTokens = 24;
const instructions =
  "Give this conversation a title of at most six words, in its language. Answer with the title alone, without quotes and without a period.";

export function createTitles({
  records,
  clients,
  models,
  budget,
  clock,
  alone,
  limits = platformLimits,
}: TitlesOptions) {
  async function ofModel(owner: ChatOwner, chatId: string, copilot: CopilotInUse): Promise<string> {
    const { model } = copilot;
    if (model === undefined) return "";
    const controller = new AbortController();
    const timer = clock.setTimer(limits.chatTitleTimeoutMs, () => controller.abort());
    try {
      const messages = await readFirstMessages(records, owner, chatId);
      const turns = turnsOf(messages.slice(0, 2), "");
      const { text, usage } = await models.text({
        project: owner.project,
        model,
        instructions,
        turns,
        maxTokens,
        signal: controller.signal,
      });
      budget.spent(owner.project, copilot.id, usage);
      return text;
    } finally {
      timer.cancel();
    }
  }

  return {
    /** Gives a chat without a title one, and shows it to the user. */
    async give(owner: ChatOwner, chatId: string, copilot: CopilotInUse): Promise<void> {
      const chat = await records.find(owner, chatId);
      if (chat === undefined || chat.title !== "") return;
      const suggested = tidied(await ofModel(owner, chatId, copilot).catch(() => ""));
      const title = suggested === "" ? await ofQuestion(owner, chatId) : suggested;
      if (title === "") return;
      await alone(owner, async () => {
        if (!(await records.setTitle(owner, chatId, title))) return;
        const titled = await records.find(owner, chatId);
        if (titled !== undefined) clients.toAll(owner, { event: "sync", chats: [describeChat(titled)] });
      });
    },
  };

  async function ofQuestion(owner: ChatOwner, chatId: string): Promise<string> {
    const question = (await readFirstMessages(records, owner, chatId)).find(({ role }) => role === "user");
    if (question?.role !== "user") return "";
    const text = question.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
    return shortened(text.trimStart().slice(0, read).replaceAll(/\s+/g, " ").trim());
  }
}

const quotes: ReadonlySet<string> = new Set(['"', "'", "“", "”", "„", "«", "»"]);
/** Characters of an answer, or of a question, that a title is made of. */
const read = 1_000;

/** One line without quotes and a trailing period. */
export function tidied(text: string): string {
  const line = text.trimStart().slice(0, read).split("\n", 1)[0]!.trim();
  let [start, end] = [0, line.length];
  while (start < end && quotes.has(line[start]!)) start++;
  while (end > start && quotes.has(line[end - 1]!)) end--;
  if (line[end - 1] === ".") end--;
  return shortened(line.slice(start, end).trim());
}

/** Cut at the end of a word. */
function shortened(text: string): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest + 1);
  const space = cut.lastIndexOf(" ");
  return (space > 0 ? cut.slice(0, space) : cut.slice(0, longest)).toWellFormed();
}
