import type { ModelStep, ToolOutput, Turn } from "@weft/collab";
import type { JSONValue, ModelMessage, ToolResultPart } from "ai";
import type { ToolNames } from "./tool-names.ts";

/** A conversation in the shape of the providers' packages. */
export function toModelMessages(turns: readonly Turn[], names: ToolNames): ModelMessage[] {
  return turns.flatMap((turn): ModelMessage[] =>
    turn.role === "user"
      ? [{ role: "user", content: turn.text }]
      : turn.steps.flatMap((step) => [...assistantMessages(step, names), ...resultMessages(step, names)]),
  );
}

function assistantMessages(step: ModelStep, names: ToolNames): ModelMessage[] {
  // As `recordOf` wrote it.
  if (step.record !== undefined) return JSON.parse(step.record) as ModelMessage[];
  const content = step.content.map((part) =>
    part.type === "text"
      ? ({ type: "text", text: part.text } as const)
      : ({ type: "tool-call", toolCallId: part.id, toolName: names.sent(part.name), input: part.args } as const),
  );
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

function resultMessages({ results }: ModelStep, names: ToolNames): ModelMessage[] {
  if (results.length === 0) return [];
  const content = results.map(({ id, name, output }): ToolResultPart => ({
    type: "tool-result",
    toolCallId: id,
    toolName: names.sent(name),
    output: outputOf(output),
  }));
  return [{ role: "tool", content }];
}

function outputOf(output: ToolOutput): ToolResultPart["output"] {
  switch (output.kind) {
    case "json":
      return { type: "json", value: output.value as JSONValue };
    case "text":
      return { type: "text", value: output.text };
    case "error":
      return { type: "error-text", value: output.text };
    case "denied":
      return { type: "execution-denied", reason: output.reason };
  }
}

/** What is kept of a model's answer, for the next call of the same model: its messages without results of the server. */
export function recordOf(messages: readonly ModelMessage[]): string {
  return JSON.stringify(messages.filter(({ role }) => role === "assistant"));
}
