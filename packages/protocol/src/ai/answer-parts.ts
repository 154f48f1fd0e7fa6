/** How deltas make the parts of an answer: what the server stores, and what clients show until the answer has stopped. */
import type { AiAssistantPart } from "./chat.ts";
import type { AiDelta } from "./event.ts";

type Parts = readonly AiAssistantPart[];

/**
 * The parts with a delta applied at an instant, ISO 8601. The part of sources stays the last one. Pieces of a tool's arguments
 * change nothing: the complete invocation follows, and a client may show what it has so far (`tool-delta`).
 */
export function withDelta(parts: Parts, delta: AiDelta, at: string): Parts {
  switch (delta.type) {
    case "text-delta": {
      const last = lastOf(parts);
      return last?.type === "text"
        ? parts.with(indexOfLast(parts), { ...last, text: last.text + delta.textDelta })
        : append(parts, { type: "text", text: delta.textDelta }, at);
    }
    case "reasoning-delta": {
      const last = lastOf(parts);
      return last?.type === "reasoning"
        ? parts.with(indexOfLast(parts), { ...last, text: last.text + delta.textDelta })
        : append(parts, { type: "reasoning", text: delta.textDelta, startedAt: at }, at);
    }
    case "tool-stream": {
      const { invocationId, name } = delta;
      return append(parts, { type: "tool-invocation", stage: "receiving", invocationId, name, partialArgs: {} }, at);
    }
    case "tool-delta":
      return parts;
    case "tool-invocation": {
      const found = parts.findIndex(
        (part) => part.type === "tool-invocation" && part.invocationId === delta.invocationId,
      );
      return found === -1 ? append(parts, delta, at) : parts.with(found, delta);
    }
    case "retrieval": {
      const found = parts.findIndex((part) => part.type === "retrieval" && part.id === delta.id);
      return found === -1 ? append(parts, delta, at) : parts.with(found, delta);
    }
    case "source": {
      const last = parts.at(-1);
      if (last?.type !== "sources") return [...parts, { type: "sources", sources: [delta] }];
      if (last.sources.some(({ url }) => url === delta.url)) return parts;
      return parts.with(parts.length - 1, { ...last, sources: [...last.sources, delta] });
    }
  }
}

/** Where the last part is that is not the list of sources. -1 if there is none. */
function indexOfLast(parts: Parts): number {
  return parts.at(-1)?.type === "sources" ? parts.length - 2 : parts.length - 1;
}

function lastOf(parts: Parts): AiAssistantPart | undefined {
  return parts[indexOfLast(parts)];
}

/** Adds a part before the list of sources; reasoning ends where another part begins. */
function append(parts: Parts, part: AiAssistantPart, at: string): Parts {
  const index = indexOfLast(parts);
  const last = parts[index];
  const before =
    last?.type === "reasoning" && last.endedAt === undefined ? parts.with(index, { ...last, endedAt: at }) : parts;
  return before.toSpliced(index + 1, 0, part);
}
