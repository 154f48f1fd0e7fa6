/** The parts of an answer as it stops, and as results of its tools arrive. Deltas: `ai/answer-parts.ts` in `@weft/protocol`. */
import type { AiAssistantPart, AiDelta, AiToolOutcome, AiToolResult } from "@weft/protocol";

type Parts = readonly AiAssistantPart[];

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
  return parts.with(found, { ...part, stage: "executed", result });
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
