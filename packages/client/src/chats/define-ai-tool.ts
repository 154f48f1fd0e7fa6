/** A tool that an application lends to its copilots. */
import type { AiAssistantPart, AiToolOutcome, Json, JsonObject } from "@weft/protocol/types";

/** JSON Schema of an object. */
export interface ToolSchema {
  readonly type: "object";
  readonly properties?: { readonly [name: string]: Json };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly [keyword: string]: unknown;
}

/** What arguments of this JSON Schema look like. */
export type ArgumentsOf<S> = S extends { readonly type: "object"; readonly properties: infer P }
  ? { readonly [K in keyof P as K extends RequiredOf<S> ? K : never]: ValueOf<P[K]> } & {
      readonly [K in keyof P as K extends RequiredOf<S> ? never : K]?: ValueOf<P[K]>;
    }
  : JsonObject;
type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;
type ValueOf<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: "string" }
      ? string
      : S extends { readonly type: "number" | "integer" }
        ? number
        : S extends { readonly type: "boolean" }
          ? boolean
          : S extends { readonly type: "null" }
            ? null
            : S extends { readonly type: "array"; readonly items: infer I }
              ? ValueOf<I>[]
              : S extends { readonly type: "object" }
                ? ArgumentsOf<S>
                : Json;

/** The part of a copilot's message that is a call of a tool, with its stage, arguments and result. */
export type ToolInvocation = Extract<AiAssistantPart, { readonly type: "tool-invocation" }>;

export interface ToolContext {
  readonly name: string;
  readonly invocationId: string;
}

type InStage<S extends ToolInvocation["stage"]> = Omit<
  Extract<ToolInvocation, { readonly stage: S }>,
  "partialArgs" | "args" | "result"
>;

type SuccessOutcome<R extends JsonObject> = { readonly type: "success"; readonly data: R };
type OtherOutcome = Exclude<AiToolOutcome, { readonly type: "success" }>;
type OutcomeMember = "data" | (OtherOutcome extends infer O ? (O extends unknown ? keyof O : never) : never);
type WithAllMembers<O> = O extends unknown
  ? O & { readonly [K in Exclude<OutcomeMember, keyof O>]?: undefined }
  : never;

/** The outcome of a tool, with the type of its data. Each variant has the members of all, so that `result?.data` can be read. */
type OutcomeOf<R extends JsonObject> = WithAllMembers<SuccessOutcome<R> | OtherOutcome>;

/** An invocation with the types of its tool. Each variant has the members of all, so that it can be destructured. */
type InvocationOf<A, R extends JsonObject> =
  | (InStage<"receiving"> & {
      readonly partialArgs: JsonObject;
      readonly args?: undefined;
      readonly result?: undefined;
    })
  | (InStage<"executing"> & { readonly partialArgs?: undefined; readonly args: A; readonly result?: undefined })
  | (InStage<"executed"> & {
      readonly partialArgs?: undefined;
      readonly args: A;
      readonly result: OutcomeOf<R>;
    });

/** What a tool that is shown is given: its invocation, and how to answer it. */
export type ToolProps<A, R extends JsonObject> = InvocationOf<A, R> & {
  /** It is ignored unless the invocation is executing. Without a result: success, with no data. */
  readonly respond: (result?: ResultOf<R>) => void;
  readonly types: { readonly A: A; readonly R: R };
};

export type ResultOf<R extends JsonObject> =
  | { readonly data: R; readonly description?: string }
  | { readonly error: string }
  | { readonly cancel: true | string };

/** A tool that a copilot may call: its parameters, what it does, and what a chat shows of a call. */
export interface ToolDefinition<A = JsonObject, R extends JsonObject = JsonObject> {
  readonly description?: string;
  readonly parameters: ToolSchema;
  /** Runs at once, in the tab that asked. Without it, the tool waits for `respond`. */
  readonly execute?: (
    args: A,
    context: ToolContext,
  ) => ResultOf<R> | undefined | void | Promise<ResultOf<R> | undefined | void>;
  readonly render?: (props: ToolProps<A, R>) => unknown;
  /** A tool that is not enabled is not offered to copilots; its earlier invocations are still shown. By default true. */
  readonly enabled?: boolean;
}

/**
 * Gives a tool the types of its arguments and of its result.
 *
 * @example
 * const weather = defineAiTool<{ degrees: number }>()({
 *   parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
 *   execute: async ({ city }) => ({ data: { degrees: await degreesIn(city) } }),
 * });
 */
export function defineAiTool<R extends JsonObject>() {
  return <const S extends ToolSchema>(
    definition: Omit<ToolDefinition<ArgumentsOf<S>, R>, "parameters"> & { readonly parameters: S },
  ): ToolDefinition => definition as unknown as ToolDefinition;
}
