import { isStreamStep, piecesOf, providerUsage } from "./answer.ts";
import type { ProviderEvent, ProviderFault, ProviderFormat } from "./answer.ts";

const usage = {
  prompt_tokens: providerUsage.input,
  completion_tokens: providerUsage.output,
  total_tokens: providerUsage.input + providerUsage.output,
};
const reasons = { stop: "stop", length: "length", filter: "content_filter" } as const;

/** OpenAI's chat completions, as compatible providers serve them: `POST /chat/completions`. */
export const chatCompletions: ProviderFormat = {
  *events({ pieces, finish, model }) {
    const chunk = (delta: object, finishReason: string | null = null): ProviderEvent => ({
      data: {
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1_700_000_000,
        model,
        choices: [{ index: 0, delta, finish_reason: finishReason }],
      },
    });
    const begun = (index: number, id: string, name: string) =>
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] });
    const more = (index: number, text: string) => chunk({ tool_calls: [{ index, function: { arguments: text } }] });
    let calls = 0;
    yield chunk({ role: "assistant", content: "" });
    for (const piece of pieces) {
      if (isStreamStep(piece)) yield piece;
      else if ("text" in piece) yield chunk({ content: piece.text });
      else if ("cited" in piece) yield chunk({ content: piece.cited });
      else if ("reasoning" in piece) yield chunk({ reasoning_content: piece.reasoning });
      else if ("error" in piece) {
        yield chatCompletions.streamFault(piece.error);
        return;
      } else if ("call" in piece) {
        const index = calls++;
        yield begun(index, piece.call.id, piece.call.name);
        for (const text of piecesOf(piece.call.arguments)) yield more(index, text);
      } else if ("calls" in piece) {
        const first = calls;
        calls += piece.calls.length;
        for (const [n, { id, name }] of piece.calls.entries()) yield begun(first + n, id, name);
        const rounds = Math.max(...piece.calls.map((call) => call.arguments.length));
        for (let round = 0; round < rounds; round++)
          for (const [n, call] of piece.calls.entries()) {
            const text = call.arguments[round];
            if (text !== undefined) yield more(first + n, text);
          }
      }
    }
    yield chunk({}, finish === "stop" && calls > 0 ? "tool_calls" : reasons[finish]);
    yield {
      data: {
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1_700_000_000,
        model,
        choices: [],
        usage,
      },
    };
    yield { data: "[DONE]" };
  },
  whole: (text, model) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage,
  }),
  fault: openAiFault,
  streamFault: (fault) => ({ data: openAiFault(fault).body }),
};

/** Errors of OpenAI, which compatible providers copy. */
export function openAiFault(fault: ProviderFault): { readonly status: number; readonly body: object } {
  const [status, type, code, message] = openAiFaults[fault];
  return { status, body: { error: { message, type, param: null, code } } };
}

const openAiFaults: { readonly [F in ProviderFault]: readonly [number, string, string | null, string] } = {
  schema: [
    400,
    "invalid_request_error",
    "invalid_function_parameters",
    "Invalid schema for function 'region': In context=(), 'additionalProperties' is required to be supplied and to be false.",
  ],
  request: [400, "invalid_request_error", null, "Unsupported parameter: 'temperature' at https://provider.example/v1."],
  key: [401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided: key-of-****test."],
  permission: [403, "invalid_request_error", "unsupported_country_region_territory", "Country is not supported."],
  rate: [429, "requests", "rate_limit_exceeded", "Rate limit reached for requests."],
  quota: [
    429,
    "insufficient_quota",
    "insufficient_quota",
    "You exceeded your current quota, please check your plan and billing details.",
  ],
  internal: [500, "server_error", null, "The server had an error while processing your request."],
  overloaded: [503, "server_error", null, "The engine is currently overloaded, please try again later."],
  unavailable: [503, "server_error", null, "The service is unavailable."],
};
