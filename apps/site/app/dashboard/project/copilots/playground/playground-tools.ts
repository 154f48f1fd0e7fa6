import type { AiToolDescription, AiToolResult, JsonObject } from "@weft/protocol";
import type { ChatTools } from "../../../../assistant/chat-client/chat-tool.ts";
import { readItem, storeItem } from "../../../../storage/browser-storage.ts";

/** A tool as it is typed: a member of the team gives its results by hand. */
export interface PlaygroundTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: string;
}

export const emptyTool: PlaygroundTool = {
  name: "",
  description: "",
  parameters: JSON.stringify({ type: "object", properties: {} }, null, 2),
};

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with each field. `others`: the names that are taken. */
export function toolFaults(
  { name, parameters }: PlaygroundTool,
  others: readonly string[],
): Partial<Record<keyof PlaygroundTool, string>> {
  const schema = objectIn(parameters);
  return {
    ...(!/^[\w-]{1,64}$/.test(name)
      ? { name: "Enter up to 64 letters, digits, hyphens and underscores" }
      : others.includes(name) && { name: "Another tool has this name" }),
    ...(schema === undefined
      ? { parameters: "Enter a JSON object" }
      : schema["type"] !== "object" && { parameters: 'The schema must have "type": "object"' }),
  };
}

/** The tools as the copilot is offered them. They wait for a result. */
export function offeredIn(tools: readonly PlaygroundTool[]): ChatTools {
  return Object.fromEntries(
    tools.map(
      ({ name, description, parameters }): [string, Omit<AiToolDescription, "name"> & { description: string }] => [
        name,
        { description, parameters: objectIn(parameters) ?? {} },
      ],
    ),
  );
}

/** A result that was entered as JSON; undefined if it is not an object. */
export function resultIn(text: string): AiToolResult | undefined {
  const data = objectIn(text);
  return data && { data };
}

const keyOf = (copilotId: string) => `weft:playground-tools:${copilotId}`;

/** The tools of a copilot in this browser. */
export function readTools(copilotId: string): readonly PlaygroundTool[] {
  try {
    const stored: unknown = JSON.parse(readItem(keyOf(copilotId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isTool) : [];
  } catch {
    return [];
  }
}

export function writeTools(copilotId: string, tools: readonly PlaygroundTool[]): void {
  storeItem(keyOf(copilotId), JSON.stringify(tools));
}

function isTool(value: unknown): value is PlaygroundTool {
  const tool = value as Partial<PlaygroundTool> | null;
  return [tool?.name, tool?.description, tool?.parameters].every((text) => typeof text === "string");
}
