import { isStreamStep, piecesOf, providerUsage } from "./answer.ts";
import type { ProviderEvent, ProviderFault, ProviderFormat, ProviderPage } from "./answer.ts";
import { openAiFault } from "./chat-completions.ts";

const usage = {
  input_tokens: providerUsage.input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: providerUsage.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: providerUsage.input + providerUsage.output,
};
const reasons = { length: "max_output_tokens", filter: "content_filter" } as const;

/** OpenAI's Responses API: `POST /responses`. */
export const openAiResponses: ProviderFormat = {
  *events({ pieces, finish, model }) {
    let sequence = 0;
    let index = -1;
    const event = (type: string, fields: object): ProviderEvent => ({
      event: type,
      data: { type, sequence_number: sequence++, ...fields },
    });
    const response = { id: "resp_1", object: "response", created_at: 1_700_000_000, model };
    const added = (item: object) => event("response.output_item.added", { output_index: ++index, item });
    const done = (item: object, at = index) => event("response.output_item.done", { output_index: at, item });
    yield event("response.created", { response: { ...response, status: "in_progress", output: [] } });
    yield event("response.in_progress", { response: { ...response, status: "in_progress", output: [] } });

    function* message(text: string, page?: ProviderPage): Iterable<ProviderEvent> {
      const id = `msg_${index + 1}`;
      const at = { item_id: id, output_index: index + 1, content_index: 0 };
      yield added({ type: "message", id, status: "in_progress", role: "assistant", content: [] });
      yield event("response.content_part.added", { ...at, part: { type: "output_text", text: "", annotations: [] } });
      yield event("response.output_text.delta", { ...at, delta: text });
      const annotations =
        page === undefined
          ? []
          : [{ type: "url_citation", start_index: 0, end_index: text.length, url: page.url, title: page.title ?? "" }];
      for (const annotation of annotations)
        yield event("response.output_text.annotation.added", { ...at, annotation_index: 0, annotation });
      yield event("response.output_text.done", { ...at, text });
      yield done({
        type: "message",
        id,
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text, annotations }],
      });
    }

    function* reasoning(text: string): Iterable<ProviderEvent> {
      const id = `rs_${index + 1}`;
      const at = { item_id: id, output_index: index + 1, summary_index: 0 };
      yield added({ type: "reasoning", id, summary: [], encrypted_content: null });
      yield event("response.reasoning_summary_part.added", { ...at, part: { type: "summary_text", text: "" } });
      yield event("response.reasoning_summary_text.delta", { ...at, delta: text });
      yield event("response.reasoning_summary_text.done", { ...at, text });
      yield event("response.reasoning_summary_part.done", { ...at, part: { type: "summary_text", text } });
      yield done({
        type: "reasoning",
        id,
        summary: [{ type: "summary_text", text }],
        encrypted_content: `sealed ${text}`,
      });
    }

    function* calls(
      all: readonly { readonly id: string; readonly name: string; readonly arguments: string | readonly string[] }[],
    ): Iterable<ProviderEvent> {
      const first = index + 1;
      const item = (n: number) => {
        const { id, name } = all[n]!;
        return { type: "function_call", id: `fc_${id}`, call_id: id, name };
      };
      for (const n of all.keys()) yield added({ ...item(n), arguments: "", status: "in_progress" });
      const rounds = Math.max(...all.map((call) => piecesOf(call.arguments).length));
      for (let round = 0; round < rounds; round++)
        for (const [n, call] of all.entries()) {
          const delta = piecesOf(call.arguments)[round];
          if (delta === undefined) continue;
          yield event("response.function_call_arguments.delta", {
            item_id: item(n).id,
            output_index: first + n,
            delta,
          });
        }
      for (const [n, call] of all.entries()) {
        const whole = piecesOf(call.arguments).join("");
        yield event("response.function_call_arguments.done", {
          item_id: item(n).id,
          output_index: first + n,
          arguments: whole,
        });
        yield done({ ...item(n), arguments: whole, status: "completed" }, first + n);
      }
    }

    for (const piece of pieces) {
      if (isStreamStep(piece)) yield piece;
      else if ("text" in piece) yield* message(piece.text);
      else if ("cited" in piece) yield* message(piece.cited, piece.page);
      else if ("reasoning" in piece) yield* reasoning(piece.reasoning);
      else if ("call" in piece) yield* calls([piece.call]);
      else if ("calls" in piece) yield* calls(piece.calls);
      else if ("search" in piece) {
        const { id, query, pages } = piece.search;
        yield added({ type: "web_search_call", id, status: "in_progress" });
        yield event("response.web_search_call.searching", { item_id: id, output_index: index });
        const sources = pages.map(({ url }) => ({ type: "url", url }));
        yield done({ type: "web_search_call", id, status: "completed", action: { type: "search", query, sources } });
      } else {
        yield openAiResponses.streamFault(piece.error);
        return;
      }
    }
    const ended = { ...response, output: [], usage };
    yield finish === "stop"
      ? event("response.completed", { response: { ...ended, status: "completed", incomplete_details: null } })
      : event("response.incomplete", {
          response: { ...ended, status: "incomplete", incomplete_details: { reason: reasons[finish] } },
        });
  },
  whole: (text, model) => ({
    id: "resp_1",
    object: "response",
    created_at: 1_700_000_000,
    model,
    status: "completed",
    error: null,
    incomplete_details: null,
    output: [
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      },
    ],
    usage,
  }),
  fault: openAiFault,
  streamFault: (fault: ProviderFault) => {
    const { error } = openAiFault(fault).body as { error: { type: string; code: string | null; message: string } };
    const code = error.code ?? error.type;
    return {
      event: "error",
      data: { type: "error", sequence_number: 2, error: { ...error, code } },
    };
  },
};
