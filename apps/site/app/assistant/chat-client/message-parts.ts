import type { AiAssistantPart, AiDelta, JsonObject } from "@weft/protocol";
import { Allow, parse } from "partial-json";

export interface PartsAfterDelta {
  readonly parts: readonly AiAssistantPart[];
  /** The JSON text so far of the arguments that arrive in the last part; undefined if none do. */
  readonly argumentText: string | undefined;
}

/**
 * Applies a step of an answer to its parts. The part of sources is always the last one and does not count as such.
 * A piece of tool arguments carries no id: it belongs to the last part, if that was opened while this page listened, which is
 * what a known `argumentText` says.
 */
export function withDelta(
  parts: readonly AiAssistantPart[],
  delta: AiDelta,
  at: string,
  argumentText: string | undefined,
): PartsAfterDelta {
  const sources = parts.findLast((part) => part.type === "sources");
  const content = parts.filter((part) => part.type !== "sources");
  const last = content.at(-1);
  const whole = (next: readonly AiAssistantPart[]) => (sources === undefined ? next : [...next, sources]);
  const changedLast = (part: AiAssistantPart) => whole([...content.slice(0, -1), part]);
  const added = (part: AiAssistantPart) => whole([...closed(content, at), part]);

  switch (delta.type) {
    case "text-delta":
      return {
        parts:
          last?.type === "text"
            ? changedLast({ ...last, text: last.text + delta.textDelta })
            : added({ type: "text", text: delta.textDelta }),
        argumentText: undefined,
      };
    case "reasoning-delta":
      return {
        parts:
          last?.type === "reasoning" && last.endedAt === undefined
            ? changedLast({ ...last, text: last.text + delta.textDelta })
            : added({ type: "reasoning", text: delta.textDelta, startedAt: at }),
        argumentText: undefined,
      };
    case "tool-stream": {
      const { invocationId, name } = delta;
      return {
        parts: added({ type: "tool-invocation", stage: "receiving", invocationId, name, partialArgs: {} }),
        argumentText: "",
      };
    }
    case "tool-delta": {
      if (last?.type !== "tool-invocation" || last.stage !== "receiving" || argumentText === undefined)
        return { parts, argumentText };
      const text = argumentText + delta.delta;
      return { parts: changedLast({ ...last, partialArgs: partialObject(text) }), argumentText: text };
    }
    case "tool-invocation": {
      const { invocationId } = delta;
      const isIt = (part: AiAssistantPart) => part.type === "tool-invocation" && part.invocationId === invocationId;
      return {
        parts: content.some(isIt) ? whole(replaced(content, isIt, delta)) : added(delta),
        argumentText: undefined,
      };
    }
    case "retrieval": {
      const isIt = (part: AiAssistantPart) => part.type === "retrieval" && part.id === delta.id;
      return { parts: content.some(isIt) ? whole(replaced(content, isIt, delta)) : added(delta), argumentText };
    }
    case "source":
      return { parts: [...content, { type: "sources", sources: [...(sources?.sources ?? []), delta] }], argumentText };
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

/** Reasoning ends when something else begins. */
function closed(content: readonly AiAssistantPart[], at: string): AiAssistantPart[] {
  return content.map((part, index) =>
    index === content.length - 1 && part.type === "reasoning" && part.endedAt === undefined
      ? { ...part, endedAt: at }
      : part,
  );
}

function replaced(
  content: readonly AiAssistantPart[],
  isIt: (part: AiAssistantPart) => boolean,
  by: AiAssistantPart,
): AiAssistantPart[] {
  const at = content.findLastIndex(isIt);
  return content.with(at, by);
}
