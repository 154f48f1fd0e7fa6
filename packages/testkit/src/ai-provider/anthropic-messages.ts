import { isStreamStep, piecesOf, providerUsage } from "./answer.ts";
import type { ProviderEvent, ProviderFault, ProviderFormat } from "./answer.ts";

const usage = { input_tokens: providerUsage.input, output_tokens: 1 };
const reasons = { stop: "end_turn", length: "max_tokens", filter: "refusal" } as const;

/** Anthropic's Messages API: `POST /messages`. */
export const anthropicMessages: ProviderFormat = {
  *events({ pieces, finish, model }) {
    let index = -1;
    let calls = 0;
    const event = (type: string, fields: object): ProviderEvent => ({ event: type, data: { type, ...fields } });
    const begin = (block: object) => event("content_block_start", { index: ++index, content_block: block });
    const delta = (fields: object) => event("content_block_delta", { index, delta: fields });
    const end = () => event("content_block_stop", { index });
    yield event("message_start", {
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    });
    yield event("ping", {});
    for (const piece of pieces) {
      if (isStreamStep(piece)) yield piece;
      else if ("text" in piece) {
        yield begin({ type: "text", text: "" });
        yield delta({ type: "text_delta", text: piece.text });
        yield end();
      } else if ("cited" in piece) {
        const { url, title = null } = piece.page;
        yield begin({ type: "text", text: "", citations: [] });
        yield delta({
          type: "citations_delta",
          citation: {
            type: "web_search_result_location",
            cited_text: "cited",
            url,
            title,
            encrypted_index: "index",
          },
        });
        yield delta({ type: "text_delta", text: piece.cited });
        yield end();
      } else if ("reasoning" in piece) {
        yield begin({ type: "thinking", thinking: "", signature: "" });
        yield delta({ type: "thinking_delta", thinking: piece.reasoning });
        yield delta({ type: "signature_delta", signature: `signed ${piece.reasoning}` });
        yield end();
      } else if ("call" in piece || "calls" in piece) {
        for (const { id, name, arguments: given } of "call" in piece ? [piece.call] : piece.calls) {
          calls++;
          yield begin({ type: "tool_use", id, name, input: {} });
          for (const text of piecesOf(given)) yield delta({ type: "input_json_delta", partial_json: text });
          yield end();
        }
      } else if ("search" in piece) {
        const { id, query, pages } = piece.search;
        yield begin({ type: "server_tool_use", id, name: "web_search", input: {} });
        yield delta({ type: "input_json_delta", partial_json: JSON.stringify({ query }) });
        yield end();
        yield begin({
          type: "web_search_tool_result",
          tool_use_id: id,
          content: pages.map(({ url, title = url }) => ({
            type: "web_search_result",
            url,
            title,
            encrypted_content: "content",
            page_age: null,
          })),
        });
        yield end();
      } else {
        yield anthropicMessages.streamFault(piece.error);
        return;
      }
    }
    yield event("message_delta", {
      delta: { stop_reason: finish === "stop" && calls > 0 ? "tool_use" : reasons[finish], stop_sequence: null },
      usage: { output_tokens: providerUsage.output },
    });
    yield event("message_stop", {});
  },
  whole: (text, model) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { ...usage, output_tokens: providerUsage.output },
  }),
  fault: (fault) => {
    const [status, type, message] = faults[fault];
    return { status, body: { type: "error", error: { type, message }, request_id: "req_1" } };
  },
  streamFault: (fault) => {
    const [, type, message] = faults[fault];
    return { event: "error", data: { type: "error", error: { type, message } } };
  },
};

const faults: { readonly [F in ProviderFault]: readonly [number, string, string] } = {
  schema: [
    400,
    "invalid_request_error",
    "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
  ],
  request: [400, "invalid_request_error", "temperature: range: 0..1 at https://provider.example/v1."],
  key: [401, "authentication_error", "invalid x-api-key"],
  permission: [403, "permission_error", "Your API key does not have permission to use the specified resource."],
  rate: [429, "rate_limit_error", "This request would exceed your organization's rate limit."],
  quota: [400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."],
  internal: [500, "api_error", "Internal server error"],
  overloaded: [529, "overloaded_error", "Overloaded"],
  unavailable: [503, "api_error", "Service unavailable"],
};
