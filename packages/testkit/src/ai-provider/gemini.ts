import { isStreamStep, piecesOf, providerUsage } from "./answer.ts";
import type { ProviderEvent, ProviderFault, ProviderFormat } from "./answer.ts";

const usageMetadata = {
  promptTokenCount: providerUsage.input,
  candidatesTokenCount: providerUsage.output,
  totalTokenCount: providerUsage.input + providerUsage.output,
};
const reasons = { stop: "STOP", length: "MAX_TOKENS", filter: "SAFETY" } as const;

/** Google's Gemini API: `POST /models/{model}:streamGenerateContent?alt=sse`. Calls of tools arrive whole. */
export const gemini: ProviderFormat = {
  *events({ pieces, finish, model }) {
    const chunk = (parts: readonly object[], finishReason?: string): ProviderEvent => ({
      data: {
        candidates: [{ content: { role: "model", parts }, index: 0, ...(finishReason && { finishReason }) }],
        usageMetadata,
        modelVersion: model,
        responseId: "resp-1",
      },
    });
    for (const piece of pieces) {
      if (isStreamStep(piece)) yield piece;
      else if ("text" in piece) yield chunk([{ text: piece.text }]);
      else if ("cited" in piece) yield chunk([{ text: piece.cited }]);
      else if ("reasoning" in piece)
        yield chunk([{ text: piece.reasoning, thought: true, thoughtSignature: `signed ${piece.reasoning}` }]);
      else if ("call" in piece || "calls" in piece)
        for (const { name, arguments: given } of "call" in piece ? [piece.call] : piece.calls) {
          const args = JSON.parse(piecesOf(given).join("")) as object;
          yield chunk([{ functionCall: { name, args }, thoughtSignature: `signed ${name}` }]);
        }
      else if ("error" in piece) {
        yield gemini.streamFault(piece.error);
        return;
      }
    }
    yield chunk([{ text: "" }], reasons[finish]);
  },
  whole: (text, model) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }],
    usageMetadata,
    modelVersion: model,
    responseId: "resp-1",
  }),
  fault: (fault) => {
    const [code, status, message] = faults[fault];
    return { status: code, body: { error: { code, message, status } } };
  },
  streamFault: (fault) => ({ data: gemini.fault(fault).body }),
};

const faults: { readonly [F in ProviderFault]: readonly [number, string, string] } = {
  schema: [400, "INVALID_ARGUMENT", "Invalid JSON payload received. Unknown name 'additionalProperties'."],
  request: [400, "INVALID_ARGUMENT", "Request contains an invalid argument at https://provider.example/v1."],
  key: [400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."],
  permission: [403, "PERMISSION_DENIED", "The caller does not have permission."],
  rate: [429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."],
  quota: [429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."],
  internal: [500, "INTERNAL", "An internal error has occurred."],
  overloaded: [503, "UNAVAILABLE", "The model is overloaded. Please try again later."],
  unavailable: [503, "UNAVAILABLE", "The service is currently unavailable."],
};
