import type { AiAssistantPart, AiDelta, JsonObject } from "@weft/protocol";
import { withDelta } from "@weft/protocol/ai/answer-parts";
import { Allow, parse } from "partial-json";

export interface PartsAfterDelta {
  readonly parts: readonly AiAssistantPart[];
  /** The JSON text so far of the arguments that arrive in the last part; undefined if none do. */
  readonly argumentText: string | undefined;
}

/**
 * Applies a step of an answer to its parts, and shows the arguments of a tool while they arrive. A piece of them carries no
 * id: it belongs to the last part, if that was opened while this page listened, which is what a known `argumentText` says.
 */
export function partsAfterDelta(
  parts: readonly AiAssistantPart[],
  delta: AiDelta,
  at: string,
  argumentText: string | undefined,
): PartsAfterDelta {
  switch (delta.type) {
    case "tool-delta": {
      const index = parts.findLastIndex(({ type }) => type !== "sources");
      const last = parts[index];
      if (last?.type !== "tool-invocation" || last.stage !== "receiving" || argumentText === undefined)
        return { parts, argumentText };
      const text = argumentText + delta.delta;
      return { parts: parts.with(index, { ...last, partialArgs: partialObject(text) }), argumentText: text };
    }
    case "tool-stream":
      return { parts: withDelta(parts, delta, at), argumentText: "" };
    case "retrieval":
    case "source":
      return { parts: withDelta(parts, delta, at), argumentText };
    default:
      return { parts: withDelta(parts, delta, at), argumentText: undefined };
  }
}

/** What of an object can be read while its JSON arrives. Texts may be cut; anything but an object reads as an empty one. */
export function partialObject(text: string): JsonObject {
  if (!text.trimStart().startsWith("{")) return {};
  try {
    return parse(text, Allow.ALL & ~Allow.SPECIAL) as JsonObject;
  } catch {
    return {};
  }
}
