/** Calls of models, through the packages of their providers. */
import type { ModelCall, ModelEvent, Models, ModelUsage } from "@weft/collab";
import { ModelFailure, unknownTool } from "@weft/collab";
import { isJsonObject, limits } from "@weft/protocol";
import { generateText, isStepCount, jsonSchema, streamText, tool } from "ai";
import type { JSONSchema7, LanguageModelUsage, TextStreamPart, ToolSet } from "ai";
import { createLeadingThoughts } from "./leading-thoughts.ts";
import type { LeadingThoughts } from "./leading-thoughts.ts";
import { openModel } from "./language-model.ts";
import type { ProviderAddresses } from "./language-model.ts";
import { toModelFailure } from "./model-failure.ts";
import { recordOf, toModelMessages } from "./model-messages.ts";
import { providerOptionsOf, settingsOf } from "./provider-options.ts";
import { createToolNames } from "./tool-names.ts";
import type { ToolNames } from "./tool-names.ts";

// Settings that a model does not know would be printed with every call.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A call whose answer is read while it is written. */
export async function* streamAnswer(call: ModelCall, addresses: ProviderAddresses): AsyncIterable<ModelEvent> {
  // The package reads the response to its end for others who may ask for it: ending the iteration does not end the request.
  const ended = new AbortController();
  try {
    yield* streamed({ ...call, signal: AbortSignal.any([call.signal, ended.signal]) }, addresses);
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    throw toModelFailure(error);
  } finally {
    ended.abort();
  }
}

/** A call whose answer is a text without tools. */
export async function answerInText(
  { project, model: choice, instructions, turns, maxTokens, signal }: Parameters<Models["text"]>[0],
  addresses: ProviderAddresses,
): ReturnType<Models["text"]> {
  try {
    const { providerTextBytes: providerResponseBytes } = addresses.limits;
    const { model } = await openModel(choice, project, {
      ...addresses,
      limits: { ...addresses.limits, providerResponseBytes },
    });
    const { text, usage } = await generateText({
      model,
      instructions,
      messages: toModelMessages(turns, createToolNames([])),
      ...settingsOf(choice),
      maxOutputTokens: maxTokens,
      abortSignal: signal,
    });
    return { text: choice.provider === "openai-compatible" ? withoutThoughts(text) : text, usage: usageOf(usage) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toModelFailure(error);
  }
}

async function* streamed(call: ModelCall, addresses: ProviderAddresses): AsyncIterable<ModelEvent> {
  const { project, model: choice, instructions, turns, tools, mustCall, signal } = call;
  const { model, providerTools } = await openModel(choice, project, addresses);
  const names = createToolNames(tools.map(({ name }) => name));
  const own: ToolSet = Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      names.sent(name),
      tool({ description, inputSchema: jsonSchema(parameters as JSONSchema7) }),
    ]),
  );
  const result = streamText({
    model,
    instructions,
    messages: toModelMessages(turns, names),
    tools: { ...providerTools, ...own },
    ...(mustCall !== undefined && { toolChoice: { type: "tool", toolName: names.sent(mustCall) } as const }),
    // One call of the model: what its tools return is decided elsewhere.
    stopWhen: isStepCount(1),
    providerOptions: providerOptionsOf(choice),
    ...settingsOf(choice),
    abortSignal: signal,
    // Errors arrive in the stream; without a listener they are printed.
    onError: () => {},
  });
  const thoughts = choice.provider === "openai-compatible" ? createLeadingThoughts() : undefined;
  const state: StreamState = { names, thoughts, found: new Set(), cited: new Set() };
  const calls = new Set<string>();
  for await (const part of result.stream) {
    if (part.type === "tool-input-start") calls.add(part.id);
    else if (part.type === "tool-call") calls.add(part.toolCallId);
    if (calls.size > limits.toolCallsPerStep) throw new ModelFailure("tooLong");
    yield* eventsOf(part, state);
  }
  const { messages } = await result.response;
  yield { type: "end", record: recordOf(messages), usage: usageOf(await result.usage) };
}

interface StreamState {
  readonly names: ToolNames;
  readonly thoughts: LeadingThoughts | undefined;
  /** Pages that searches have found: they are shown with the search. */
  readonly found: Set<string>;
  /** Pages that the text cites. */
  readonly cited: Set<string>;
}

