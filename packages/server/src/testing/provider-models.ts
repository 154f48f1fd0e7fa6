/** Models of a loopback provider, as answers call them. */
import type { ModelCall, ModelChoice, ModelEvent } from "@weft/collab";
import { ModelFailure } from "@weft/collab";
import { answerFailures, limits } from "@weft/protocol";
import type { CopilotProvider, Limits, ProjectId } from "@weft/protocol";
import { createModels } from "../models/models.ts";

/** The provider of `@weft/testkit`, as far as it is called here. */
export interface LoopbackProvider {
  readonly urls: Readonly<Record<CopilotProvider, string>>;
}

export const modelNames: Readonly<Record<CopilotProvider, string>> = {
  openai: "gpt-5",
  anthropic: "claude-sonnet-4-6",
  google: "gemini-2.5-flash",
  "openai-compatible": "llama",
};

export function modelsOf({ urls }: LoopbackProvider, change: Partial<Limits> = {}) {
  const { openai, anthropic, google } = urls;
  const bounds = { ...limits, ...change };
  return createModels({ urls: { openai, anthropic, google }, guardedFetch: () => fetch, limits: bounds });
}

/** The model of a provider. Failed requests are not tried again unless the settings say so. */
export function choiceOf(
  { urls }: LoopbackProvider,
  provider: CopilotProvider,
  change: Partial<ModelChoice> = {},
): ModelChoice {
  return {
    provider,
    name: modelNames[provider],
    apiKey: "key-of-test",
    settings: { maxRetries: 0 },
    ...(provider === "openai-compatible" && {
      compatible: { name: "Own", baseUrl: `${urls[provider]}/`, ofOperator: false },
    }),
    ...change,
  };
}

export interface Asked {
  readonly events: readonly ModelEvent[];
  /** What users read, if it failed. */
  readonly failure: string | undefined;
  readonly error: unknown;
  /** Of the `end` event. */
  readonly record: string | undefined;
}

/** Calls a model of the provider, and collects what it streams. */
export async function ask(
  provider: LoopbackProvider,
  name: CopilotProvider,
  {
    model,
    seen,
    bounds,
    ...change
  }: Partial<Omit<ModelCall, "model">> & {
    readonly model?: Partial<ModelChoice>;
    readonly bounds?: Partial<Limits>;
    readonly seen?: (event: ModelEvent) => void;
  } = {},
): Promise<Asked> {
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    const stream = modelsOf(provider, bounds).stream({
      project: "p1" as ProjectId,
      model: choiceOf(provider, name, model),
      instructions: "Be brief.",
      turns: [{ role: "user", text: "Where?" }],
      tools: [],
      signal: new AbortController().signal,
      ...change,
    });
    for await (const event of stream) {
      events.push(event);
      seen?.(event);
    }
  } catch (thrown) {
    error = thrown;
  }
  const end = events.at(-1);
  return {
    events,
    error,
    failure: error instanceof ModelFailure ? answerFailures[error.failure] : undefined,
    record: end?.type === "end" ? end.record : undefined,
  };
}

export const textIn = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("");
