import type { AiAssistantPart } from "@weft/protocol";
import { Markdown } from "../../ui/markdown.tsx";

/** Shorter reasoning is not worth a number. */
const shownFromMs = 3_000;

/** What the model thought before it answered, folded. */
export function Reasoning({ part }: { part: Extract<AiAssistantPart, { type: "reasoning" }> }) {
  const ms = part.endedAt === undefined ? 0 : Date.parse(part.endedAt) - Date.parse(part.startedAt);
  const title =
    part.endedAt === undefined
      ? "Thinking…"
      : ms >= shownFromMs
        ? `Thought for ${Math.round(ms / 1000)} seconds`
        : "Thought";
  return (
    <details className="text-sm text-muted">
      <summary className="w-fit cursor-pointer rounded-sm">{title}</summary>
      <div className="mt-2 border-l-2 border-line pl-3">
        <Markdown>{part.text}</Markdown>
      </div>
    </details>
  );
}
