import type { AiAssistantPart, AiToolResult, JsonObject } from "@weft/protocol";
import type { ComponentType } from "react";
import type { ChatTool } from "../chat-client/chat-tool.ts";

export type ToolPart = Extract<AiAssistantPart, { type: "tool-invocation" }>;

export interface ToolViewProps {
  readonly part: ToolPart;
  /** Answers the assistant; only while the part is `executing`. */
  readonly respond: (result: AiToolResult) => void;
}

/** A tool of the site's assistant, and how the conversation shows it. */
export interface AssistantTool extends ChatTool {
  /** One line while it runs, and one when it is done. */
  readonly running: string;
  readonly done: (data: JsonObject) => string;
  /** What is shown instead of the line: a form, a chart. */
  readonly View?: ComponentType<ToolViewProps>;
  /** What a form that is passed over by the next message answers. */
  readonly passedOver?: (args: JsonObject) => string;
}

/** Parameters of a tool as JSON Schema. All members are required; those that may be left out are nullable. */
export function parameters(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** The schema of a text that may be null. */
export const optionalText = (description: string): JsonObject => ({ type: ["string", "null"], description });

export const optionalCount = (description: string): JsonObject => ({ type: ["integer", "null"], description });

/** An argument that is a text which is not empty. */
export function textArgument(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An argument that is one of these words. */
export function wordArgument<W extends string>(args: JsonObject, name: string, words: readonly W[]): W | undefined {
  return words.find((word) => word === args[name]);
}

/** What is known of the arguments in any stage. */
export function argumentsOf(part: ToolPart): JsonObject {
  return part.stage === "receiving" ? part.partialArgs : part.args;
}

/** What a tool has returned; empty while it has not, or has failed. */
export function dataOf(part: ToolPart): JsonObject {
  return part.stage === "executed" && part.result.type === "success" ? part.result.data : {};
}

/** A member that is a text; empty if it is none. */
export function textOf(data: JsonObject, name: string): string {
  return textArgument(data, name) ?? "";
}