function withoutThoughts(text: string): string {
  const thoughts = createLeadingThoughts();
  return [...thoughts.take(text), ...thoughts.end()].map((said) => (said.type === "text" ? said.text : "")).join("");
}

function* eventsOf(part: TextStreamPart<ToolSet>, state: StreamState): Iterable<ModelEvent> {
  const { names, thoughts, found, cited } = state;
  switch (part.type) {
    case "text-delta":
      if (part.text === "") break;
      if (thoughts === undefined) yield { type: "text", text: part.text };
      else yield* thoughts.take(part.text);
      break;
    case "reasoning-delta":
      if (part.text !== "") yield { type: "reasoning", text: part.text };
      break;
    case "tool-input-start":
      if (part.providerExecuted !== true) yield { type: "call-begins", id: part.id, name: names.own(part.toolName) };
      break;
    case "tool-input-delta":
      yield { type: "arguments", id: part.id, text: part.delta };
      break;
    case "tool-call": {
      const { toolCallId: id, toolName, input, providerExecuted } = part;
      const name = names.own(toolName);
      if (providerExecuted === true) yield { type: "web-search", id, ...queryOf(input) };
      else if (!names.knows(toolName)) yield { type: "invalid-call", id, name, problem: unknownTool(name) };
      else if (("invalid" in part && part.invalid === true) || !isJsonObject(input))
        yield { type: "invalid-call", id, name, problem: "The arguments are not valid for this tool." };
      else yield { type: "call", id, name, args: input };
      break;
    }
    case "tool-result":
      if (part.providerExecuted === true) {
        const sources = sourcesOf(part.output);
        for (const { url } of sources) found.add(url);
        yield { type: "web-search", id: part.toolCallId, ...queryOf(part.output), sources };
      }
      break;
    case "tool-error":
      // Reported by its call.
      if (part.providerExecuted === true) yield { type: "web-search", id: part.toolCallId, sources: [] };
      break;
    case "source":
      // The packages repeat what searches have found.
      if (part.sourceType === "url" && !found.has(part.url)) yield* citing([part], cited);
      break;
    case "text-end":
      if (thoughts !== undefined) yield* thoughts.end();
      yield* citing(
        (part.citations ?? []).flatMap(({ source }) => pagesIn(source)),
        cited,
      );
      break;
    case "error":
      throw toModelFailure(part.error);
    case "finish-step":
      if (part.finishReason === "length") throw new ModelFailure("tooLong");
      if (part.finishReason === "content-filter") throw new ModelFailure("contentFiltered");
      if (part.finishReason === "error") throw new ModelFailure("providerUnavailable");
      break;
    default:
      break;
  }
}

interface Page {
  readonly url: string;
  readonly title?: string;
}

/** Each page once. */
function* citing(pages: readonly Page[], cited: Set<string>): Iterable<ModelEvent> {
  for (const { url, title } of pages) {
    if (cited.has(url)) continue;
    cited.add(url);
    yield { type: "source", url, ...(title !== undefined && title !== "" && { title }) };
  }
}

function pagesIn(value: unknown): readonly Page[] {
  if (!isJsonObject(value) || typeof value["url"] !== "string") return [];
  const { url, title } = value;
  return [{ url, ...(typeof title === "string" && { title }) }];
}

/** What a provider's search was for, where it says so. */
function queryOf(value: unknown): { readonly query?: string } {
  const { query, action } = (isJsonObject(value) ? value : {}) as { query?: unknown; action?: unknown };
  if (typeof query === "string" && query !== "") return { query };
  return isJsonObject(action) && typeof action["query"] === "string" ? { query: action["query"] } : {};
}

function sourcesOf(output: unknown): readonly Page[] {
  const found: unknown = Array.isArray(output) ? output : isJsonObject(output) ? output["sources"] : [];
  return (Array.isArray(found) ? (found as unknown[]) : []).flatMap(pagesIn);
}

function usageOf({ inputTokens, outputTokens }: LanguageModelUsage): ModelUsage {
  const isReported = inputTokens !== undefined || outputTokens !== undefined;
  return { input: inputTokens ?? 0, output: outputTokens ?? 0, ...(!isReported && { isReported }) };
}
