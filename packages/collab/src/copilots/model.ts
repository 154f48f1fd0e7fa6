/**
 * What answers need of a model. `server` implements it with the packages of the providers; tests script it.
 */
import type { AnswerFailure, JsonObject, ProjectId } from "@weft/protocol";
import type { CopilotInUse } from "./copilot-in-use.ts";

/** The model that a copilot has. */
export type ModelChoice = NonNullable<CopilotInUse["model"]>;

/** What a tool returned, as the model reads it. */
export type ToolOutput =
  | { readonly kind: "json"; readonly value: JsonObject }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "error"; readonly text: string }
  | { readonly kind: "denied"; readonly reason: string };

export interface ToolResultTurn {
  readonly id: string;
  readonly name: string;
  readonly output: ToolOutput;
}

/** One call of a model in an earlier answer, and the results of the tools that it called. */
export interface ModelStep {
  /** The messages as the provider shaped them, as an earlier `end` event gave them; only for the same model. */
  readonly record?: string;
  /** Used where there is no record. */
  readonly content: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "call"; readonly id: string; readonly name: string; readonly args: JsonObject }
  )[];
  /** One for every call of the step. */
  readonly results: readonly ToolResultTurn[];
}

export type Turn =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly steps: readonly ModelStep[] };

export interface ModelTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
}

export interface ModelCall {
  /** For which it is called. */
  readonly project: ProjectId;
  readonly model: ModelChoice;
  readonly instructions: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly ModelTool[];
  /** The tool that the model must call in this step. */
  readonly mustCall?: string;
  readonly signal: AbortSignal;
}

/** A piece of an answer as a model streams it. Instants are not the model's. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  /** Arguments of a tool begin to arrive; `call` ends them. */
  | { readonly type: "call-begins"; readonly id: string; readonly name: string }
  | { readonly type: "arguments"; readonly id: string; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly args: JsonObject }
  /** A call that is none: an unknown tool, or arguments that are no JSON object. */
  | { readonly type: "invalid-call"; readonly id: string; readonly name: string; readonly problem: string }
  /** The provider searches the web; the same id again when it is done, with what it found. */
  | {
      readonly type: "web-search";
      readonly id: string;
      readonly query?: string;
      readonly sources?: readonly { readonly url: string; readonly title?: string }[];
    }
  | { readonly type: "source"; readonly url: string; readonly title?: string }
  | { readonly type: "end"; readonly record: string; readonly usage: ModelUsage };

/** Tokens. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  /** False where the provider has said nothing about them. */
  readonly isReported?: boolean;
}

/** A call of a model that failed, in the words that users see. `cause` is for the log. */
export class ModelFailure extends Error {
  override name = "ModelFailure";
  readonly failure: AnswerFailure;
  constructor(failure: AnswerFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** What a model reads that calls a tool which is not offered. */
export function unknownTool(name: string): string {
  return `There is no tool "${name}". Use one of the tools that are listed.`;
}

export interface Models {
  /** Rejects with `ModelFailure`, or with the reason of the signal. */
  stream(call: ModelCall): AsyncIterable<ModelEvent>;
  /** A short text without tools. Rejects like `stream`. */
  text(call: Omit<ModelCall, "tools" | "mustCall"> & { readonly maxTokens: number }): Promise<{
    readonly text: string;
    readonly usage: ModelUsage;
  }>;
}
