/** What a model is shown of a chat: the path from its root to the message that is answered. */
import type { AiAssistantPart } from "@weft/protocol";
import type { AnswerRecord, ChatMessageRecord } from "./chat-records.ts";
import type { ModelStep, ToolOutput, ToolResultTurn, Turn } from "../copilots/model.ts";

/** A model call of an answer, as it is stored with the answer and never sent to clients. */
export interface StoredStep {
  /** Of the provider. */
  readonly record: string;
  /** The calls in it, and the results of those that the server carried out. */
  readonly calls: readonly { readonly id: string; readonly name: string }[];
  readonly results: readonly ToolResultTurn[];
}

/** The messages from the root to this one; deleted ones are left out. */
export function pathTo(messages: ReadonlyMap<string, ChatMessageRecord>, id: string): readonly ChatMessageRecord[] {
  const path: ChatMessageRecord[] = [];
  const seen = new Set<string>();
  for (let at: string | null = id; at !== null && !seen.has(at);) {
    seen.add(at);
    const message: ChatMessageRecord | undefined = messages.get(at);
    if (message === undefined) break;
    if (message.deletedAt === undefined) path.push(message);
    at = message.parentId;
  }
  return path.toReversed();
}

/** The turns of a path. `model` names provider and model: records of another one are not used. */
export function turnsOf(path: readonly ChatMessageRecord[], model: string): readonly Turn[] {
  return path.flatMap((message): Turn[] => {
    if (message.role === "user") {
      const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
      return [{ role: "user", text }];
    }
    const steps = stepsOf(message, model);
    return steps.length === 0 ? [] : [{ role: "assistant", steps }];
  });
}

/** The steps of an answer: as the provider recorded them, or rebuilt from its parts. */
export function stepsOf(answer: AnswerRecord, model: string): readonly ModelStep[] {
  const { run, content } = answer;
  if (run.model !== model || run.record.length === 0) return rebuiltSteps(content, run.descriptions);
  const outcomes = new Map(resultsOf(content, run.descriptions).map((result) => [result.id, result]));
  const steps = run.record.map((text): ModelStep => {
    const { record, calls, results } = JSON.parse(text) as StoredStep;
    const own = new Map(results.map((result) => [result.id, result]));
    return {
      record,
      content: [],
      results: calls.map(({ id, name }) => own.get(id) ?? outcomes.get(id) ?? { id, name, output: notExecuted }),
    };
  });
  // An answer that stopped in the middle of a step has text after its last record.
  const rest = answer.status === "failed" ? trailingText(content) : "";
  return rest === "" ? steps : [...steps, { content: [{ type: "text", text: rest }], results: [] }];
}

const notExecuted: ToolOutput = { kind: "error", text: "The tool was not executed." };

function trailingText(parts: readonly AiAssistantPart[]): string {
  const texts: string[] = [];
  for (const part of parts.toReversed())
    if (part.type === "text") texts.unshift(part.text);
    else if (part.type !== "sources") break;
  return texts.join("");
}

/** A step ends where text follows a tool. */
function rebuiltSteps(
  parts: readonly AiAssistantPart[],
  descriptions: Readonly<Record<string, string>>,
): readonly ModelStep[] {
  const steps: { content: ModelStep["content"][number][]; results: ToolResultTurn[] }[] = [];
  for (const part of parts) {
    if (part.type === "text") {
      let step = steps.at(-1);
      if (step === undefined || step.results.length > 0) steps.push((step = { content: [], results: [] }));
      step.content.push({ type: "text", text: part.text });
    }
    if (part.type !== "tool-invocation" || part.stage === "receiving") continue;
    const { invocationId: id, name, args } = part;
    let step = steps.at(-1);
    if (step === undefined) steps.push((step = { content: [], results: [] }));
    step.content.push({ type: "call", id, name, args });
    step.results.push(resultsOf([part], descriptions)[0] ?? { id, name, output: notExecuted });
  }
  return steps;
}

/** The outcomes of invocations that clients carried out. */
function resultsOf(
  parts: readonly AiAssistantPart[],
  descriptions: Readonly<Record<string, string>>,
): readonly ToolResultTurn[] {
  return parts.flatMap((part): ToolResultTurn[] => {
    if (part.type !== "tool-invocation" || part.stage !== "executed") return [];
    const { invocationId: id, name, result } = part;
    return [{ id, name, output: outputOf(result, Object.hasOwn(descriptions, id) ? descriptions[id] : undefined) }];
  });
}

type Executed = Extract<Extract<AiAssistantPart, { type: "tool-invocation" }>, { stage: "executed" }>;

function outputOf(result: Executed["result"], description: string | undefined): ToolOutput {
  switch (result.type) {
    case "success":
      return {
        kind: "json",
        value: description === undefined ? result.data : { data: result.data, description },
      };
    case "error":
      return { kind: "error", text: result.error };
    case "cancelled":
      return { kind: "denied", reason: result.reason ?? "The user cancelled the tool." };
  }
}
