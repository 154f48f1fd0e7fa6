/** The parts of an answer as its deltas make them; clients apply the same rules (ai-socket deltas in `@weft/protocol`). */
import type { AiAssistantPart, AiDelta, AiToolOutcome, AiToolResult } from "@weft/protocol";

type Parts = readonly AiAssistantPart[];

/** The parts with a delta applied at an instant, ISO 8601. */
export function withDelta(parts: Parts, delta: AiDelta, at: string): Parts {
  switch (delta.type) {
    case "text-delta": {
      const last = lastOf(parts);
      return last?.type === "text"
        ? replaceAt(parts, indexOfLast(parts), { ...last, text: last.text + delta.textDelta })
        : append(parts, { type: "text", text: delta.textDelta }, at);
    }
    case "reasoning-delta": {
      const last = lastOf(parts);
      return last?.type === "reasoning"
        ? replaceAt(parts, indexOfLast(parts), { ...last, text: last.text + delta.textDelta })
        : append(parts, { type: "reasoning", text: delta.textDelta, startedAt: at }, at);
    }
    case "tool-stream": {
      const { invocationId, name } = delta;
      return append(parts, { type: "tool-invocation", stage: "receiving", invocationId, name, partialArgs: {} }, at);
    }
    // Clients complete the pieces themselves; the stored part waits for the whole.
    case "tool-delta":
      return parts;
    case "tool-invocation": {
      const found = parts.findIndex(
        (part) => part.type === "tool-invocation" && part.invocationId === delta.invocationId,
      );
      return found === -1 ? append(parts, delta, at) : replaceAt(parts, found, delta);
    }
    case "retrieval": {
      const found = parts.findIndex((part) => part.type === "retrieval" && part.id === delta.id);
      return found === -1 ? append(parts, delta, at) : replaceAt(parts, found, delta);
    }
    case "source": {
      const last = parts.at(-1);
      if (last?.type !== "sources") return [...parts, { type: "sources", sources: [delta] }];
      if (last.sources.some(({ url }) => url === delta.url)) return parts;
      return replaceAt(parts, parts.length - 1, { ...last, sources: [...last.sources, delta] });
    }
  }
}

/** The parts of an answer that has stopped: nothing in them is still going on. */
export function closed(parts: Parts, at: string): Parts {
  return parts
    .filter((part) => part.type !== "tool-invocation" || part.stage !== "receiving")
    .map((part) =>
      (part.type === "reasoning" || part.type === "retrieval") && part.endedAt === undefined
        ? { ...part, endedAt: at }
        : part,
    );
}

/** The ids of the invocations that wait for a client. */
export function waitingInvocations(parts: Parts): readonly string[] {
  return parts.flatMap((part) =>
    part.type === "tool-invocation" && part.stage === "executing" ? [part.invocationId] : [],
  );
}

/** The parts with the outcome of an invocation; undefined if it does not wait for one. */
export function withOutcome(parts: Parts, invocationId: string, result: AiToolOutcome): Parts | undefined {
  const found = parts.findIndex(
    (part) => part.type === "tool-invocation" && part.stage === "executing" && part.invocationId === invocationId,
  );
  const part = parts[found];
  if (part?.type !== "tool-invocation" || part.stage !== "executing") return undefined;
  return replaceAt(parts, found, { ...part, stage: "executed", result });
}

/** The parts with every invocation that waits for a client cancelled. */
export function cancelled(parts: Parts, reason: string): Parts {
  let after = parts;
  for (const id of waitingInvocations(parts))
    after = withOutcome(after, id, { type: "cancelled", cancelled: true, reason }) ?? after;
  return after;
}

/** The outcome that clients see. */
export function outcomeOf(result: AiToolResult): AiToolOutcome {
  if ("data" in result) return { type: "success", data: result.data };
  if ("error" in result) return { type: "error", error: result.error };
  const { cancel } = result;
  return { type: "cancelled", cancelled: true, ...(typeof cancel === "string" && { reason: cancel }) };
}

/** Roughly the bytes that the parts take as JSON. */
export function sizeOfDelta(delta: AiDelta): number {
  return "textDelta" in delta ? delta.textDelta.length : "delta" in delta ? 0 : JSON.stringify(delta).length;
}

/** Where the last part is that is not the list of sources. -1 if there is none. */
function indexOfLast(parts: Parts): number {
  return parts.at(-1)?.type === "sources" ? parts.length - 2 : parts.length - 1;
}

function lastOf(parts: Parts): AiAssistantPart | undefined {
  return parts[indexOfLast(parts)];
}

function replaceAt(parts: Parts, index: number, part: AiAssistantPart): Parts {
  return parts.with(index, part);
}

/** Adds a part before the list of sources; reasoning ends where another part begins. */
function append(parts: Parts, part: AiAssistantPart, at: string): Parts {
  const index = indexOfLast(parts);
  const last = parts[index];
  const before =
    last?.type === "reasoning" && last.endedAt === undefined
      ? replaceAt(parts, index, { ...last, endedAt: at })
      : parts;
  return before.toSpliced(index + 1, 0, part);
}
