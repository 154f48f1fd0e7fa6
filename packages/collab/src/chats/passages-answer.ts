import type { CopilotInUse } from "../copilots/copilot-in-use.ts";
import type { KnowledgeSearch, Passage } from "../knowledge/knowledge-search.ts";
import type { AnswerInProgress } from "./answer-run.ts";
import type { ChatMessageRecord } from "./chat-records.ts";

export interface PassagesAnswer {
  readonly run: AnswerInProgress;
  readonly copilot: CopilotInUse;
  /** The last message is the question. */
  readonly path: readonly ChatMessageRecord[];
  /** Undefined if the copilot knows nothing. */
  readonly knowledge: KnowledgeSearch | undefined;
}

const shownPassages = 3;
const shownLength = 600;

/**
 * Answers without a model: with the passages of the copilot's knowledge that fit the question, and a sentence that says so.
 * The same question has the same answer.
 */
export async function answerWithPassages({ run, copilot, path, knowledge }: PassagesAnswer): Promise<void> {
  const question = path.at(-1);
  const text =
    question?.role === "user"
      ? question.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ")
      : "";
  const found = knowledge === undefined || text.trim() === "" ? [] : await searched(run, copilot, knowledge, text);
  const lines =
    found.length === 0
      ? [
          "_No AI provider is configured, so this is not an answer of a language model._",
          knowledge === undefined
            ? "An operator can configure a provider with the setting `WEFT_AI_PROVIDER`, or a copilot of the project can bring its own."
            : "The search of the documents found nothing for this question. Try other words.",
        ]
      : [
          "_No AI provider is configured, so this is not an answer of a language model. These passages of the documents fit the question best:_",
          ...found.slice(0, shownPassages).map(quoted),
        ];
  for (const line of lines) run.emit({ type: "text-delta", textDelta: `${line}\n\n` });
  for (const { url, title } of found.slice(0, shownPassages))
    if (url !== undefined) run.emit({ type: "source", kind: "url", url, title });
}

async function searched(
  run: AnswerInProgress,
  copilot: CopilotInUse,
  knowledge: KnowledgeSearch,
  query: string,
): Promise<readonly Passage[]> {
  const part = { type: "retrieval", kind: "knowledge", id: "knowledge", query, startedAt: run.instant() } as const;
  run.emit(part);
  const found = await knowledge.search(run.owner.project, copilot.id!, [query]);
  run.emit({ ...part, endedAt: run.instant() });
  return found;
}

function quoted({ title, headings, text, url }: Passage): string {
  const name = [title, ...headings].join(" › ");
  const shown = text.length > shownLength ? `${text.slice(0, shownLength).replace(/\s+\S*$/, "")} …` : text;
  return `**${url === undefined ? name : `[${name}](${url})`}**\n\n${shown.replaceAll(/^/gm, "> ")}`;
}
